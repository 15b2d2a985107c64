// The four ideas, each with pseudo-code, in words that stand for what is on the screen: the numbers of
// the step shown are in the texts. And why an odd board has no closed tour.

import type { App, View } from '../app.ts';
import { chessName, colourOf, type Board } from '../board.ts';
import { el, rich, svg } from '../dom.ts';
import { t, type TextKey, type Values } from '../language.ts';
import type { LevelEvent, Sample } from '../model.ts';
import type { Session, Snapshot } from '../session.ts';
import { freeMoves, otherRoute, squaresOf } from '../states.ts';
import { drawBoard } from './board_drawing.ts';
import { codeView, type CodeLine } from './code.ts';
import { drawRoute } from './route.ts';

interface Card {
  readonly name: 'frontier' | 'dead' | 'duplicates' | 'barrier';
  readonly code: readonly CodeLine[];
  numbers(step: LevelEvent): readonly (number | null)[];
}

const CARDS: readonly Card[] = [
  {
    name: 'frontier',
    code: [
      { text: 'code.frontier.1', indent: 0 },
      { text: 'code.frontier.2', indent: 1, note: 'note.states' },
      { text: 'code.frontier.3', indent: 2 },
      { text: 'code.frontier.4', indent: 2 },
      { text: 'code.frontier.5', indent: 3, note: 'note.children' },
    ],
    numbers: (step) => [null, step.frontier, null, null, step.generated],
  },
  {
    name: 'dead',
    code: [
      { text: 'code.dead.1', indent: 0 },
      { text: 'code.dead.2', indent: 1, note: 'note.dead' },
      { text: 'code.dead.3', indent: 0 },
      { text: 'code.dead.4', indent: 1, note: 'note.expanded' },
    ],
    numbers: (step) => [null, step.dead_ends, null, step.expanded],
  },
  {
    name: 'duplicates',
    code: [
      { text: 'code.duplicates.1', indent: 0 },
      { text: 'code.duplicates.2', indent: 0 },
      { text: 'code.duplicates.3', indent: 1, note: 'note.kept' },
      { text: 'code.duplicates.4', indent: 1 },
      { text: 'code.duplicates.5', indent: 1, note: 'note.merged' },
    ],
    numbers: (step) => [null, null, step.next_frontier, null, step.duplicates],
  },
  {
    name: 'barrier',
    code: [
      { text: 'code.barrier.1', indent: 0 },
      { text: 'code.barrier.2', indent: 1, note: 'note.states' },
      { text: 'code.barrier.3', indent: 1, note: 'note.arrived' },
      { text: 'code.barrier.4', indent: 1, note: 'note.states' },
      { text: 'code.barrier.5', indent: 0 },
    ],
    numbers: (step) =>
      [null, step.frontier, step.generated - step.pruned, step.next_frontier, null],
  },
];

/** Title and texts by how much the colours differ in number. */
const WHY: readonly (readonly [TextKey, ...TextKey[]])[] = [
  ['why.titleEven', 'why.even', 'why.evenOpen'],
  ['why.titleOdd', 'why.odd', 'why.oddOpen'],
  ['why.titleNeither', 'why.neither'],
];

/** Routes to a state of a later level would be too long to compare at a glance. */
const LAST_EXAMPLE = 14;

/** What the texts of the cards say of the step on screen. */
function valuesOf(session: Session, shot: Snapshot): Values {
  const { step } = shot;
  return {
    squares: session.board.squares, last: session.facts.last_level,
    starts: shot.frontier ?? 0,
    level: step?.depth ?? 0, next: (step?.depth ?? 0) + 1,
    frontier: step?.frontier ?? 0, expanded: step?.expanded ?? 0,
    generated: step?.generated ?? 0, dead: step?.dead_ends ?? 0,
    duplicates: step?.duplicates ?? 0, pruned: step?.pruned ?? 0,
    waiting: step?.next_frontier ?? 0, paths: BigInt(step?.paths ?? 0),
  };
}

function nowKey(name: Card['name'], shot: Snapshot): TextKey {
  if (!shot.step) return `explain.${name}.start`;
  return shot.isLast ? `explain.${name}.last` : `explain.${name}.now`;
}

function figure(board: Board, sample: Sample, path: readonly number[], caption: string): HTMLElement {
  const drawing = drawBoard(board, false);
  drawRoute(board, drawing, {
    visited: squaresOf(sample.visited), path, endpoint: sample.endpoint,
    free: freeMoves(board, sample),
  });
  drawing.root.setAttribute('role', 'img');
  drawing.root.setAttribute('aria-label', path.map((square) => chessName(board, square)).join(' '));
  return el('figure', {}, drawing.root, el('figcaption', {}, caption));
}

/** Two routes to one state: the first among the samples that were merged. */
function duplicateExample(session: Session, from: number):
    readonly [Sample, readonly number[]] | null {
  const starts = new Set(session.facts.question.starts);
  for (const level of session.levels.slice(from, LAST_EXAMPLE))
    for (const sample of level.next_samples) {
      if (BigInt(sample.multiplicity) < 2n || sample.path.length === 0) continue;
      const other = otherRoute(session.board, sample, starts);
      if (other) return [sample, other];
    }
  return null;
}

function deadExample(session: Session, from: number): Sample | null {
  for (const level of session.levels.slice(from))
    for (const sample of level.samples)
      if (level.depth < session.facts.last_level && sample.path.length > 0 &&
          freeMoves(session.board, sample).length === 0) return sample;
  return null;
}

/** The sample on screen with the most children, if it has any. */
function frontierExample(session: Session, shot: Snapshot): Sample | null {
  let best: Sample | null = null;
  let most = 0;
  for (const sample of shot.samples) {
    const children = freeMoves(session.board, sample).length;
    if (children <= most || sample.path.length === 0) continue;
    best = sample;
    most = children;
  }
  return best;
}

/** What each core sent in a step, as bars that end at the barrier. */
function workPicture(board: Board, step: LevelEvent): HTMLElement {
  const sent = step.messages.map((row) => row.reduce((sum, children) => sum + children, 0));
  const largest = Math.max(1, ...sent);
  const slowest = [...sent.keys()].filter((core) => sent[core] === largest);
  const width = 300 / board.area;
  const picture = svg('svg', {
    class: 'work', viewBox: '0 0 300 110', preserveAspectRatio: 'none', 'aria-hidden': 'true',
  },
    ...sent.map((children, core) => svg('rect', {
      class: children === largest ? 'slowest' : '', x: core * width + 0.5, width: width - 1,
      y: 108 - (100 * children) / largest, height: (100 * children) / largest,
    })),
    svg('path', { class: 'line', d: 'M0 6H300' }));
  const values = { level: step.depth, core: chessName(board, slowest[0] ?? 0), n: largest };
  return el('figure', {}, picture, el('figcaption', {}, t(slowest.length === 1
    ? 'explain.barrier.picture' : 'explain.barrier.pictureMany', values)));
}

/** Light and dark squares of the board, counted. */
function colourPicture(board: Board): SVGSVGElement {
  const drawing = drawBoard(board, false);
  drawing.root.classList.add('colours');
  drawing.squares.forEach((square, index) => square &&
    drawing.above.append(svg('circle', {
      class: colourOf(board, index) === 0 ? 'dot dark' : 'dot light', r: 7,
      cx: Number(square.getAttribute('x')) + 20, cy: Number(square.getAttribute('y')) + 20,
    })));
  drawing.root.setAttribute('aria-hidden', 'true');
  return drawing.root;
}

export function explainView(app: App): View {
  const cards = CARDS.map((card, index) => {
    const now = el('p', { class: 'now', 'data-explain': card.name });
    const code = codeView(card.code, t('explain.code', { title: t(`explain.${card.name}.title`) }));
    const pictures = el('div', { class: 'pictures' });
    const texts = el('div', { class: 'texts' });
    const id = `explain-${card.name}`;
    const root = el('article', { class: 'card', 'aria-labelledby': id },
      el('h3', { id }, el('span', { class: 'ordinal' }, String(index + 1)),
        t(`explain.${card.name}.title`)),
      texts, pictures, code.root, now);
    return { card, texts, now, code, pictures, root };
  });
  const closed = el('article', { class: 'card why', id: 'why', 'aria-labelledby': 'why-title' });
  const root = el('section', { class: 'explain', 'aria-labelledby': 'explain-title' },
    el('h2', { id: 'explain-title' }, t('explain.title')),
    el('dl', { class: 'words' }, ...(['state', 'frontier', 'dead', 'duplicate', 'barrier'] as const)
      .map((word) => el('div', { class: word },
        el('dt', {}, t(`word.${word}`)), el('dd', {}, t(`word.${word}.means`))))),
    el('div', { class: 'cards' }, ...cards.map((one) => one.root)), closed);

  let shown: Snapshot | null = null;
  let session: Session | null = null;
  let hasDuplicate = false;
  let hasDead = false;
  let searched = 0;

  function renderExamples(of: Session): void {
    if (!hasDuplicate) {
      const example = duplicateExample(of, searched);
      if (example) {
        hasDuplicate = true;
        cards[2]!.pictures.replaceChildren(
          figure(of.board, example[0], example[0].path, t('explain.duplicates.one')),
          figure(of.board, example[0], example[1], t('explain.duplicates.other')));
      }
    }
    if (!hasDead) {
      const example = deadExample(of, searched);
      if (example) {
        hasDead = true;
        cards[1]!.pictures.replaceChildren(figure(of.board, example, example.path,
          t('explain.dead.picture', { square: chessName(of.board, example.endpoint) })));
      }
    }
    searched = of.levels.length;
  }

  function renderNow(of: Session, shot: Snapshot): void {
    const state = frontierExample(of, shot);
    if (state)
      cards[0]!.pictures.replaceChildren(figure(of.board, state, state.path,
        t('explain.frontier.picture', { n: freeMoves(of.board, state).length })));
    if (shot.sent) cards[3]!.pictures.replaceChildren(workPicture(of.board, shot.sent));
  }

  function renderTexts(of: Session): void {
    const values = { squares: of.board.squares, last: of.facts.last_level };
    for (const { card, texts } of cards)
      texts.replaceChildren(el('p', {}, ...rich(`explain.${card.name}.1`, values)),
                            el('p', {}, ...rich(`explain.${card.name}.2`, values)));
  }

  function renderWhy({ board }: Session): void {
    const present = Array.from({ length: board.area }, (_, square) => square)
      .filter((square) => !board.missing.has(square));
    const dark = present.filter((square) => colourOf(board, square) === 0).length;
    const values = {
      rows: board.rows, columns: board.columns, squares: board.squares, dark,
      light: board.squares - dark,
    };
    const [title, ...texts] = WHY[Math.min(2, Math.abs(values.dark - values.light))]!;
    closed.replaceChildren(
      colourPicture(board),
      el('div', {}, el('h3', { id: 'why-title' }, t(title)),
        el('p', {}, ...rich('why.colours', values)),
        ...texts.map((key) => el('p', {}, ...rich(key, values)))));
  }

  return {
    root,
    render() {
      if (!app.session) return;
      if (session !== app.session) {
        session = app.session;
        hasDuplicate = hasDead = false;
        searched = 0;
        for (const { pictures } of cards) pictures.replaceChildren();
        renderTexts(session);
        renderWhy(session);
        shown = null;
      }
      const shot = session.snapshot();
      if (shot === shown) return;
      shown = shot;
      renderExamples(session);
      renderNow(session, shot);
      const values = valuesOf(session, shot);
      for (const { card, now, code } of cards) {
        const nodes = rich(nowKey(card.name, shot), values);
        if (card.name === 'dead' && shot.step && shot.step.pruned > 0)
          nodes.push(document.createTextNode(' '), ...rich('explain.dead.pruned', values));
        now.replaceChildren(...nodes);
        code.show(shot.step ? card.numbers(shot.step) : []);
      }
    },
  };
}
