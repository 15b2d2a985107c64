// The second act: all tours of a finished run, grouped, drawn, walked, copied and saved.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { ask, longestTask, runFast, says, toursAre, until } from './browser.mjs';
import { SLACK, ktour, useLab } from './lab.mjs';

const used = useLab();

/** A page on which the tours of the question are there. */
async function unfolded(question = {}, options = {}) {
  const opened = await used.open(options);
  if (Object.keys(question).length > 0) await ask(opened.page, question);
  await runFast(opened.page);
  const tours = opened.page.locator('#tours');
  await toursAre(opened.page, '[\\d,]+');
  return { ...opened, tours, summary: tours.locator('.tours-summary') };
}

const squareNumber = (name) => (5 - Number(name[1])) * 5 + 'abcde'.indexOf(name[0]);

test('1728 tours: by start square, and with copies grouped', async () => {
  const { tours, summary, errors, close } = await unfolded();
  assert.match(await tours.locator('h2').textContent(), /^1,728 /);
  const starts = await tours.locator('.start-square').allTextContents();
  const listed = ktour('list', '5x5', '--device', 'cpu').trim().split('\n');
  assert.deepEqual(starts.map(Number), [...Array(25).keys()].map((square) =>
    listed.filter((tour) => squareNumber(tour.slice(0, 2)) === square).length));

  const mirrors = tours.getByRole('checkbox', { name: /mirrored/ });
  const reverses = tours.getByRole('checkbox', { name: /reverse/ });
  await says(summary, '216 drawings stand for 1,728 tours', 'what is shown');
  await reverses.check();
  await says(summary, '112 drawings stand for 1,728 tours', 'what is shown');
  await mirrors.uncheck();
  await says(summary, '864 drawings stand for 1,728 tours', 'what is shown');
  await reverses.uncheck();
  await says(summary, '1,728 drawings, one for each tour', 'what is shown');
  await tours.getByRole('radio', { name: /^c3/ }).click();
  await says(summary, '64 drawings, one for each tour', 'what is shown');
  assert.match(await tours.locator('.tour-large h3').textContent(), / from c3 to /);
  await mirrors.check();
  await says(summary, '8 drawings stand for 64 tours', 'what is shown');
  await tours.getByRole('radio', { name: /^b5/ }).click();
  await says(tours.locator('.tours-none'), 'No tour starts on b5.', 'none');
  assert.deepEqual(errors, []);
  await close();
});

test('the copies of a class are the first tour, mirrored and rotated', async () => {
  const { tours, close } = await unfolded();
  const numbering = tours.locator('.tour-numbering');
  const rows = async () => (await numbering.textContent()).split('\n')
    .map((row) => row.trim().split(/\s+/));
  const mirrored = (board) => board.map((row) => [...row].reverse());
  const rotated = (board) => board[0].map((_, column) => board.map((row) => row[column]).reverse());
  const expected = new Set();
  let board = await rows();
  for (let turn = 0; turn < 4; turn++) {
    expected.add(board.join()).add(mirrored(board).join());
    board = rotated(board);
  }
  const seen = new Set();
  for (let copy = 0; copy < 8; copy++) {
    seen.add((await rows()).join());
    await tours.getByRole('button', { name: 'Next copy' }).click();
  }
  assert.equal(expected.size, 8);
  assert.deepEqual([...seen].sort(), [...expected].sort());
  await close();
});

test('a tour is walked by steps, by the slider and by itself', async () => {
  const { tours, close } = await unfolded();
  const button = (name) => tours.getByRole('button', { name, exact: true });
  const move = tours.locator('.tour-move');
  const numbered = () => tours.locator('.tour-drawing text').count();
  assert.equal(await numbered(), 25);
  await button('To the start').click();
  assert.match(await move.textContent(), /^Move 0 of 24/);
  assert.equal(await numbered(), 1);
  await button('Forward').click();
  await button('Forward').click();
  assert.match(await move.textContent(), /^Move 2 of 24/);
  await button('Back').click();
  assert.equal(await numbered(), 2);
  await tours.getByRole('slider').fill('22');
  assert.equal(await numbered(), 23);
  await button('Play').click();
  await says(move, /^Move 24 of 24/, 'it plays to the end');
  await button('Play').click();
  await says(move, /^Move [23] of 24/, 'it plays from the start');
  await button('Pause').click();
  const paused = await move.textContent();
  await tours.page().waitForTimeout(700);
  assert.equal(await move.textContent(), paused);
  await close();
});

test('who asks for no motion gets steps only', async () => {
  const { page, tours, close } = await unfolded({}, { reducedMotion: 'reduce' });
  assert.ok(await tours.getByRole('button', { name: 'Play', exact: true }).isHidden());
  assert.ok(await tours.locator('.tour-no-motion').isVisible());
  await tours.getByRole('button', { name: 'To the start' }).click();
  await tours.getByRole('button', { name: 'Forward' }).click();
  assert.equal(await tours.locator('.tour-drawing text').count(), 2);
  assert.equal(await page.locator('.tour-knight').evaluate((knight) =>
    knight.getAnimations().length), 0);
  await close();
});

test('the gallery is walked by keys, and only what is near its window is drawn', async () => {
  const { page, tours, summary, close } = await unfolded();
  const list = tours.getByRole('listbox');
  await tours.getByRole('checkbox', { name: /mirrored/ }).uncheck();
  await says(summary, /^1,728/, 'each alone');
  const title = () => tours.locator('.tour-large h3').textContent();
  await list.focus();
  const ways = [['End', 1728], ['Home', 1], ['ArrowRight', 2], ['ArrowLeft', 1]];
  for (const [key, tour] of ways) {
    await page.keyboard.press(key);
    assert.ok((await title()).startsWith(`Tour ${tour.toLocaleString('en')},`), key);
    const active = await list.getAttribute('aria-activedescendant');
    const option = page.locator(`#${active}`);
    assert.equal(await option.getAttribute('aria-selected'), 'true');
    assert.equal(await option.getAttribute('aria-posinset'), String(tour));
    assert.equal(await option.getAttribute('aria-setsize'), '1728');
    assert.ok(await tours.getByRole('option').count() < 200);
  }
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('PageDown');
  assert.doesNotMatch(await title(), /^Tour 1,/);
  await tours.getByRole('option').nth(3).click();
  await until(() => tours.locator('[aria-selected="true"]').count(), 1, 'one is chosen');
  await close();
});

test('numbers are copied, and drawings saved as SVG and PNG', async () => {
  const { page, context, tours, requests, close } = await unfolded();
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: used.lab.url });
  const numbering = await tours.locator('.tour-numbering').textContent();
  assert.match(numbering, /^( *\d+ ){4} *\d+(\n( *\d+ ){4} *\d+){4}$/);
  await tours.getByRole('button', { name: 'Copy the numbers' }).click();
  await tours.getByText('Copied.').waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), numbering);

  const saved = async (name) => {
    const [download] = await Promise.all([
      page.waitForEvent('download'), tours.getByRole('button', { name }).click()]);
    return [download.suggestedFilename(), readFileSync(await download.path())];
  };
  const before = requests.length;
  const [svgName, svg] = await saved('Save as SVG');
  assert.equal(svgName, 'knights-tour-5x5-1.svg');
  assert.equal(svg.toString().match(/<text/g).length, 25);
  const [pngName, png] = await saved('Save as PNG');
  assert.equal(pngName, 'knights-tour-5x5-1.png');
  assert.equal(png.subarray(1, 4).toString(), 'PNG');
  assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [660, 660]);
  for (const request of requests.slice(before)) assert.match(request, /^(blob|data):/);

  // The file is a drawing that a browser draws, and not an empty one.
  const drawing = await context.newPage();
  await drawing.setContent(`<img src="data:image/svg+xml;base64,${svg.toString('base64')}">`);
  assert.equal(await drawing.locator('img').evaluate((image) => image.naturalWidth), 660);
  assert.ok(png.length > 5000, `${png.length} bytes`);
  await close();
});

test('closed tours are drawn closed, and grouped wherever they are said to begin', async () => {
  const { tours, summary, errors, close } = await unfolded({ rows: 5, columns: 6, goal: 'closed' });
  assert.match(await tours.locator('h2').textContent(), /^16 closed tours/);
  await says(summary, '6 drawings stand for 16 tours', 'up to symmetry');
  await tours.getByRole('checkbox', { name: /reverse/ }).check();
  await says(summary, '3 drawings stand for 16 tours', 'up to symmetry and direction');
  assert.ok(await tours.getByRole('radiogroup').isHidden());
  const line = await tours.locator('.tour-drawing .tour-line').getAttribute('d');
  const points = line.slice(1).split('L');
  assert.equal(points.length, 31);
  assert.equal(points[0], points[30]);
  assert.deepEqual(errors, []);
  await close();
});

test('12,756 tours are fetched, grouped and scrolled without long tasks', async (context) => {
  const { page, close } = await used.open();
  await ask(page, { rows: 4, columns: 7 });
  const longest = await longestTask(used.browser, page, async () => {
    await runFast(page);
    await toursAre(page, '12,756');
    const tours = page.locator('#tours');
    const summary = tours.locator('.tours-summary');
    await says(summary, '3,189 drawings stand for 12,756 tours', 'grouped');
    await tours.getByRole('listbox').focus();
    for (let i = 0; i < 20; i++) await page.keyboard.press('PageDown');
    await page.keyboard.press('End');
  });
  context.diagnostic(longest.text);
  assert.ok(longest.processorMs < 50 * SLACK, longest.text);
  await close();
});
