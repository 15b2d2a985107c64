// Every tour of a small board by plain backtracking, to compare with. It shares the move table with
// the page and nothing else.

import type { Board } from '../src/board.ts';

export function allTours(board: Board, closedFrom: number | null = null): Uint8Array[] {
  const found: Uint8Array[] = [];
  const path: number[] = [];
  const visited = new Array<boolean>(board.area).fill(false);
  /** Whether a closed tour can still return: a square next to its start is free. */
  const canReturn = (): boolean => closedFrom === null || path.length < 2 ||
    board.moves[closedFrom]!.some((last) => !visited[last]);
  const walk = (square: number): void => {
    path.push(square);
    visited[square] = true;
    if (path.length < board.squares) {
      if (canReturn()) for (const next of board.moves[square]!) if (!visited[next]) walk(next);
    } else if (closedFrom === null || board.moves[square]!.includes(closedFrom)) {
      found.push(Uint8Array.from(path));
    }
    visited[square] = false;
    path.pop();
  };
  if (closedFrom !== null) walk(closedFrom);
  else for (let start = 0; start < board.area; start++) walk(start);
  return found;
}
