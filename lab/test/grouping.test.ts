// Classes of tours, compared with published counts and with Burnside's lemma: the number of classes
// is the mean, over all ways of copying, of the number of tours that the way leaves as they are.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeBoard, type Board } from '../src/board.ts';
import { Grouping } from '../src/tours/grouping.ts';
import { canonicalTour, symmetriesOf, type Sameness, type Tour } from '../src/tours/symmetry.ts';
import { allTours } from './all_tours.ts';

const samenessOf = (board: Board, mirrors: boolean, reversal: boolean,
                    closed = false): Sameness => {
  const all = symmetriesOf(board.rows, board.columns);
  return { symmetries: mirrors ? all : all.slice(0, 1), reversal, closed };
};

function classesOf(tours: readonly Tour[], same: Sameness): number[][] {
  const grouping = new Grouping(same);
  for (const tour of tours) grouping.add(tour);
  assert.equal(grouping.added, tours.length);
  return grouping.classes;
}

/** A closed tour from where it visits square 0. */
const turned = (tour: Tour): Tour => {
  const zero = tour.indexOf(0);
  return Uint8Array.from(tour, (_, i) => tour[(i + zero) % tour.length]!);
};

function classesByBurnside(tours: readonly Tour[], same: Sameness): number {
  const { symmetries, reversal, closed } = same;
  const plain = (tour: Tour): string => (closed ? turned(tour) : tour).join();
  let kept = 0;
  for (const image of symmetries) {
    for (const backwards of reversal ? [false, true] : [false]) {
      for (const tour of tours) {
        const copy = tour.map((square) => image[square]!);
        if (backwards) copy.reverse();
        if (plain(copy) === plain(tour)) kept++;
      }
    }
  }
  return kept / (symmetries.length * (reversal ? 2 : 1));
}

const fiveByFive = allTours(makeBoard(5, 5));

test('a square has 8 symmetries and a rectangle 4, all of which keep the knight’s moves', () => {
  for (const [rows, columns, ways] of [[5, 5, 8], [3, 4, 4], [4, 3, 4]] as const) {
    const { moves } = makeBoard(rows, columns);
    const symmetries = symmetriesOf(rows, columns);
    assert.equal(new Set(symmetries.map((image) => image.join())).size, ways);
    for (const image of symmetries) {
      assert.equal(new Set(image).size, rows * columns);
      moves.forEach((targets, square) => assert.deepEqual(
        targets.map((target) => image[target]!).sort((a, b) => a - b), moves[image[square]!]));
    }
  }
});

test('5x5: 1728 tours, 864 up to reversal, 216 up to symmetry, 112 up to both', () => {
  const board = makeBoard(5, 5);
  const tours = fiveByFive;
  const alone = samenessOf(board, false, false);
  const reversed = samenessOf(board, false, true);
  const mirrored = samenessOf(board, true, false);
  const both = samenessOf(board, true, true);
  assert.equal(classesOf(tours, alone).length, 1728);  // OEIS A165134
  assert.equal(classesOf(tours, reversed).length, 864);  // OEIS A083386
  for (const same of [mirrored, both])
    assert.equal(classesOf(tours, same).length, classesByBurnside(tours, same));
  assert.deepEqual(new Set(classesOf(tours, mirrored).map(({ length }) => length)), new Set([8]));
  const sizes = classesOf(tours, both).map(({ length }) => length);
  assert.equal(sizes.filter((size) => size === 16).length, 104);
  assert.equal(sizes.filter((size) => size === 8).length, 8);  // a half turn is their reversal
  assert.equal(sizes.length, 112);
});

test('open tours of 3x4, 4x5 and 4x6: 3, 22 and 186 classes up to symmetry and reversal', () => {
  for (const [rows, columns, classes] of [[3, 4, 3], [4, 5, 22], [4, 6, 186]] as const) {
    const board = makeBoard(rows, columns);
    const tours = allTours(board);
    assert.equal(classesOf(tours, samenessOf(board, true, true)).length, classes);  // OEIS A328341
  }
});

test('closed tours of 5x6: 8 undirected, wherever each is said to begin', () => {
  const board = makeBoard(5, 6);
  const tours = allTours(board, 0);
  const begun = tours.map((tour, i) =>
    Uint8Array.from(tour, (_, k) => tour[(k + i) % tour.length]!));
  for (const mirrors of [false, true]) {
    for (const reversal of [false, true]) {
      const same = samenessOf(board, mirrors, reversal, true);
      assert.equal(classesOf(tours, same).length, classesByBurnside(tours, same));
      assert.deepEqual(classesOf(begun, same), classesOf(tours, same));
    }
  }
  assert.equal(classesOf(tours, samenessOf(board, false, true, true)).length, 8);  // OEIS A175855
});

test('every copy of a tour has the same canonical copy, which is the least of them', () => {
  const board = makeBoard(5, 5);
  const same = samenessOf(board, true, true);
  const tour = fiveByFive[700]!;
  const copies = same.symmetries.map((image) => tour.map((square) => image[square]!))
    .flatMap((copy) => [copy, copy.slice().reverse()]);
  const least = copies.map((copy) => String.fromCharCode(...copy)).sort()[0];
  for (const copy of copies) {
    assert.equal(String.fromCharCode(...canonicalTour(copy, same)), least);
  }
});

test('classes keep the order of the list, each with its tours ascending', () => {
  const board = makeBoard(3, 4);
  const classes = classesOf(allTours(board), samenessOf(board, true, true));
  const firsts = classes.map(([first]) => first!);
  assert.deepEqual(firsts, [...firsts].sort((a, b) => a - b));
  for (const members of classes) assert.deepEqual(members, [...members].sort((a, b) => a - b));
  assert.deepEqual(classes.flat().sort((a, b) => a - b), [...Array(16).keys()]);
});
