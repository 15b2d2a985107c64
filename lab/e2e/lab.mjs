// What the browser tests share of the program, which is the environment variable KTOUR: the Lab as
// a process, and the engine's own answers.

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before } from 'node:test';
import { openPage, startBrowser } from './browser.mjs';

export const KTOUR = process.env.KTOUR ?? '';
if (KTOUR === '') throw new Error('set KTOUR to the path of the program to test');

/** What continuous integration machines may be slower by. */
export const SLACK = 3;

/** The program's standard output. */
export const ktour = (...words) =>
  execFileSync(KTOUR, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });

/** A Lab that serves: its address, its port, and what ends it. */
export async function startLab({ port = 0 } = {}) {
  const server = spawn(KTOUR, ['lab', '--no-browser', '--port', String(port)],
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
  let stopped = false;
  void ended.then(([code, signal]) => {
    if (!stopped) console.error(`the Lab ended by itself: ${signal ?? `exit code ${code}`}`);
  });
  return {
    url,
    port: Number(new URL(url).port),
    stop: async (signal = 'SIGTERM') => {
      stopped = true;
      if (server.exitCode === null) server.kill(signal);
      return (await ended)[0];
    },
  };
}

/** A Lab and a browser for the tests of one file. */
export function useLab() {
  const used = {
    lab: null,
    browser: null,
    /** The Lab's page, opened anew. */
    open: (options) => openPage(used.browser, used.lab.url, options),
  };
  before(async () => {
    [used.lab, used.browser] = await Promise.all([startLab(), startBrowser()]);
  });
  after(() => Promise.all([used.lab?.stop(), used.browser?.close()]));
  return used;
}

/** The columns of the page's table of levels; with pruning rules there is one more. */
const FIELDS =
  ['depth', 'frontier', 'expanded', 'generated', 'dead_ends', 'duplicates', 'explored'];

/** What the engine says about a question: levels, with the fields of the table, and tours. */
export function engineRun(...words) {
  const folder = mkdtempSync(join(tmpdir(), 'ktour-lab-e2e-'));
  try {
    const file = join(folder, 'run.json');
    ktour('run', ...words, '--device', 'cpu', '--no-verify', '--json', file);
    const run = JSON.parse(readFileSync(file, 'utf8'));
    const fields = run.question.prune === 'none' ? FIELDS : [...FIELDS, 'pruned'];
    const levels = run.levels.map((level) =>
      Object.fromEntries(fields.map((field) => [field, level[field]])));
    return { levels, tours: run.tours };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
