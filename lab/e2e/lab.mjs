// What the browser tests share: the Lab as a process, the browser, and a page that is watched.
//
// The program is the environment variable KTOUR, the browser CHROMIUM or Debian's. No browser is ever
// downloaded, and no request may leave the machine.

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { after } from 'node:test';
import { chromium } from 'playwright-core';

export const KTOUR = process.env.KTOUR ?? '';
if (KTOUR === '') throw new Error('set KTOUR to the path of the program to test');
const CHROMIUM = process.env.CHROMIUM || '/usr/bin/chromium';

/** What continuous integration machines may be slower by. */
export const SLACK = 3;

/** The program's standard output. */
export const ktour = (...words) =>
  execFileSync(KTOUR, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });

/** A Lab that serves: its address, its port, and what ends it. */
export async function startLab(...words) {
  const server = spawn(KTOUR, ['lab', '--no-browser', '--port', '0', ...words],
    { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(server, 'exit');
  const lines = createInterface({ input: server.stdout });
  const url = await Promise.race([
    (async () => {
      for await (const line of lines) {
        const found = /http:\/\/\S+/.exec(line);
        if (found) return found[0];
      }
      throw new Error('the Lab ended without an address');
    })(),
    ended.then(([code]) => { throw new Error(`the Lab ended with exit code ${code}`); }),
  ]);
  server.stdout.resume();
  return {
    url,
    port: Number(new URL(url).port),
    stop: async (signal = 'SIGTERM') => {
      if (server.exitCode === null) server.kill(signal);
      return (await ended)[0];
    },
  };
}

/** A browser for the tests of one file. */
export async function startBrowser() {
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
  after(() => browser.close());
  return browser;
}

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
  return { page, context, errors, requests, close: () => context.close() };
}

export const longTasks = (page) => page.evaluate(() => globalThis.longTasks);

/** Waits until `read` gives `wanted`, which is what to look at where a page answers in its own time. */
export async function until(read, wanted, what, ms = 10_000) {
  const end = Date.now() + ms;
  for (;;) {
    const got = await read();
    if (typeof wanted === 'function' ? wanted(got) : got === wanted) return got;
    if (Date.now() > end) assert.fail(`${what}: still ${JSON.stringify(got)}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

/** 17,112 as a number. */
export const numberOf = (text) => Number(text.replace(/[^\d.-]/g, ''));
