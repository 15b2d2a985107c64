// One step from barrier to barrier, as a balance: the states of a level, those without a move, the
// children of the others, those merged or pruned, and what waits behind the barrier. Bars share one
// scale.

import type { App, View } from '../app.ts';
import { el, rich, setText } from '../dom.ts';
import { formatNumber, t, type TextKey } from '../language.ts';
import type { LevelEvent } from '../model.ts';

type Part = 'states' | 'dead' | 'children' | 'pruned' | 'duplicates' | 'next';

const VALUES: Readonly<Record<Part, (step: LevelEvent) => number>> = {
  states: (step) => step.frontier,
  dead: (step) => step.dead_ends,
  children: (step) => step.generated,
  pruned: (step) => step.pruned,
  duplicates: (step) => step.duplicates,
  next: (step) => step.next_frontier ?? 0,
};

export function flowView(app: App): View {
  const parts = (Object.keys(VALUES) as Part[]).map((part) => {
    const value = el('span', { class: 'number', 'data-flow': part });
    const bar = el('span', { class: 'fill' });
    const label = el('span', { class: 'label' });
    const item = el('li', { class: part }, value, label,
      el('span', { class: 'track', 'aria-hidden': 'true' }, bar),
      el('span', { class: 'hint' }, ...rich(`flow.${part}.why`)));
    return { part, value, bar, label, item };
  });
  const barrier = el('li', { class: 'barrier' }, el('span', {}, t('flow.barrier')));
  const list = el('ol', { class: 'flow' });
  list.append(...parts.slice(0, -1).map((one) => one.item), barrier, parts.at(-1)!.item);
  const title = el('h2', { id: 'flow-title' });
  const empty = el('p', { class: 'empty' }, ...rich('flow.empty'));
  const root = el('section', { class: 'card wide', 'aria-labelledby': 'flow-title' },
    title, empty, list);
  let shown: LevelEvent | null | undefined;

  return {
    root,
    render() {
      const step = app.session?.snapshot().step ?? null;
      if (step === shown) return;
      shown = step;
      empty.hidden = step !== null;
      list.hidden = step === null;
      setText(title, step === null ? t('flow.title') : t('flow.titleLevel', { level: step.depth }));
      if (step === null) return;
      const isLast = step.next_frontier === null;
      const largest = Math.max(1, ...Object.values(VALUES).map((value) => value(step)));
      for (const { part, value, bar, label, item } of parts) {
        const number = VALUES[part](step);
        const key: TextKey = isLast && part === 'next' ? 'flow.next.last' : `flow.${part}`;
        setText(value, (part === 'duplicates' || part === 'pruned' ? '− ' : '') + formatNumber(number));
        setText(label, t(key, { n: number, level: step.depth, next: step.depth + 1 }));
        bar.style.width = `${(100 * number) / largest}%`;
        item.classList.toggle('none', number === 0);
        if (part === 'pruned') item.hidden = app.session?.facts.question.prune === 'none';
      }
    },
  };
}
