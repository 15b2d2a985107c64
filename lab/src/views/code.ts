// Pseudo-code with the numbers of the step on screen beside its lines.

import { el } from '../dom.ts';
import { formatNumber, t, type TextKey } from '../language.ts';

export interface CodeLine {
  readonly text: TextKey;
  readonly indent: number;
  /** What stands beside the line: a number and what it counts. */
  readonly note?: TextKey;
}

export interface Code {
  readonly root: HTMLElement;
  /** By line, the number beside it; null for none yet. */
  show(numbers: readonly (number | null)[]): void;
}

export function codeView(lines: readonly CodeLine[], label: string): Code {
  const notes = lines.map(() => el('span', { class: 'note' }));
  const root = el('div', { class: 'code', role: 'figure', 'aria-label': label, tabindex: 0 },
    ...lines.map(({ text, indent }, index) => el('div', { class: `code-line in-${indent}` },
      el('code', {}, t(text)), notes[index]!)));
  return {
    root,
    show(numbers) {
      lines.forEach(({ note }, index) => {
        const number = numbers[index] ?? null;
        notes[index]!.replaceChildren(...(note && number !== null
          ? [el('b', {}, formatNumber(number)), ` ${t(note, { n: number })}`] : []));
      });
    },
  };
}
