// States of the frontier, one at a time: the route on a board, the mask in hex, and what is known of
// the state.

import { ACTIONS } from '../actions.ts';
import type { App, View } from '../app.ts';
import { chessName, type Board } from '../board.ts';
import { el, rich, setText } from '../dom.ts';
import { t } from '../language.ts';
import type { Sample } from '../model.ts';
import type { Snapshot } from '../session.ts';
import { freeMoves, fullMask, squaresOf } from '../states.ts';
import { drawBoard, type BoardDrawing } from './board_drawing.ts';
import { drawRoute } from './route.ts';

export function samplesView(app: App): View {
  const arrow = (name: 'sampleBefore' | 'sampleAfter', sign: string): HTMLButtonElement => {
    const button = el('button', {
      type: 'button', class: 'arrow', 'aria-label': t(ACTIONS[name].text),
      title: `${t(ACTIONS[name].text)} (${ACTIONS[name].key})`, 'aria-keyshortcuts': ACTIONS[name].key,
    }, sign);
    button.addEventListener('click', () => ACTIONS[name].run(app));
    return button;
  };
  const before = arrow('sampleBefore', '‹');
  const after = arrow('sampleAfter', '›');
  const which = el('p', { class: 'which', id: 'sample-which' });
  const place = el('div', { class: 'place' });
  const path = el('dd', { class: 'mono', id: 'sample-path' });
  const mask = el('dd', { class: 'mono', id: 'sample-mask' });
  const ways = el('dd', {});
  const moves = el('dd', {});
  const facts = el('dl', { class: 'facts' },
    el('div', {}, el('dt', {}, t('sample.path')), path),
    el('div', {}, el('dt', {}, t('sample.mask')), mask),
    el('div', {}, el('dt', {}, t('sample.ways')), ways),
    el('div', {}, el('dt', {}, t('sample.moves')), moves));
  const root = el('section', { class: 'card samples', 'aria-labelledby': 'samples-title' },
    el('h2', { id: 'samples-title' }, t('sample.title')),
    el('p', { class: 'hint' }, ...rich('sample.hint')),
    el('div', { class: 'turn' }, before, which, after), place, facts);

  let board: Board | null = null;
  let drawing: BoardDrawing | null = null;
  let shown: Sample | null | undefined;

  function movesText(shot: Snapshot, free: readonly number[]): string {
    if (free.length > 0)
      return t('sample.free', { n: free.length, squares: free.map(name).join(', ') });
    return t(shot.isLast || shot.depth === app.session?.facts.last_level
      ? 'sample.complete' : 'sample.dead');
  }
  const name = (square: number): string => (board ? chessName(board, square) : '');

  function show(shot: Snapshot, sample: Sample | null): void {
    shown = sample;
    facts.hidden = sample === null;
    if (!board || !drawing) return;
    if (!sample) return drawRoute(board, drawing, null);
    const free = freeMoves(board, sample);
    drawRoute(board, drawing, {
      visited: squaresOf(sample.visited), path: sample.path, endpoint: sample.endpoint, free,
    });
    drawing.root.setAttribute('role', 'img');
    drawing.root.setAttribute('aria-label',
      t('sample.picture', { path: sample.path.map(name).join(' '), end: name(sample.endpoint) }));
    setText(path, sample.path.length > 0 ? sample.path.map(name).join(' ') : t('sample.noPath'));
    setText(mask, fullMask(board, sample.visited));
    setText(ways, t('sample.waysValue', { n: BigInt(sample.multiplicity) }));
    setText(moves, movesText(shot, free));
    moves.className = free.length === 0 && shot.depth < (app.session?.facts.last_level ?? 0)
      ? 'dead-end' : '';
  }

  return {
    root,
    render() {
      const { session } = app;
      if (!session) return;
      if (board !== session.board) {
        board = session.board;
        drawing = drawBoard(board, true);
        place.replaceChildren(drawing.root);
        shown = undefined;
      }
      const shot = session.snapshot();
      const count = shot.samples.length;
      const index = count === 0 ? 0 : ((app.looks.sample % count) + count) % count;
      before.disabled = after.disabled = count < 2;
      which.replaceChildren(...(count === 0 ? rich('sample.none')
        : rich('sample.which', { index: index + 1, count, frontier: shot.frontier ?? count })));
      const sample = shot.samples[index] ?? null;
      if (sample !== shown) show(shot, sample);
    },
  };
}
