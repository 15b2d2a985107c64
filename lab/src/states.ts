// What can be read off a sample: its squares, the moves it has left, and another route to the same
// state, which is what makes a duplicate.

import type { Board } from './board.ts';
import type { Sample } from './model.ts';

/** Squares of a hexadecimal mask (0x...), ascending. */
export function squaresOf(mask: string): number[] {
  const squares: number[] = [];
  for (let digit = mask.length - 1, square = 0; digit > 1; --digit, square += 4) {
    const four = parseInt(mask[digit]!, 16);
    for (let bit = 0; bit < 4; ++bit) if (four & (1 << bit)) squares.push(square + bit);
  }
  return squares;
}

/** The mask with all digits that the board's masks can have: 0x0001021. */
export const fullMask = (board: Board, mask: string): string =>
  `0x${BigInt(mask).toString(16).padStart(Math.ceil(board.area / 4), '0')}`;

/** Where the knight of a state can jump to. */
export function freeMoves(board: Board, state: Sample): number[] {
  const visited = new Set(squaresOf(state.visited));
  return (board.moves[state.endpoint] ?? []).filter((square) => !visited.has(square));
}

/** A route other than `state.path` over the same squares to the same end, from one of `starts`;
    null where there is none, or where `mostSteps` of search did not find one. */
export function otherRoute(board: Board, state: Sample, starts: ReadonlySet<number>,
                           mostSteps = 20_000): number[] | null {
  // Backwards from the end, as both routes share it.
  const left = new Set(squaresOf(state.visited));
  const route: number[] = [];
  let steps = 0;
  const walk = (square: number): boolean => {
    if (++steps > mostSteps) return false;
    left.delete(square);
    route.push(square);
    if (left.size === 0) {
      if (starts.has(square) && route.some((one, i) => one !== state.path.at(-1 - i))) return true;
    } else {
      for (const next of board.moves[square] ?? [])
        if (left.has(next) && walk(next)) return true;
    }
    left.add(square);
    route.pop();
    return false;
  };
  return walk(state.endpoint) ? route.reverse() : null;
}
