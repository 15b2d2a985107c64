// The board: rows x columns squares, some possibly missing, and the knight's moves.
//
//     3 x 4      0  1  2  3        a3 b3 c3 d3      squares are numbered row * columns + column,
//                4  5  6  7        a2 b2 c2 d2      0 at the upper left; a1 is the lower left corner
//                8  9 10 11        a1 b1 c1 d1

export const MOST_SQUARES = 64;

export interface Board {
  readonly rows: number;
  readonly columns: number;
  /** rows * columns, missing squares included. */
  readonly area: number;
  readonly missing: ReadonlySet<number>;
  /** Squares that exist: the length of a tour. */
  readonly squares: number;
  /** By square, the present squares one knight's move away, ascending. */
  readonly moves: readonly (readonly number[])[];
}

const JUMPS = [-2, -1, 1, 2].flatMap((down) =>
  (Math.abs(down) === 2 ? [-1, 1] : [-2, 2]).map((right) => [down, right] as const));

/** Throws RangeError where the board is empty or has more than 64 squares. */
export function makeBoard(rows: number, columns: number, missing: Iterable<number> = []): Board {
  const area = rows * columns;
  if (!Number.isInteger(rows) || !Number.isInteger(columns) || rows < 1 || columns < 1 ||
      area > MOST_SQUARES)
    throw new RangeError(`no board of ${rows} x ${columns}`);
  const gaps = new Set([...missing].filter((square) => square >= 0 && square < area));
  const moves = Array.from({ length: area }, (_, square) => {
    if (gaps.has(square)) return [];
    const row = Math.floor(square / columns);
    const column = square % columns;
    return JUMPS.map(([down, right]) => [row + down, column + right] as const)
      .filter(([r, c]) => r >= 0 && r < rows && c >= 0 && c < columns)
      .map(([r, c]) => r * columns + c)
      .filter((target) => !gaps.has(target))
      .sort((a, b) => a - b);
  });
  return { rows, columns, area, missing: gaps, squares: area - gaps.size, moves };
}

export const rowOf = (board: Board, square: number): number => Math.floor(square / board.columns);
export const columnOf = (board: Board, square: number): number => square % board.columns;
export const squareAt = (board: Board, row: number, column: number): number =>
  row * board.columns + column;

/** 0 for the dark squares, of which a1 is one, 1 for the light ones. */
export const colourOf = (board: Board, square: number): 0 | 1 =>
  ((board.rows - 1 - rowOf(board, square) + columnOf(board, square)) % 2) as 0 | 1;

/** a, b, ..., z, aa, ab, ... */
export function columnName(column: number): string {
  const letter = String.fromCharCode(97 + (column % 26));
  return column < 26 ? letter : columnName(Math.floor(column / 26) - 1) + letter;
}

export const chessName = (board: Board, square: number): string =>
  columnName(columnOf(board, square)) + (board.rows - rowOf(board, square));

export const boardName = (board: Board): string => `${board.rows} × ${board.columns}`;
