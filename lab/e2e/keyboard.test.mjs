// Everything without a pointer: single keys for the commands, Tab for the rest.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { doneLevels, languageIs, says, toursAre, until } from './browser.mjs';
import { useLab } from './lab.mjs';

const used = useLab();

/** Presses Tab until the element has the focus. */
async function tabTo(page, locator, key = 'Tab') {
  for (let presses = 0; presses < 150; presses++) {
    if (await locator.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  assert.fail(`${locator} is not reached by ${key}`);
}

test('single keys step, run, pause, look back and begin anew', async () => {
  const { page, errors, close } = await used.open();
  await page.locator('#step-button:enabled').waitFor();
  for (let level = 1; level <= 3; level++) {
    await page.keyboard.press('s');
    await until(() => doneLevels(page), level, 's steps');
  }
  const line = page.locator('#level-line');
  const newest = await line.textContent();
  await page.keyboard.press(',');
  await until(() => line.textContent(), (text) => text !== newest, 'it looks back');
  await page.keyboard.press('.');
  await says(line, newest, 'and forward');
  await page.keyboard.press('n');
  await until(() => doneLevels(page), 0, 'n begins anew');
  await page.keyboard.press('f');
  await page.locator('#run-button:enabled').waitFor();
  await page.keyboard.press('r');
  await until(() => doneLevels(page), 25, 'r runs');
  await page.keyboard.press('g');
  await languageIs(page, 'th');
  assert.deepEqual(errors, []);
  await close();
});

test('Tab reaches setup, buttons, table and gallery, and shows where it is', async () => {
  const { page, errors, close } = await used.open();
  await page.locator('#step-button:enabled').waitFor();
  await tabTo(page, page.locator('#setup-button'));
  const outline = await page.locator('#setup-button').evaluate((button) =>
    getComputedStyle(button).outlineStyle);
  assert.notEqual(outline, 'none');
  await page.keyboard.press('Enter');
  await page.locator('#rows').waitFor();
  await tabTo(page, page.locator('#rows'));
  await page.keyboard.type('3');
  await page.keyboard.press('Tab');
  await tabTo(page, page.locator('#columns'));
  await page.keyboard.type('4');
  await tabTo(page, page.locator('#begin-button'));
  await page.keyboard.press('Enter');
  await says(page.locator('.question'), /3 × 4/, 'the board');
  await tabTo(page, page.locator('#fast'));
  await page.keyboard.press('Space');
  await tabTo(page, page.locator('#run-button'));
  await page.keyboard.press('Enter');
  const tours = page.locator('#tours');
  await toursAre(page, '16');

  await tabTo(page, tours.locator('.start-all'));
  await page.keyboard.press('ArrowDown');
  await until(() => tours.locator('.start-square').first().getAttribute('aria-checked'), 'true',
    'arrows choose a start square');
  await tabTo(page, tours.getByRole('checkbox').first());
  await page.keyboard.press('Space');
  await tabTo(page, tours.getByRole('listbox'));
  await page.keyboard.press('ArrowRight');
  await says(tours.locator('.tour-large h3'), /^Tour 2,/, 'arrows choose a tour');
  await tabTo(page, tours.getByRole('button', { name: 'To the start' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await tabTo(page, tours.getByRole('slider'), 'Shift+Tab');
  await page.keyboard.press('ArrowRight');
  await until(() => tours.locator('.tour-drawing text').count(), 2, 'the slider moves by keys');
  assert.deepEqual(errors, []);
  await close();
});

test('every control has a name', async () => {
  const { page, close } = await used.open();
  await page.locator('#step-button:enabled').waitFor();
  await page.keyboard.press('b');
  await page.keyboard.press('f');
  await page.keyboard.press('r');
  await page.locator('#tours h2').waitFor();
  const nameless = await page.evaluate(() => {
    const named = (element) => [
      element.getAttribute('aria-label'), element.textContent, element.title,
      ...[...(element.labels ?? [])].map((label) => label.textContent),
      ...(element.getAttribute('aria-labelledby') ?? '').split(' ').map((id) =>
        document.getElementById(id)?.textContent),
    ].some((name) => name?.trim());
    return [...document.querySelectorAll('button, input, select, a, [tabindex="0"], [role="img"]')]
      .filter((element) => !named(element)).map((element) => element.outerHTML.slice(0, 120));
  });
  assert.deepEqual(nameless, []);
  await close();
});
