// What the browser tests share of the browser: a page that is watched, and what people do with it.
// The browser is the environment variable CHROMIUM or Debian's; none is ever downloaded.

import assert from 'node:assert/strict';
import { chromium } from 'playwright-core';

const CHROMIUM = process.env.CHROMIUM || '/usr/bin/chromium';

export const startBrowser = () =>
  chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });

/** A page of its own that notes errors, the policy's refusals, requests and long tasks. */
export async function openPage(browser, url, options = {}) {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 }, locale: 'en-GB', colorScheme: 'light',
    acceptDownloads: true, ...options,
  });
  await context.addInitScript(() => {
    globalThis.longTasks = [];
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) globalThis.longTasks.push(Math.round(duration));
    }).observe({ type: 'longtask', buffered: true });
  });
  const page = await context.newPage();
  const errors = [];
  const requests = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('request', (request) => requests.push(request.url()));
  if (url) await page.goto(url);
  // A page that is killed cannot end its run, and a Lab has room for a few only.
  const close = async () => {
    await context.close();
    const runs = new Set(requests.map((request) => /.*\/api\/runs\/[^/]+/.exec(request)?.[0]));
    runs.delete(undefined);
    for (const run of runs) await fetch(run, { method: 'DELETE' }).catch(() => undefined);
  };
  return { page, context, errors, requests, close };
}

/** The longest task of the page's main thread while `work` goes on: by the clock, as the browser's
    own observer of long tasks sees it, and by the processor's time in it, which does not grow when
    other programs want the same processor. */
export async function longestTask(browser, page, work) {
  await page.evaluate(() => (globalThis.longTasks.length = 0));
  await browser.startTracing(page, { categories: ['toplevel'] });
  await work();
  const { traceEvents } = JSON.parse(await browser.stopTracing());
  const nameOf = ({ pid, tid }) => `${pid} ${tid}`;
  const main = new Set(traceEvents.filter(({ name, args }) =>
    name === 'thread_name' && args.name === 'CrRendererMain').map(nameOf));
  const tasks = traceEvents.filter((event) =>
    /RunTask$/.test(event.name) && main.has(nameOf(event)));
  if (tasks.length === 0) throw new Error('the trace has no tasks');
  const processorMs = Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000;
  const long = await page.evaluate(() => globalThis.longTasks);
  const text = `tasks over 50 ms by the clock: ${long.join(', ') || 'none'}; ` +
    `longest by the processor: ${processorMs.toFixed(1)} ms`;
  return { processorMs, text };
}

/** Waits until `read` gives `wanted` or something for which it is true; fails saying `what`. */
export async function until(read, wanted, what, ms = 10_000) {
  const end = Date.now() + ms;
  for (;;) {
    const got = await read();
    if (typeof wanted === 'function' ? wanted(got) : got === wanted) return got;
    if (Date.now() > end) assert.fail(`${what}: still ${JSON.stringify(got)}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

/** Waits until the element's text is `wanted`, or matches it. */
export const says = (element, wanted, what) => until(() => element.textContent(),
  wanted instanceof RegExp ? (text) => wanted.test(text ?? '') : wanted, what);

/** Waits until all tours are listed in the second act: that many. */
export const toursAre = (page, tours) =>
  says(page.locator('#tours h2'), new RegExp(`^${tours} (complete|closed)`), 'the tours are there');

export const languageIs = (page, language) =>
  until(() => page.evaluate(() => document.documentElement.lang), language, 'the language');

/** The table of levels as it is written on the page, in English. */
export async function shownLevels(page) {
  const rows = await page.locator('#history tr[data-depth]').evaluateAll((all) =>
    all.map((row) => [...row.querySelectorAll('[data-field]')].map((cell) =>
      [cell.dataset.field, cell.textContent])));
  return rows.map((row) => Object.fromEntries(row.map(([field, text]) => {
    assert.match(text, /^\d{1,3}(,\d{3})*$/);
    return [field, Number(text.replace(/,/g, ''))];
  })));
}

export const doneLevels = (page) => page.locator('#history tr[data-depth]').count();

/** Presses Step so often, each time when the level before is done. */
export async function stepThrough(page, levels) {
  const done = await doneLevels(page);
  for (let level = done; level < done + levels; level++) {
    await page.locator('#step-button:enabled').click();
    await page.locator(`#history tr[data-depth="${level}"]`).waitFor({ state: 'attached' });
  }
}

/** Sets up another question and begins it; what is left out stays as it is. */
export async function ask(page, { rows, columns, goal, starts = [], prune = [] }) {
  const panel = page.locator('#setup');
  if (await panel.isHidden()) await page.locator('#setup-button').click();
  for (const [id, value] of [['rows', rows], ['columns', columns]]) {
    if (value === undefined) continue;
    await page.locator(`#${id}`).fill(String(value));
    await page.keyboard.press('Tab');
  }
  if (goal) await page.locator(`#goal-${goal}`).check();
  for (const square of starts)
    await page.locator('#starts').getByRole('button', { name: square, exact: true }).click();
  for (const rule of prune) await page.locator(`#prune-${rule}`).check();
  await page.locator('#begin-button').click();
}

/** Runs as fast as it goes, to the end. */
export async function runFast(page) {
  await page.locator('#fast').check();
  await page.locator('#run-button:enabled').click();
  await page.locator('.result .found').waitFor();
}
