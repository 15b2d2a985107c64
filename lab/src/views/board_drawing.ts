// A board as SVG: squares of 40 units, chess names in the margin.

import { chessName, colourOf, columnName, columnOf, rowOf, type Board } from '../board.ts';
import { svg } from '../dom.ts';

export const UNIT = 40;
const MARGIN = 18;

export const centreX = (board: Board, square: number): number =>
  (columnOf(board, square) + 0.5) * UNIT;
export const centreY = (board: Board, square: number): number => (rowOf(board, square) + 0.5) * UNIT;

export interface BoardDrawing {
  readonly root: SVGSVGElement;
  /** By square; null where the board has none. */
  readonly squares: readonly (SVGRectElement | null)[];
  /** Goes over the squares. */
  readonly above: SVGGElement;
}

/** `names` puts a, b, ... under the board and 1, 2, ... to its left. */
export function drawBoard(board: Board, names: boolean): BoardDrawing {
  const left = names ? MARGIN : 1;
  const below = names ? MARGIN : 1;
  const width = board.columns * UNIT;
  const height = board.rows * UNIT;
  const squares = Array.from({ length: board.area }, (_, square) => board.missing.has(square) ? null :
    svg('rect', {
      x: columnOf(board, square) * UNIT, y: rowOf(board, square) * UNIT, width: UNIT, height: UNIT,
      class: colourOf(board, square) === 0 ? 'square dark' : 'square light',
      'data-square': square, 'data-name': chessName(board, square),
    }));
  const above = svg('g');
  const labels = svg('g', { class: 'names', 'aria-hidden': 'true' });
  if (names) {
    for (let row = 0; row < board.rows; ++row)
      labels.append(svg('text', { x: -6, y: (row + 0.5) * UNIT, class: 'row-name' },
        String(board.rows - row)));
    for (let column = 0; column < board.columns; ++column)
      labels.append(svg('text', { x: (column + 0.5) * UNIT, y: height + 11 }, columnName(column)));
  }
  const root = svg('svg', {
    class: 'board', viewBox: `${-left} -1 ${width + left + 1} ${height + below + 2}`,
  }, ...squares, labels, above);
  return { root, squares, above };
}

/** A knight's head, about 24 units high, its middle at the origin. */
export const knight = (): SVGPathElement => svg('path', {
  class: 'knight',
  d: 'M-8 11H9V8C9 1 9-3 6-7 4-10 1-11-1-11L-3-14-5-10C-8-8-11-2-12 1-12 4-9 5-7 4L-3 2' +
     'C-2 4-7 6-8 11Z',
});
