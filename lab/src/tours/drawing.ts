// A tour as a picture: shapes without a document. The same drawing becomes elements of the page,
// coloured by its style sheet, or the text of a file, coloured by attributes. Start and end differ
// from the other squares by their form, not only by colour.
//
//     +------+------+      a square of the board is SIDE units wide; its number stands in a mark on
//     | (1)--|-- \  |      its centre: a disc with a ring where the tour starts, a square where an
//     +------+------+      open one ends, else a disc; the line runs below the marks

import type { Board } from '../board.ts';
import { colourOf, columnOf, rowOf } from '../board.ts';
import type { Tour } from './symmetry.ts';

export interface Shape {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly text?: string;
  readonly children?: readonly Shape[];
}

export interface Picture {
  readonly board: Board;
  readonly tour: Tour;
  readonly closed: boolean;
}

export const SIDE = 40;
const MARK_RADIUS = 12;

/** Moves of the whole tour, the return of a closed one included. */
export const movesOf = ({ tour, closed }: Picture): number =>
  closed && tour.length > 1 ? tour.length : tour.length - 1;

/** The square after that many moves. */
export const squareAfter = ({ tour }: Picture, moves: number): number => tour[moves % tour.length]!;

/** The middle of a square. */
export const middleOf = (board: Board, square: number): [number, number] =>
  [(columnOf(board, square) + 0.5) * SIDE, (rowOf(board, square) + 0.5) * SIDE];

export const viewBoxOf = (board: Board): string =>
  `0 0 ${board.columns * SIDE} ${board.rows * SIDE}`;

/** The `d` of the line that the first moves make. */
export function linePath(picture: Picture, moves: number): string {
  const points = Array.from({ length: moves + 1 }, (_, move) =>
    middleOf(picture.board, squareAfter(picture, move)).join(' '));
  return `M${points.join('L')}`;
}

/** The `d` that covers the squares of one colour. */
function coloured(board: Board, colour: 0 | 1): string {
  let d = '';
  for (let square = 0; square < board.area; square++) {
    if (colourOf(board, square) !== colour || board.missing.has(square)) continue;
    const [x, y] = [columnOf(board, square) * SIDE, rowOf(board, square) * SIDE];
    d += `M${x} ${y}h${SIDE}v${SIDE}h-${SIDE}z`;
  }
  return d;
}

const boardShapes = (board: Board): Shape[] => [
  { tag: 'path', attributes: { class: 'tour-light', d: coloured(board, 0) } },
  { tag: 'path', attributes: { class: 'tour-dark', d: coloured(board, 1) } },
];

/** What the form of a mark says. */
type Role = 'start' | 'end' | 'passed';

export function markShapes([cx, cy]: readonly [number, number], role: Role,
                           radius: number): Shape[] {
  if (role === 'passed')
    return [{ tag: 'circle', attributes: { class: 'tour-mark', cx, cy, r: radius } }];
  if (role === 'end') {
    const side = 2 * radius;
    const box = { x: cx - radius, y: cy - radius, width: side, height: side };
    return [{ tag: 'rect', attributes: { class: 'tour-end', ...box } }];
  }
  return [
    { tag: 'circle', attributes: { class: 'tour-ring', cx, cy, r: radius * 1.35 } },
    { tag: 'circle', attributes: { class: 'tour-start', cx, cy, r: radius } },
  ];
}

/** The large drawing after that many moves: board, line, and the numbers of the squares visited. */
export function tourShapes(picture: Picture, moves: number): Shape[] {
  const { board, tour, closed } = picture;
  const shapes = boardShapes(board);
  shapes.push({ tag: 'path', attributes: { class: 'tour-line', d: linePath(picture, moves) } });
  for (let i = 0; i <= moves && i < tour.length; i++) {
    const role = i === 0 ? 'start' : i === tour.length - 1 && !closed ? 'end' : 'passed';
    const middle = middleOf(board, tour[i]!);
    const [x, y] = middle;
    shapes.push(...markShapes(middle, role, MARK_RADIUS), {
      tag: 'text',
      attributes: {
        'class': role === 'passed' ? 'tour-number' : 'tour-number-marked', x, 'y': y + 4.5,
        'text-anchor': 'middle',
      },
      text: String(i + 1),
    });
  }
  return shapes;
}

/** The small drawing: board, line, start and end. */
export function thumbnailShapes(picture: Picture): Shape[] {
  const { board, tour, closed } = picture;
  const d = linePath(picture, movesOf(picture));
  const end = middleOf(board, tour[tour.length - 1]!);
  return [
    ...boardShapes(board),
    { tag: 'path', attributes: { class: 'tour-line', d } },
    ...(closed || tour.length < 2 ? [] : markShapes(end, 'end', MARK_RADIUS * 0.7)),
    ...markShapes(middleOf(board, tour[0]!), 'start', MARK_RADIUS * 0.7),
  ];
}

/** The numbering as text: one line a row of the board, the numbers aligned to the right. */
export function numberingText(board: Board, tour: Tour): string {
  const numbers = new Array<string>(board.area).fill('');
  tour.forEach((square, i) => (numbers[square] = String(i + 1)));
  const width = String(tour.length).length;
  return Array.from({ length: board.rows }, (_, row) =>
    numbers.slice(row * board.columns, (row + 1) * board.columns)
      .map((number) => number.padStart(width)).join(' ')).join('\n');
}
