// A tour as shapes, as a file, and as text.
//
//     3 x 4      0  1  2  3      the first tour      1  4  7 10
//                4  5  6  7      of the board:       8 11  2  5
//                8  9 10 11                          3  6  9 12

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeBoard } from '../src/board.ts';
import {
  SIDE, linePath, movesOf, numberingText, squareAfter, thumbnailShapes, tourShapes, type Shape,
} from '../src/tours/drawing.ts';
import { svgFile } from '../src/tours/svg_file.ts';
import { allTours } from './all_tours.ts';

const board = makeBoard(3, 4);
const tour = Uint8Array.from([0, 6, 8, 1, 7, 9, 2, 4, 10, 3, 5, 11]);
const open = { board, tour, closed: false };
const closedBoard = makeBoard(5, 6);
const closed = { board: closedBoard, tour: allTours(closedBoard, 0)[0]!, closed: true };

const count = (shapes: readonly Shape[], role: string): number =>
  shapes.filter(({ attributes }) => attributes['class'] === role).length;

test('the numbering is as many lines as the board has rows, the numbers aligned', () => {
  assert.equal(numberingText(board, open.tour), ' 1  4  7 10\n 8 11  2  5\n 3  6  9 12');
  assert.equal(numberingText(makeBoard(1, 1), Uint8Array.of(0)), '1');
});

test('an open tour ends on its last square, a closed one where it began', () => {
  assert.equal(movesOf(open), 11);
  assert.equal(squareAfter(open, 11), 11);
  assert.equal(movesOf(closed), 30);
  assert.equal(squareAfter(closed, 30), 0);
  assert.equal(movesOf({ board: makeBoard(1, 1), tour: Uint8Array.of(0), closed: true }), 0);
});

test('the line goes from middle to middle', () => {
  assert.equal(linePath(open, 0), `M${SIDE / 2} ${SIDE / 2}`);
  assert.equal(linePath(open, 1), `M${SIDE / 2} ${SIDE / 2}L${2.5 * SIDE} ${1.5 * SIDE}`);
  assert.equal(linePath(closed, 30).split('L').at(-1), linePath(closed, 0).slice(1));
});

test('as many squares are numbered as were visited; start and end have their own forms', () => {
  const numbers = (shapes: readonly Shape[]): string[] =>
    shapes.filter(({ tag }) => tag === 'text').map(({ text }) => text ?? '');
  assert.deepEqual(numbers(tourShapes(open, 3)), ['1', '2', '3', '4']);
  assert.deepEqual(numbers(tourShapes(open, 11)), [...Array(12).keys()].map((i) => String(i + 1)));
  assert.deepEqual(numbers(tourShapes(closed, 30)).length, 30);
  for (const [shapes, ends] of [
    [tourShapes(open, 10), 0], [tourShapes(open, 11), 1], [tourShapes(closed, 30), 0],
    [thumbnailShapes(open), 1], [thumbnailShapes(closed), 0],
  ] as const) {
    assert.equal(count(shapes, 'tour-start'), 1);
    assert.equal(count(shapes, 'tour-end'), ends);
  }
});

test('the file is well-formed, says what it shows, and refers to nothing outside', () => {
  const { text, width, height } = svgFile(open, 'Tour <1> & "more"');
  const stack: string[] = [];
  const tags = /<(\/?)([a-z]+)((?: [\w:-]+="[^"<]*")*)(\/?)>/g;
  for (const [, end, tag, attributes, empty] of text.matchAll(tags)) {
    if (end) assert.equal(stack.pop(), tag);
    else if (!empty) stack.push(tag!);
    const names = [...attributes!.matchAll(/ ([\w:-]+)=/g)].map(([, name]) => name);
    assert.equal(new Set(names).size, names.length, `${tag}: ${names}`);
    assert.ok(!names.includes('class') && !names.includes('style') && !names.includes('href'));
  }
  assert.deepEqual(stack, []);
  assert.doesNotMatch(text.replace(/<[^<>]*>/g, ''), /[<>]|&(?!(amp|lt|gt|quot);)/);
  assert.match(text, /<title>Tour &lt;1&gt; &amp; &quot;more&quot;<\/title>/);
  assert.equal(text.match(/<text/g)?.length, 12);
  assert.equal(width / height, (4 * SIDE + 20) / (3 * SIDE + 20));
});
