// The gallery without a document: what it shows, which of it is drawn, and how a tour is walked.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeBoard } from '../src/board.ts';
import { Player } from '../src/tours/player.ts';
import { countsByStart, entriesOf } from '../src/tours/selection.ts';
import { inSlices } from '../src/tours/slices.ts';
import { placeAfterKey, placesNear } from '../src/tours/virtual_rows.ts';
import { allTours } from './all_tours.ts';

test('5x5: 304 tours start in a corner, 64 in the centre, none on the other colour', () => {
  const counts = countsByStart(allTours(makeBoard(5, 5)), 25);
  assert.deepEqual(counts, [  // OEIS A165134, examples
    304, 0, 56, 0, 304,
    0, 56, 0, 56, 0,
    56, 0, 64, 0, 56,
    0, 56, 0, 56, 0,
    304, 0, 56, 0, 304,
  ]);
});

test('the gallery shows all tours or those of one start square, alone or by classes', () => {
  const tours = [[0, 1], [1, 0], [0, 2], [2, 0]].map((tour) => Uint8Array.from(tour));
  const classes = [[0, 1], [2, 3]];
  assert.deepEqual(entriesOf(tours, null, null), [[0], [1], [2], [3]]);
  assert.deepEqual(entriesOf(tours, 0, null), [[0], [2]]);
  assert.deepEqual(entriesOf(tours, null, classes), classes);
  assert.deepEqual(entriesOf(tours, 1, classes), [[1]]);
  assert.deepEqual(entriesOf(tours, 3, classes), []);
});

test('only rows near the window are drawn', () => {
  const grid = { places: 50_000, perRow: 6, rowHeight: 100 };
  assert.deepEqual(placesNear(grid, 0, 500, 2), [0, 42]);
  assert.deepEqual(placesNear(grid, 10_050, 500, 2), [98 * 6, 108 * 6]);
  assert.deepEqual(placesNear(grid, 833_300 - 500, 500, 2), [8326 * 6, 50_000]);
  assert.deepEqual(placesNear({ ...grid, places: 4 }, 0, 500, 2), [0, 4]);
});

test('keys lead to places, and not beyond the first and the last', () => {
  const grid = { places: 20, perRow: 6, rowHeight: 100 };
  const after = (place: number, key: string): number | null => placeAfterKey(grid, place, key, 2);
  assert.equal(after(7, 'ArrowLeft'), 6);
  assert.equal(after(7, 'ArrowRight'), 8);
  assert.equal(after(7, 'ArrowUp'), 1);
  assert.equal(after(7, 'ArrowDown'), 13);
  assert.equal(after(3, 'ArrowUp'), 0);
  assert.equal(after(17, 'ArrowDown'), 19);
  assert.equal(after(19, 'PageUp'), 7);
  assert.equal(after(1, 'PageDown'), 13);
  assert.equal(after(7, 'Home'), 0);
  assert.equal(after(7, 'End'), 19);
  assert.equal(after(7, 'x'), null);
});

test('long work is done in order, in slices, and ends when it is no longer wanted', async () => {
  const done: number[] = [];
  let tasksBetween = 0;
  const between = setInterval(() => tasksBetween++, 1);
  const busy = (i: number): void => {
    done.push(i);
    for (const until = performance.now() + 5; performance.now() < until;);
  };
  assert.equal(await inSlices(3, 13, busy, new AbortController().signal), true);
  clearInterval(between);
  assert.deepEqual(done, [3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  assert.ok(tasksBetween >= 2, `${tasksBetween} tasks came between`);

  const end = new AbortController();
  done.length = 0;
  const first = (i: number): void => {
    done.push(i);
    if (i === 1) end.abort();
  };
  assert.equal(await inSlices(0, 10, first, end.signal), false);
  assert.deepEqual(done, [0, 1]);
});

test('a tour is shown whole, walked by steps, and played from the start to its end', (context) => {
  let tick: (() => void) | null = null;
  context.mock.method(globalThis, 'setInterval', (work: () => void) => {
    tick = work;
    return 1;
  });
  context.mock.method(globalThis, 'clearInterval', (timer: unknown) => {
    if (timer === 1) tick = null;
  });
  let changes = 0;
  const player = new Player(() => changes++);
  player.load(3);
  assert.equal(player.at, 3);
  player.goTo(player.at + 1);
  assert.equal(player.at, 3);
  player.goTo(-1);
  assert.equal(player.at, 0);
  player.goTo(3);
  player.play();
  assert.deepEqual([player.at, player.playing], [0, true]);
  tick!();
  assert.deepEqual([player.at, player.playing], [1, true]);
  player.pause();
  assert.deepEqual([player.at, player.playing, tick], [1, false, null]);
  player.play();
  tick!();
  tick!();
  assert.deepEqual([player.at, player.playing, tick], [3, false, null]);
  player.play();
  player.load(0);
  assert.deepEqual([player.at, player.playing], [0, false]);
  player.play();
  assert.equal(player.playing, false);
  assert.equal(changes, 12);
});
