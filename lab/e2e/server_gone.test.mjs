// The server goes away in the middle of a run: the page says so, and goes on when one is back.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { doneLevels, says, stepThrough, until } from './browser.mjs';
import { startLab, useLab } from './lab.mjs';

const used = useLab();

test('killed and started again on its port, the server is found by the page', async () => {
  const { page, close } = await used.open();
  await stepThrough(page, 3);
  await used.lab.stop('SIGKILL');
  await says(page.locator('#level-line'), /server/, 'the page says so');
  assert.ok(await page.locator('#step-button').isDisabled());
  assert.equal(await doneLevels(page), 3, 'what was found stays to be read');

  used.lab = await startLab({ port: used.lab.port });
  await until(() => doneLevels(page), 0, 'a new run stands at level 0', 20_000);
  await stepThrough(page, 4);
  await close();
});

test('SIGINT ends the server with exit code 0 while a page watches', async () => {
  const { page, close } = await used.open();
  await stepThrough(page, 1);
  assert.equal(await used.lab.stop('SIGINT'), 0);
  await close();
});
