// A tour as a string: one character a square, in order of visit, of the base64url alphabet.

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const NUMBER = new Map([...ALPHABET].map((letter, square) => [letter, square]));

/** The squares in order of visit. Throws SyntaxError at a character that is no square. */
export function decodeTour(code: string): number[] {
  return Array.from(code, (letter) => {
    const square = NUMBER.get(letter);
    if (square === undefined) throw new SyntaxError(`"${letter}" is no square of a tour`);
    return square;
  });
}

/** Throws RangeError at a number that is no square. */
export function encodeTour(squares: Iterable<number>): string {
  return Array.from(squares, (square) => {
    const letter = ALPHABET[square];
    if (letter === undefined) throw new RangeError(`${square} is no square of a tour`);
    return letter;
  }).join('');
}
