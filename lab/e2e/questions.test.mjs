// Other questions than 5x5 open: the board, closed tours where there can be none, rules, devices.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask, doneLevels, runFast, says, shownLevels, toursAre, until } from './browser.mjs';
import { engineRun, useLab } from './lab.mjs';

const used = useLab();

test('another board: its levels are the engine’s and its tours are listed', async () => {
  const { page, errors, close } = await used.open();
  await ask(page, { rows: 4, columns: 5 });
  await runFast(page);
  const engine = engineRun('4x5');
  assert.deepEqual(await shownLevels(page), engine.levels);
  await toursAre(page, engine.tours.directed);
  assert.deepEqual(errors, []);
  await close();
});

test('pruning rules and start squares go to the engine', async () => {
  const { page, errors, close } = await used.open();
  await ask(page, { prune: ['colour', 'ends'], starts: ['c3'] });
  await runFast(page);
  const engine = engineRun('5x5', '--start', 'c3', '--prune', 'colour,ends');
  assert.deepEqual(await shownLevels(page), engine.levels);
  assert.equal(engine.tours.directed, '64');
  assert.deepEqual(errors, []);
  await close();
});

test('closed tours of an odd board: the page says why, and searches nothing', async () => {
  const { page, errors, close } = await used.open();
  await ask(page, { goal: 'closed' });
  const answer = /closed tour .*25 squares.*nothing was searched/;
  await says(page.locator('.result .found'), answer, 'the answer');
  const why = page.getByText(/as many dark squares as light ones/);
  await until(() => why.isVisible(), true, 'the reason');
  assert.equal(await doneLevels(page), 0);
  assert.ok(await page.locator('#step-button').isDisabled());
  assert.ok(await page.locator('#tours').isHidden());
  assert.deepEqual(errors, []);
  await close();
});

test('a device that is missing is named with its reason and cannot be chosen', async (context) => {
  const { page, close } = await used.open();
  const { devices } = await (await fetch(new URL('/api/machine', used.lab.url))).json();
  const missing = devices.filter((device) => !device.available);
  if (missing.length === 0) context.skip('every device is there');
  await page.locator('#devices li[data-device]').first().waitFor();
  await page.locator('#setup-button').click();
  for (const { name, reason } of missing) {
    assert.ok(reason.length > 0);
    const said = await page.locator(`#devices li[data-device="${name}"]`).textContent();
    assert.ok(said.includes(reason), said);
    assert.ok(await page.locator(`#device-${name}`).isDisabled());
  }
  await close();
});

test('what the server refuses is said on the page', async () => {
  const { page, close } = await used.open();
  const body = '{"error":"4 runs are there already"}';
  await page.route('**/api/runs', (route) =>
    route.fulfill({ status: 429, contentType: 'application/json', body }));
  await page.locator('#reset-button').click();
  await page.getByRole('alert').filter({ hasText: '4 runs are there already' }).waitFor();
  await close();
});
