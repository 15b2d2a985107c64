// Boards, squares and tours by name and by code.

import assert from 'node:assert/strict';
import test from 'node:test';
import { arrowTarget } from '../src/arrows.ts';
import { chessName, colourOf, columnName, makeBoard } from '../src/board.ts';
import { freeMoves, fullMask, otherRoute, squaresOf } from '../src/states.ts';
import { decodeTour, encodeTour } from '../src/tour_code.ts';

test('squares have the names of the engine', () => {
  const board = makeBoard(3, 4);
  assert.deepEqual([0, 3, 4, 8, 11].map((square) => chessName(board, square)),
    ['a3', 'd3', 'a2', 'a1', 'd1']);
  assert.equal(columnName(25), 'z');
  assert.equal(columnName(26), 'aa');
  assert.equal(columnName(63), 'bl');
});

test('a knight has 96 moves on 5x5, 336 on the chessboard, none on 1xn', () => {
  const moves = (rows: number, columns: number): number =>
    makeBoard(rows, columns).moves.flat().length;
  assert.equal(moves(5, 5), 96);
  assert.equal(moves(8, 8), 336);
  assert.equal(moves(1, 64), 0);
});

test('every move changes colour, and a1 is dark', () => {
  for (const [rows, columns] of [[5, 5], [8, 8], [4, 5]] as const) {
    const board = makeBoard(rows, columns);
    board.moves.forEach((targets, square) => targets.forEach((target) =>
      assert.notEqual(colourOf(board, square), colourOf(board, target))));
    assert.equal(colourOf(board, (rows - 1) * columns), 0);
  }
});

test('missing squares are no squares', () => {
  const board = makeBoard(3, 3, [4]);
  assert.equal(board.squares, 8);
  assert.deepEqual(board.moves[4], []);
  assert.ok(makeBoard(3, 4, [9]).moves.every((targets) => !targets.includes(9)));
});

test('boards that cannot be are refused', () => {
  for (const [rows, columns] of [[0, 5], [5, 13], [2.5, 4], [-1, -1]] as const)
    assert.throws(() => makeBoard(rows, columns), RangeError);
});

test('a tour code has one letter a square, in the base64url alphabet', () => {
  assert.equal(encodeTour([0, 25, 26, 51, 52, 61, 62, 63]), 'AZaz09-_');
  const all = Array.from({ length: 64 }, (_, square) => square);
  assert.deepEqual(decodeTour(encodeTour(all)), all);
  assert.throws(() => decodeTour('A+'), SyntaxError);
  assert.throws(() => encodeTour([64]), RangeError);
});

test('masks are read and written with all their digits', () => {
  assert.deepEqual(squaresOf('0x1021'), [0, 5, 12]);
  assert.deepEqual(squaresOf('0x8000000000000001'), [0, 63]);
  assert.equal(fullMask(makeBoard(5, 5), '0x1021'), '0x0001021');
});

// A sample of level 6 of 5x5: 20 11 8 17 24 13 6 and one more way to the same state.
const SAMPLE = {
  visited: '0x1122940', endpoint: 6, multiplicity: '2', path: [20, 11, 8, 17, 24, 13, 6],
};

test('free moves are those to unvisited squares', () => {
  assert.deepEqual(freeMoves(makeBoard(5, 5), SAMPLE), [3, 15]);
});

test('the other route to a state visits the same squares and ends on the same one', () => {
  const board = makeBoard(5, 5);
  const all = new Set(Array.from({ length: 25 }, (_, square) => square));
  const other = otherRoute(board, SAMPLE, all);
  assert.ok(other);
  assert.notDeepEqual(other, SAMPLE.path);
  assert.deepEqual([...other].sort((a, b) => a - b), squaresOf(SAMPLE.visited));
  assert.equal(other.at(-1), 6);
  other.slice(1).forEach((square, i) => assert.ok(board.moves[other[i]!]!.includes(square)));
  assert.equal(otherRoute(board, { ...SAMPLE, visited: '0x1', endpoint: 0, path: [0] }, all), null);
});

test('arrow keys stay on the board', () => {
  const board = makeBoard(3, 4);
  assert.deepEqual(['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'a'].map((key) =>
    arrowTarget(board, 4, key)), [0, 8, 4, 5, null]);
});
