// ภาษาไทย. The keys and the values in the texts are those of en.ts.

import type { Texts } from '../language.ts';

export const th: Texts = {
  'page.title': 'ห้องทดลอง Knight’s Tour',
};
