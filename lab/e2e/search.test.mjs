// The first act: the levels of 5x5 as the page shows them, compared with what the engine says.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { doneLevels, says, shownLevels, stepThrough, toursAre, until } from './browser.mjs';
import { SLACK, engineRun, useLab } from './lab.mjs';

const used = useLab();

test('the page paints within a second and stands at level 0', async (context) => {
  const { page, errors, requests, close } = await used.open();
  await page.locator('#step-button:enabled').waitFor();
  const painted = await page.evaluate(() =>
    performance.getEntriesByName('first-contentful-paint')[0].startTime);
  context.diagnostic(`first paint after ${Math.round(painted)} ms`);
  assert.ok(painted < 1000 * SLACK, `${painted} ms`);
  assert.equal(await doneLevels(page), 0);
  assert.deepEqual(errors, []);
  for (const request of requests)
    assert.ok(request.startsWith(used.lab.url) || request.startsWith('data:'), request);
  await close();
});

test('stepping through 25 levels fills the table with the engine’s numbers', async () => {
  const { page, errors, close } = await used.open();
  await stepThrough(page, 25);
  assert.deepEqual(await shownLevels(page), engineRun('5x5').levels);
  await until(() => page.locator('#step-button').isDisabled(), true, 'the end is the end');
  assert.match(await page.locator('.result').textContent(), /1,728/);
  assert.deepEqual(errors, []);
  await close();
});

test('a run goes on by itself, pauses where it is told to, and goes on', async () => {
  const { page, close } = await used.open();
  await page.locator('#pace').fill('5');
  await page.locator('#run-button:enabled').click();
  await until(() => doneLevels(page), (levels) => levels >= 3, 'it runs');
  await page.locator('#run-button').click();
  await page.waitForTimeout(300);  // a level that was being expanded is finished
  const paused = await doneLevels(page);
  assert.ok(paused < 25);
  await page.waitForTimeout(600);  // time for four levels more
  assert.equal(await doneLevels(page), paused);
  await page.locator('#run-button').click();
  await until(() => doneLevels(page), (levels) => levels >= paused + 2, 'it goes on');
  await close();
});

test('as fast as it goes, 5x5 is done and unfolded in three seconds', async (context) => {
  const { page, errors, close } = await used.open();
  await page.locator('#fast').check();
  await page.locator('#run-button:enabled').waitFor();
  const begin = performance.now();
  await page.locator('#run-button').click();
  await toursAre(page, '1,728');
  const ms = performance.now() - begin;
  context.diagnostic(`25 levels and 1728 tours after ${Math.round(ms)} ms`);
  assert.ok(ms < 3000 * SLACK, `${ms} ms`);
  assert.deepEqual(await shownLevels(page), engineRun('5x5').levels);
  assert.deepEqual(errors, []);
  await close();
});

test('a new run begins at level 0', async () => {
  const { page, close } = await used.open();
  await stepThrough(page, 3);
  await page.locator('#reset-button').click();
  await until(() => doneLevels(page), 0, 'the table is empty again');
  await stepThrough(page, 1);
  await close();
});
