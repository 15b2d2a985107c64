// Six numbers: where the search stands, and what the step on screen did.

import type { App, View } from '../app.ts';
import { el, setText } from '../dom.ts';
import { formatNumber, t } from '../language.ts';
import type { Snapshot } from '../session.ts';

type Figure = 'moves' | 'frontier' | 'generated' | 'dead' | 'duplicates' | 'explored';

const VALUES: Readonly<Record<Figure, (shot: Snapshot) => number | null>> = {
  moves: (shot) => shot.depth,
  frontier: (shot) => shot.frontier,
  generated: (shot) => shot.step?.generated ?? 0,
  dead: (shot) => shot.step?.dead_ends ?? 0,
  duplicates: (shot) => shot.step?.duplicates ?? 0,
  explored: (shot) => shot.step?.explored ?? 0,
};

export function figuresView(app: App): View {
  const outputs = Object.keys(VALUES).map((name) => {
    const figure = name as Figure;
    return [figure, el('dd', { 'data-figure': figure })] as const;
  });
  const root = el('section', { class: 'figures', 'aria-label': t('figures.title') },
    el('dl', {}, ...outputs.map(([figure, output]) =>
      el('div', { class: figure }, el('dt', {}, t(`figure.${figure}`)), output))));
  return {
    root,
    render() {
      const shot = app.session?.snapshot();
      for (const [figure, output] of outputs) {
        const value = shot ? VALUES[figure](shot) : null;
        setText(output, value === null ? '–' : formatNumber(value));
        output.dataset['value'] = value === null ? '' : String(value);
      }
    },
  };
}
