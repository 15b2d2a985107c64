// The messages of a step: source by target, with the totals of rows and columns as bars. Drawn on a
// canvas, because a board of 64 squares has 4096 pairs.

import type { App, View } from '../app.ts';
import { arrowStep } from '../arrows.ts';
import { chessName, type Board } from '../board.ts';
import { el, rich, setText } from '../dom.ts';
import { t } from '../language.ts';
import type { LevelEvent } from '../model.ts';
import { colour, css, heat } from '../theme.ts';

const GAP = 6;

/** Pixels: room for names, for cells, for the bars of totals. */
interface Layout {
  readonly names: number;
  readonly totals: number;
  readonly cell: number;
  readonly side: number;
  readonly size: number;
}

function layoutOf(width: number, count: number): Layout {
  const [names, totals] = width < 420 ? [22, 26] : [30, 44];
  const cell = Math.max(3, Math.floor((width - names - totals - GAP) / count));
  const side = cell * count;
  return { names, totals, cell, side, size: names + side + GAP + totals };
}

interface Sums {
  readonly rows: readonly number[];
  readonly columns: readonly number[];
  readonly all: number;
  readonly largest: number;
}

function sumsOf(messages: LevelEvent['messages']): Sums {
  const rows = messages.map((row) => row.reduce((sum, sent) => sum + sent, 0));
  const columns = messages.map((_, target) =>
    messages.reduce((sum, row) => sum + (row[target] ?? 0), 0));
  return {
    rows, columns,
    all: rows.reduce((sum, sent) => sum + sent, 0),
    largest: Math.max(1, ...messages.map((row) => Math.max(0, ...row))),
  };
}

export function messagesView(app: App): View {
  const canvas = el('canvas', {
    tabindex: 0, role: 'img', id: 'matrix', 'aria-describedby': 'matrix-readout',
  });
  const readout = el('p', { class: 'detail', id: 'matrix-readout', 'aria-live': 'polite' });
  const title = el('h2', { id: 'messages-title' });
  const box = el('div', { class: 'matrix' }, canvas);
  const root = el('section', { class: 'card messages', 'aria-labelledby': 'messages-title' },
    title, el('p', { class: 'hint' }, ...rich('messages.hint')),
    el('p', { class: 'axes', 'aria-hidden': 'true' }, t('messages.axes')), box, readout);

  let board: Board | null = null;
  let step: LevelEvent | null = null;
  let sums: Sums | null = null;
  let layout = layoutOf(400, 25);
  let drawn = '';

  const choose = (source: number, target: number): void => {
    if (!board) return;
    const inside = (square: number): number => Math.max(0, Math.min(board!.area - 1, square));
    app.looks.pair = { source: inside(source), target: inside(target) };
    app.invalidate();
  };
  const point = (event: PointerEvent): void => {
    const { left, top } = canvas.getBoundingClientRect();
    const target = Math.floor((event.clientX - left - layout.names) / layout.cell);
    const source = Math.floor((event.clientY - top - layout.names) / layout.cell);
    if (board && target >= 0 && source >= 0 && target < board.area && source < board.area)
      choose(source, target);
  };
  canvas.addEventListener('pointermove', point);
  canvas.addEventListener('pointerdown', point);
  canvas.addEventListener('keydown', (event) => {
    const step = arrowStep(event.key);
    const { pair } = app.looks;
    if (!step) return;
    event.preventDefault();
    const [down, right] = step;
    choose((pair?.source ?? -down) + down, (pair?.target ?? -right) + right);
  });
  let room = 0;
  new ResizeObserver(([entry]) => {
    room = entry?.contentRect.width ?? 0;
    app.invalidate();
  }).observe(box);

  function draw(width: number): void {
    if (!board) return;
    layout = layoutOf(width, board.area);
    const { size } = layout;
    const scale = window.devicePixelRatio || 1;
    canvas.width = size * scale;
    canvas.height = size * scale;
    canvas.style.width = canvas.style.height = `${size}px`;
    const paint = canvas.getContext('2d');
    if (!paint) return;
    paint.scale(scale, scale);
    paint.clearRect(0, 0, size, size);
    drawCells(paint);
    drawTotals(paint);
    drawNames(paint);
  }

  function drawCells(paint: CanvasRenderingContext2D): void {
    const { names, cell, side } = layout;
    paint.fillStyle = css(colour('--sunken'));
    paint.fillRect(names, names, side, side);
    const gap = cell > 7 ? 1 : 0;
    const may = css(colour('--line'));
    for (let source = 0; source < board!.area; ++source)
      for (const target of board!.moves[source]!) {
        const sent = step?.messages[source]?.[target] ?? 0;
        paint.fillStyle = sent === 0 ? may : css(heat(0.15 + (0.85 * sent) / sums!.largest));
        paint.fillRect(names + target * cell, names + source * cell, cell - gap, cell - gap);
      }
    const { pair, core } = app.looks;
    const source = pair?.source ?? core;
    const target = pair?.target ?? core;
    if (source === null || target === null) return;
    paint.fillStyle = css(colour('--focus'));
    paint.globalAlpha = 0.14;
    paint.fillRect(names, names + source * cell, side, cell);
    paint.fillRect(names + target * cell, names, cell, side);
    paint.globalAlpha = 1;
    if (!pair) return;
    paint.strokeStyle = css(colour('--focus'));
    paint.lineWidth = 2;
    paint.strokeRect(names + pair.target * cell - 1, names + pair.source * cell - 1, cell + 1, cell + 1);
  }

  function drawTotals(paint: CanvasRenderingContext2D): void {
    const { names, totals, cell, side } = layout;
    if (!sums) return;
    const largest = Math.max(1, ...sums.rows, ...sums.columns);
    const edge = names + side + GAP;
    const thick = Math.max(1, cell - (cell > 7 ? 3 : 1));
    paint.fillStyle = css(colour('--state'));
    sums.rows.forEach((sent, source) => paint.fillRect(
      edge, names + source * cell + (cell - thick) / 2, (sent / largest) * totals, thick));
    paint.fillStyle = css(colour('--child'));
    sums.columns.forEach((sent, target) => paint.fillRect(
      names + target * cell + (cell - thick) / 2, edge, thick, (sent / largest) * totals));
  }

  function drawNames(paint: CanvasRenderingContext2D): void {
    const { names, cell } = layout;
    const every = Math.max(1, Math.ceil(11 / cell));
    const { pair } = app.looks;
    paint.font = `${Math.min(12, Math.max(9, cell - 4))}px ${getComputedStyle(canvas).fontFamily}`;
    paint.textBaseline = 'middle';
    for (let square = 0; square < board!.area; ++square) {
      const middle = names + (square + 0.5) * cell;
      const name = chessName(board!, square);
      const write = (isChosen: boolean, x: number, y: number, turned: boolean): void => {
        if (!isChosen && (square % every !== 0 || pairNear(turned ? pair?.target : pair?.source,
                                                           square, every))) return;
        paint.fillStyle = css(colour(isChosen ? '--ink' : '--ink-faint'));
        paint.save();
        paint.translate(x, y);
        if (turned) paint.rotate(-Math.PI / 2);
        paint.textAlign = turned ? 'left' : 'right';
        paint.fillText(name, 0, 0);
        paint.restore();
      };
      write(pair?.source === square, names - 5, middle, false);
      write(pair?.target === square, middle, names - 5, true);
    }
  }

  /** Whether the chosen square's name would be written over this one. */
  const pairNear = (chosen: number | undefined, square: number, every: number): boolean =>
    chosen !== undefined && chosen !== square && Math.abs(chosen - square) < every;

  function showReadout(): void {
    const { pair } = app.looks;
    if (!board || !step || !sums) return void setText(readout, t('messages.none'));
    if (!pair)
      return readout.replaceChildren(...rich('messages.total', { n: sums.all, level: step.depth }));
    const values = {
      source: chessName(board, pair.source), target: chessName(board, pair.target),
      n: step.messages[pair.source]?.[pair.target] ?? 0,
      row: sums.rows[pair.source] ?? 0, column: sums.columns[pair.target] ?? 0,
    };
    readout.replaceChildren(...rich(board.moves[pair.source]?.includes(pair.target)
      ? 'messages.pair' : 'messages.noPair', values));
  }

  return {
    root,
    render() {
      const { session } = app;
      if (!session || room === 0) return;
      board = session.board;
      const { sent } = session.snapshot();
      const width = Math.min(room, 640);
      const { pair, core } = app.looks;
      const about = `${width} ${board.area} ${pair?.source} ${pair?.target} ${core}`;
      if (sent === step && about === drawn && sums !== null) return;
      step = sent;
      drawn = about;
      sums = sumsOf(step?.messages ?? []);
      setText(title, step ? t('messages.titleLevel', { level: step.depth, next: step.depth + 1 })
        : t('messages.title'));
      canvas.setAttribute('aria-label', t('messages.picture', { n: sums.all }));
      draw(width);
      showReadout();
    },
  };
}
