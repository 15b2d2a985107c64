// The cores: one for each square, with the load of its inbox, and the messages of the last step
// flying between them. A core that is chosen shows where its messages go.

import type { App, View } from '../app.ts';
import { arrowTarget } from '../arrows.ts';
import { chessName, columnOf, rowOf, type Board } from '../board.ts';
import { el, rich, setAttribute, setText, svg } from '../dom.ts';
import { formatNumber, formatShort, t } from '../language.ts';
import type { Snapshot } from '../session.ts';
import { css, heat, inkOn, reducedMotion } from '../theme.ts';
import { centreX, centreY, drawBoard, type BoardDrawing, UNIT } from './board_drawing.ts';
import { Flights } from './flights.ts';

/** Steps that follow each other faster than this have no flights. */
const SHORTEST_FLIGHT_MS = 220;
const LONGEST_FLIGHT_MS = 900;

/** From the edge of one core to the edge of the other, so that the numbers stay readable. */
function link(board: Board, source: number, target: number): SVGPathElement {
  const [x, y] = [centreX(board, source), centreY(board, source)];
  const [dx, dy] = [centreX(board, target) - x, centreY(board, target) - y];
  const at = (part: number): string => `${x + dx * part} ${y + dy * part}`;
  return svg('path', { class: 'link', d: `M${at(0.24)}L${at(0.76)}` });
}

export function coresView(app: App): View {
  const place = el('div', { class: 'place' });
  const detail = el('p', { class: 'detail', 'aria-live': 'polite', id: 'core-detail' });
  const title = el('h2', { id: 'cores-title' });
  const ramp = el('span', { class: 'ramp', 'aria-hidden': 'true' });
  const most = el('span', {});
  const kind = el('span', {});
  const root = el('section', { class: 'card cores', 'aria-labelledby': 'cores-title' },
    title, el('p', { class: 'hint' }, ...rich('cores.hint')), place,
    el('p', { class: 'legend' }, kind, el('span', {}, formatNumber(0)), ramp, most), detail);

  let board: Board | null = null;
  let drawing: BoardDrawing | null = null;
  let loads: SVGTextElement[] = [];
  let names: SVGTextElement[] = [];
  let links = svg('g', { class: 'links' });
  const flights = new Flights();
  let shown: Snapshot | null = null;
  let shownCore: number | null = null;
  let steppedAt = -Infinity;

  function build(next: Board): void {
    board = next;
    drawing = drawBoard(next, false);
    const text = (square: number, y: number, kindOfText: string): SVGTextElement => svg('text', {
      class: kindOfText, x: centreX(next, square), y: centreY(next, square) + y,
    });
    loads = Array.from({ length: next.area }, (_, square) => text(square, 6, 'load'));
    names = Array.from({ length: next.area }, (_, square) => text(square, -9, 'core-name'));
    links = svg('g', { class: 'links' });
    drawing.squares.forEach((square, index) => {
      if (!square) return;
      names[index]!.textContent = chessName(next, index);
      for (const [name, value] of Object.entries({
        rx: 5, x: columnOf(next, index) * UNIT + 1.5, y: rowOf(next, index) * UNIT + 1.5,
        width: UNIT - 3, height: UNIT - 3, tabindex: index === 0 ? 0 : -1, role: 'button',
        class: 'core',
      })) square.setAttribute(name, String(value));
      square.addEventListener('click', () =>
        app.showCore(app.looks.core === index ? null : index));
      square.addEventListener('keydown', (event) => move(event, index));
    });
    drawing.above.append(links, ...names, ...loads);
    setAttribute(drawing.root, 'role', 'group');
    setAttribute(drawing.root, 'aria-label', t('cores.board'));
    flights.stop();
    place.replaceChildren(drawing.root, flights.canvas);
    shown = null;
  }

  function move(event: KeyboardEvent, square: number): void {
    if (!board || !drawing) return;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      return app.showCore(app.looks.core === square ? null : square);
    }
    const target = arrowTarget(board, square, event.key);
    if (target === null) return;
    event.preventDefault();
    const next = drawing.squares[target];
    if (!next) return;
    drawing.squares[square]?.setAttribute('tabindex', '-1');
    next.setAttribute('tabindex', '0');
    next.focus();
  }

  function showLoads(inbox: readonly number[]): void {
    if (!board || !drawing) return;
    const largest = Math.max(1, ...inbox);
    drawing.squares.forEach((square, index) => {
      if (!board || !square) return;
      const load = inbox[index] ?? 0;
      const ground = heat((0.92 * load) / largest);
      const ink = inkOn(ground);
      square.style.fill = css(ground);
      names[index]!.style.fill = loads[index]!.style.fill = ink;
      const text = formatShort(load);
      setText(loads[index]!, text);
      loads[index]!.classList.toggle('long', text.length > 5);
      loads[index]!.classList.toggle('nothing', load === 0);
      setAttribute(square, 'aria-label', t('cores.label', { core: chessName(board, index), n: load }));
    });
    setText(most, formatShort(largest));
    ramp.style.background = `linear-gradient(90deg, ${css(heat(0))}, ${css(heat(0.92))})`;
  }

  function pairs(values: readonly number[]): string {
    return values.map((sent, square) => [sent, square] as const).filter(([sent]) => sent > 0)
      .map(([sent, square]) => `${chessName(board!, square)} ${formatNumber(sent)}`).join(', ');
  }

  function showDetail(shot: Snapshot): void {
    const { core } = app.looks;
    if (!board) return;
    links.replaceChildren();
    drawing?.squares.forEach((square, index) => square?.classList.toggle('chosen', index === core));
    if (core === null) return detail.replaceChildren(...rich('cores.choose'));
    const load = shot.inbox[core] ?? 0;
    const nodes = rich('cores.detail', { core: chessName(board, core), n: load });
    if (shot.sent) {
      const from = shot.sent.messages.map((row) => row[core] ?? 0);
      const to = shot.sent.messages[core] ?? [];
      nodes.push(document.createTextNode(' '), ...rich('cores.detailStep', {
        level: shot.sent.depth, received: pairs(from) || '–', sent: pairs(to) || '–',
      }));
      for (const target of board.moves[core] ?? []) links.append(link(board, core, target));
    }
    detail.replaceChildren(...nodes);
  }

  /** Flights only for a step that has just been made and leaves them the time. */
  function animate(shot: Snapshot): void {
    const { session } = app;
    if (!session || !board || !drawing || shot.step === shown?.step) return;
    const isNext = shot.step?.depth === (shown?.step?.depth ?? -1) + 1;
    const now = performance.now();
    const since = now - steppedAt;
    steppedAt = now;
    flights.stop();
    if (!isNext || !shot.step || shot.isLast || reducedMotion() || document.hidden) return;
    const planned = app.pacer?.isRunning && app.pace !== 'fast' ? 900 / (app.pace as number)
      : app.pacer?.isRunning ? 0 : since;
    const duration = Math.min(LONGEST_FLIGHT_MS, planned);
    if (duration >= SHORTEST_FLIGHT_MS) flights.start(drawing.root, board, shot.step, duration);
  }

  return {
    root,
    render() {
      const { session } = app;
      if (!session) return;
      if (board !== session.board) build(session.board);
      const shot = session.snapshot();
      setText(title, t('cores.title', { n: session.board.squares }));
      setText(kind, t(shot.inboxIsMerged ? 'cores.states' : 'cores.received'));
      if (shot === shown && app.looks.core === shownCore) return;
      if (shot !== shown) showLoads(shot.inbox);
      showDetail(shot);
      animate(shot);
      shown = shot;
      shownCore = app.looks.core;
    },
  };
}

