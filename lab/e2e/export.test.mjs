// A finished run as one file: opened from disk with the network off, it replays what the page
// showed.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { openPage, runFast, says, shownLevels, stepThrough, toursAre } from './browser.mjs';
import { engineRun, ktour, useLab } from './lab.mjs';

const used = useLab();
const folder = mkdtempSync(join(tmpdir(), 'ktour-lab-export-'));
after(() => rmSync(folder, { recursive: true }));

/** Steps through the file from its first level to its tours, without a network. */
async function replays(file, words, tours) {
  const { page, context, errors, requests, close } = await openPage(used.browser, null);
  await context.setOffline(true);
  const address = pathToFileURL(file).href;
  await page.goto(address);
  const { levels } = engineRun(...words);
  await stepThrough(page, levels.length);
  assert.deepEqual(await shownLevels(page), levels);
  await toursAre(page, tours);
  await page.locator('#tours').getByRole('button', { name: 'To the start' }).click();
  assert.deepEqual(errors, []);
  for (const request of requests)
    if (request !== address) assert.match(request, /^(data|blob):/);
  await close();
}

test('the file saved from the page replays 5x5 without a network', async () => {
  const { page, close } = await used.open();
  await runFast(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'), page.locator('#save-page').click()]);
  const file = join(folder, download.suggestedFilename());
  await download.saveAs(file);
  assert.match(file, /\.html$/);
  await close();
  await replays(file, ['5x5'], '1,728');
});

test('the run saved from the page is what the engine says', async () => {
  const { page, close } = await used.open();
  await runFast(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'), page.locator('#save-run').click()]);
  const run = JSON.parse(readFileSync(await download.path(), 'utf8'));
  assert.equal(run.format, 'ktour-run');
  assert.equal(run.tours.directed, '1728');
  const frontiers = (levels) => levels.map(({ frontier }) => frontier);
  assert.deepEqual(frontiers(run.levels), frontiers(engineRun('5x5').levels));
  await close();
});

test('`ktour lab --export` writes such a file of another board', async () => {
  const file = join(folder, '4x5.html');
  ktour('lab', '--export', file, '4x5', '--device', 'cpu');
  await replays(file, ['4x5'], '164');
});
