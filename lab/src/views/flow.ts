// One step from barrier to barrier, as a balance: the states of a level, those without a move, the
// children of the others, those merged or pruned, and what waits behind the barrier. Bars share one
// scale.

import type { App, View } from '../app.ts';
import { el, rich, setText } from '../dom.ts';
import { formatNumber, t } from '../language.ts';
import type { LevelEvent } from '../model.ts';
import type { Snapshot } from '../session.ts';

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
    const why = el('span', { class: 'hint' }, ...rich(`flow.${part}.why`));
    const item = el('li', { class: part }, value, label,
      el('span', { class: 'track', 'aria-hidden': 'true' }, bar), why);
    return { part, value, bar, label, why, item };
  });
  const barrier = el('li', { class: 'barrier' }, el('span', {}, t('flow.barrier')));
  const list = el('ol', { class: 'flow' });
  list.append(...parts.slice(0, -1).map((one) => one.item), barrier, parts.at(-1)!.item);
  const title = el('h2', { id: 'flow-title' });
  const empty = el('p', { class: 'empty' });
  const root = el('section', { class: 'card wide', 'aria-labelledby': 'flow-title' },
    title, empty, list);
  let shown: Snapshot | null = null;
  let tours: string | null = null;

  /** Behind the last barrier no states wait: there are the tours. */
  function showTours({ value, bar, label, why, item }: (typeof parts)[number]): void {
    setText(value, tours === null ? '…' : formatNumber(tours));
    setText(label, t('flow.tours', { n: BigInt(tours ?? 0) }));
    why.replaceChildren(...rich('flow.tours.why'));
    bar.hidden = true;
    item.classList.toggle('none', tours === '0');
  }

  return {
    root,
    render() {
      const shot = app.session?.snapshot() ?? null;
      const found = app.session?.end?.tours?.directed ?? null;
      if (shot === null || (shot === shown && found === tours)) return;
      shown = shot;
      tours = found;
      const { step } = shot;
      empty.hidden = step !== null;
      empty.replaceChildren(...rich(
        app.session && app.session.facts.impossible !== null ? 'line.impossible' : 'flow.empty'));
      list.hidden = step === null;
      setText(title, step === null ? t('flow.title') : t('flow.titleLevel', { level: step.depth }));
      if (step === null) return;
      const largest = Math.max(1, ...Object.values(VALUES).map((value) => value(step)));
      for (const one of parts) {
        const { part, value, bar, label, why, item } = one;
        if (part === 'next' && step.next_frontier === null) {
          showTours(one);
          continue;
        }
        const number = VALUES[part](step);
        const isTaken = number > 0 && (part === 'duplicates' || part === 'pruned');
        setText(value, (isTaken ? '− ' : '') + formatNumber(number));
        setText(label, t(`flow.${part}`, { n: number, level: step.depth, next: step.depth + 1 }));
        if (part === 'next') why.replaceChildren(...rich('flow.next.why'));
        bar.hidden = false;
        bar.style.width = `${(100 * number) / largest}%`;
        item.classList.toggle('none', number === 0);
        if (part === 'pruned') item.hidden = app.session?.facts.question.prune === 'none';
      }
    },
  };
}
