// Where the arrow keys lead on a board.

import { columnOf, rowOf, squareAt, type Board } from './board.ts';

const STEPS: Readonly<Record<string, readonly [down: number, right: number]>> = {
  ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1],
};

/** Rows down and columns right; null for another key. */
export const arrowStep = (key: string): readonly [number, number] | null => STEPS[key] ?? null;

/** The square that the key leads to: `square` itself at the edge; null for another key. */
export function arrowTarget(board: Board, square: number, key: string): number | null {
  const step = arrowStep(key);
  if (!step) return null;
  const row = rowOf(board, square) + step[0];
  const column = columnOf(board, square) + step[1];
  const inside = row >= 0 && row < board.rows && column >= 0 && column < board.columns;
  return inside ? squareAt(board, row, column) : square;
}
