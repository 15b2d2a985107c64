// English and Thai: whatever is to be read is in the language that was chosen.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languageIs, runFast, stepThrough, toursAre, until } from './browser.mjs';
import { useLab } from './lab.mjs';

const used = useLab();

/** Names and terms that Thai takes from English. */
const SAME = /^(ktour|lab|English|CPU|CUDA|GPU|SVG|PNG|BFS|state|frontier|barrier)$/i;

/** Every piece of text and every label on the page, hidden ones too, each once; no code. */
const wordsOn = (page) => page.evaluate(() => {
  const words = new Set();
  const code = 'script, style, code, pre, kbd, [data-device]';
  const both = NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT;
  const walker = document.createTreeWalker(document.body, both);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.nodeType === Node.TEXT_NODE) {
      if (!node.parentElement.closest(code)) words.add(node.data);
    } else {
      for (const name of ['aria-label', 'aria-valuetext', 'title', 'placeholder', 'alt'])
        if (node.hasAttribute(name)) words.add(node.getAttribute(name));
    }
  }
  return [...words].map((text) => text.trim()).filter((text) => text !== '');
});

/** English words in a text; notation (a5, 0x1ffffff) is none. */
const english = (text) => (text.match(/(?<![A-Za-z\d])[A-Za-z]{2,}(?![A-Za-z\d])/g) ?? [])
  .filter((word) => !SAME.test(word));

const isThai = (text) => /[\u0E00-\u0E7F]/.test(text.replace('ไทย', ''));

/** What the server says of itself and its machine. */
async function serverWords() {
  const machine = await (await fetch(new URL('/api/machine', used.lab.url))).json();
  return [machine.processor, machine.version, machine.revision,
    ...machine.devices.flatMap(({ text, reason }) => [text, reason])].filter((word) => word);
}

/** Waits until the line for screen readers, which comes once a second at most, is the one shown. */
const settled = (page) => until(() => page.evaluate(() =>
  document.querySelector('.transport [role="status"]').textContent ===
    document.querySelector('#level-line').textContent), true, 'what is said is what is shown');

for (const [when, work] of [
  ['at the start', async () => {}],
  ['in the middle', (page) => stepThrough(page, 6)],
  ['at the end', async (page) => {
    await runFast(page);
    await toursAre(page, '1,728');
  }],
]) {
  test(`${when}, nothing stays in the other language`, async () => {
    const { page, errors, close } = await used.open();
    await page.locator('#step-button:enabled').waitFor();
    await page.locator('#setup-button').click();
    await work(page);
    await languageIs(page, 'en');
    await settled(page);
    const inEnglish = await wordsOn(page);
    assert.deepEqual(inEnglish.filter(isThai), []);

    await page.locator('#language-th').click();
    await languageIs(page, 'th');
    await settled(page);
    const inThai = new Set(await wordsOn(page));
    const said = await serverWords();
    const left = inEnglish.filter((text) => inThai.has(text) &&
      english(said.reduce((rest, word) => rest.replace(word, ''), text)).length > 0);
    assert.deepEqual(left, []);

    await page.locator('#language-en').click();
    await languageIs(page, 'en');
    await settled(page);
    assert.deepEqual((await wordsOn(page)).filter(isThai), []);
    assert.deepEqual(errors, []);
    await close();
  });
}

test('the language is kept, and a Thai browser gets Thai', async () => {
  const { page, context, close } = await used.open();
  await page.locator('#language-th').click();
  const next = await context.newPage();
  await next.goto(used.lab.url);
  await languageIs(next, 'th');
  await close();
  const thai = await used.open({ locale: 'th-TH' });
  await languageIs(thai.page, 'th');
  assert.match(await thai.page.locator('h1').textContent(), /[\u0E00-\u0E7F]/);
  await thai.close();
});
