// Which tours are the same tour, seen from another side.
//
// A board can be mirrored and rotated onto itself: in 8 ways if it is a square, in 4 if it is not.
// A tour can also be walked backwards, and a closed tour can begin on any of its squares. Two tours
// are copies of each other if some of these turn one into the other. To find that out by comparing
// sequences, a tour is replaced by its canonical copy: the lexicographically first of all its
// copies. Copies have the same canonical copy, others have not; no hash decides anything.

/** The image of each square. */
export type Symmetry = Uint8Array;

/** A tour as its squares in the order of visit. */
export type Tour = Uint8Array;

/** The symmetries of the board, the identity first: 8 on squares, else 4. */
export function symmetriesOf(rows: number, columns: number): Symmetry[] {
  const found: Symmetry[] = [];
  for (const transposed of rows === columns ? [false, true] : [false]) {
    for (const upsideDown of [false, true]) {
      for (const mirrored of [false, true]) {
        found.push(Uint8Array.from({ length: rows * columns }, (_, square) => {
          const row = Math.floor(square / columns);
          const column = square % columns;
          const r = upsideDown ? rows - 1 - row : row;
          const c = mirrored ? columns - 1 - column : column;
          return transposed ? c * columns + r : r * columns + c;
        }));
      }
    }
  }
  return found;
}

/** What makes two tours copies of each other. */
export interface Sameness {
  /** With the identity. */
  readonly symmetries: readonly Symmetry[];
  readonly reversal: boolean;
  /** The tours are closed: where one is said to begin does not matter. */
  readonly closed: boolean;
}

/** Of all copies of the tour the lexicographically first. A closed tour must visit square 0. */
export function canonicalTour(tour: Tour, same: Sameness): Tour {
  const length = tour.length;
  const best = new Uint8Array(length).fill(255);  // no square is 255: the first copy is smaller
  for (const image of same.symmetries) {
    // The first copy of a closed tour begins on square 0, wherever in the tour that is.
    const zero = same.closed ? tour.findIndex((square) => image[square] === 0) : 0;
    for (const step of same.reversal ? [1, -1] : [1]) {
      let at = same.closed || step === 1 ? zero : length - 1;
      let smaller = false;
      for (let i = 0; i < length; i++) {
        const square = image[tour[at]!]!;
        if (!smaller && square > best[i]!) break;
        smaller ||= square < best[i]!;
        best[i] = square;
        at = (at + step + length) % length;
      }
    }
  }
  return best;
}
