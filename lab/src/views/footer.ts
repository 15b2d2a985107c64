// The foot of the page: what program this is.

import type { App, View } from '../app.ts';
import { el, setText } from '../dom.ts';
import { t } from '../language.ts';

export function footerView(app: App): View {
  const program = el('p', {});
  const root = el('footer', { class: 'foot' }, el('p', {}, t('footer.honest')), program);
  return {
    root,
    render() {
      const { machine } = app;
      if (machine === 'asking' || machine === 'silent') return;
      setText(program, ['ktour', machine.version, machine.revision].filter(Boolean).join(' '));
    },
  };
}
