// What it looks and feels like: no scrolling sideways on a phone, no long tasks on a large level, a
// small page; and pictures of both acts, for people to look at.

import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { ask, longestTask, runFast, says, stepThrough, toursAre } from './browser.mjs';
import { SLACK, useLab } from './lab.mjs';

const SCREENS = resolve(process.env.KTOUR_LAB_SCREENS || 'build/lab-screens');
const DESKTOP = { viewport: { width: 1280, height: 900 } };
const PHONE = {
  viewport: { width: 360, height: 780 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true,
};

mkdirSync(SCREENS, { recursive: true });
const used = useLab();

const picture = (page, name) =>
  page.screenshot({ path: join(SCREENS, `${name}.png`), fullPage: true });
const widths = (page) => page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);

for (const [name, options] of [['desktop', DESKTOP], ['phone', PHONE]]) {
  test(`${name}: both acts fit its width`, async () => {
    const { page, errors, close } = await used.open(options);
    await stepThrough(page, 12);
    await page.waitForTimeout(700);  // children on their way arrive
    await picture(page, `act1-${name}`);
    const fits = async (what) => {
      const [content, screen] = await widths(page);
      assert.ok(content <= screen && screen <= options.viewport.width, `${what}: ${content} px`);
    };
    await fits('act one');
    await page.locator('#setup-button').click();
    await fits('setup');
    await page.locator('#setup-button').click();
    await runFast(page);
    await toursAre(page, '1,728');
    await page.locator('#tours').scrollIntoViewIfNeeded();
    await page.locator('#tours').screenshot({ path: join(SCREENS, `act2-${name}.png`) });
    await fits('act two');
    await page.locator('#language-th').click();
    await page.waitForTimeout(100);
    await fits('Thai');
    assert.deepEqual(errors, []);
    await close();
  });
}

test('dark: both acts in one picture', async () => {
  const options = { ...DESKTOP, colorScheme: 'dark' };
  const { page, errors, close } = await used.open(options);
  await runFast(page);
  await toursAre(page, '1,728');
  await picture(page, 'dark');
  assert.deepEqual(errors, []);
  await close();
});

test('stepping through levels of millions of states leaves the page free', async (context) => {
  const { page, close } = await used.open();
  await ask(page, { rows: 4, columns: 7 });
  await says(page.locator('.question'), /4 × 7/, '4 x 7');
  const longest = await longestTask(used.browser, page, () => stepThrough(page, 28));
  const largest = Math.max(...await page.locator('#history [data-field="frontier"]')
    .evaluateAll((cells) => cells.map((cell) => Number(cell.dataset.value))));
  assert.ok(largest > 3_000_000);
  context.diagnostic(`largest level ${largest} states; ${longest.text}`);
  assert.ok(longest.processorMs < 50 * SLACK, longest.text);
  await close();
});

test('the page is under 300 kB compressed, and refers to nothing outside', async (context) => {
  const html = await (await fetch(used.lab.url)).text();
  const bytes = gzipSync(html).length;
  context.diagnostic(`${bytes} bytes compressed`);
  assert.ok(bytes < 300_000);
  assert.match(html, /http-equiv="Content-Security-Policy"/);
});
