// A replay tells the levels of its document as a server would: at permits, one after another.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { ReplayLab, ReplayRun, readReplay } from '../src/data/replay_run.ts';
import type { RunListener } from '../src/data/run_source.ts';
import type { LevelEvent, ReplayDocument, RunDocument } from '../src/model.ts';
import { Session } from '../src/session.ts';

const RUN = JSON.parse(readFileSync('../results/3x4.json', 'utf8')) as RunDocument;
const REPLAY: ReplayDocument =
  { format: 'ktour-lab', version: 1, run: RUN, tours: ['AGLEC', 'BCDEF', 'CDEFG'] };

const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 60));

function record(run: ReplayRun): { log: string[]; levels: LevelEvent[] } {
  const log: string[] = [];
  const levels: LevelEvent[] = [];
  const listener: RunListener = {
    level: (level) => {
      log.push(`level ${level.depth}`);
      levels.push(level);
    },
    status: (status) => log.push(`${status.phase} ${status.level}`),
    done: (done) => log.push(`done ${done.tours?.directed} ${done.tours_listed}`),
    failed: (failure) => log.push(`failed ${failure.error}`),
    connection: (connection) => log.push(connection),
  };
  run.open(listener);
  return { log, levels };
}

test('nothing happens without a permit', async () => {
  const { log } = record(new ReplayRun(REPLAY));
  await settle();
  assert.deepEqual(log, ['here', 'ready 0']);
});

test('each permit is one level', async () => {
  const run = new ReplayRun(REPLAY);
  const { log } = record(run);
  await settle();
  await run.step(1);
  await settle();
  assert.deepEqual(log.slice(2), ['level 0', 'waiting 1']);
  await run.step(2);
  await settle();
  assert.deepEqual(log.slice(4), ['level 1', 'expanding 2', 'level 2', 'waiting 3']);
});

test('all levels, then the answer', async () => {
  const run = new ReplayRun(REPLAY);
  const { log, levels } = record(run);
  await run.step('all');
  await settle();
  assert.equal(levels.length, 12);
  assert.equal(log.at(-1), 'done 16 3');
  levels.forEach((level, depth) => {
    assert.equal(level.depth, depth);
    assert.equal(level.next_frontier, RUN.levels[depth + 1]?.frontier ?? null);
    assert.deepEqual(level.next_samples, RUN.levels[depth + 1]?.samples ?? []);
  });
});

test('a pause takes the permits back, and the run goes on afterwards', async () => {
  const run = new ReplayRun(REPLAY);
  const { log, levels } = record(run);
  await settle();
  void run.step('all');
  void run.pause();
  await settle();
  assert.equal(levels.length, 0);
  assert.equal(log.at(-1), 'waiting 0');
  await run.step('all');
  await settle();
  assert.equal(levels.length, 12);
});

test('a closed replay says nothing more', async () => {
  const run = new ReplayRun(REPLAY);
  const { log } = record(run);
  await settle();
  void run.step('all');
  run.close();
  const said = log.length;
  await settle();
  assert.equal(log.length, said);
});

test('a run that stopped early says so after its last level', async () => {
  const run = new ReplayRun({
    ...REPLAY,
    run: { ...RUN, status: 'out of memory', failure: 'level 4 does not fit', tours: null,
           levels: RUN.levels.slice(0, 4) },
  });
  const { log, levels } = record(run);
  await run.step('all');
  await settle();
  assert.equal(levels.length, 4);
  assert.equal(log.at(-1), 'failed level 4 does not fit');
});

test('an impossible question is answered at once', async () => {
  const { log } = record(new ReplayRun({
    ...REPLAY,
    run: { ...RUN, impossible: 'odd', levels: [],
           tours: { directed: '0', undirected: '0', by_end: [] } },
  }));
  await settle();
  assert.equal(log.at(-1), 'done 0 3');
});

test('tours come in pages', async () => {
  const run = new ReplayRun(REPLAY);
  assert.deepEqual(await run.fetchTours(1, 5), { total: 3, tours: ['BCDEF', 'CDEFG'] });
});

test('the machine of a replay is the one the run was done on', async () => {
  const machine = await new ReplayLab(REPLAY).machine();
  assert.equal(machine.processor, RUN.host.processor);
  assert.deepEqual(machine.devices.map((device) => device.name), ['cpu']);
});

test('the data block is null or a document', () => {
  assert.equal(readReplay('null'), null);
  assert.deepEqual(readReplay(JSON.stringify(REPLAY)), REPLAY);
  assert.throws(() => readReplay('{"format":"ktour-run"}'), SyntaxError);
  assert.throws(() => readReplay('{'), SyntaxError);
});

test('what is on screen at the start, after a step, looking back, and at the end', async () => {
  const run = new ReplayRun(REPLAY);
  const session = new Session(run, () => undefined);
  run.open(session);
  await settle();
  assert.equal(session.snapshot().frontier, 12);
  assert.equal(session.snapshot().step, null);
  await run.step(3);
  await settle();
  const shot = session.snapshot();
  assert.equal(shot, session.snapshot());
  assert.equal(shot.depth, 3);
  assert.equal(shot.frontier, RUN.levels[3]!.frontier);
  assert.equal(shot.step?.depth, 2);
  assert.deepEqual(shot.inbox, RUN.levels[3]!.inbox_states);
  session.lookAt(0);
  assert.equal(session.follows, false);
  assert.equal(session.snapshot().depth, 1);
  await run.step('all');
  await settle();
  assert.equal(session.snapshot().depth, 1);
  session.lookAt(99);
  assert.equal(session.follows, true);
  const last = session.snapshot();
  assert.equal(last.isLast, true);
  assert.equal(last.depth, 11);
  assert.equal(last.frontier, RUN.levels[11]!.frontier);
  assert.equal(last.sent?.depth, 10);
  assert.equal(session.end?.tours?.directed, '16');
});
