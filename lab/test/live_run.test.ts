// A live run: events become calls, commands become requests, and a broken stream is found again
// from the next level on, or said to be lost or forgotten.

import assert from 'node:assert/strict';
import test from 'node:test';
import { LiveLab, ServerError, type EventStream, type Network } from '../src/data/live_run.ts';
import type { RunSource } from '../src/data/run_source.ts';
import type { RunRequest } from '../src/model.ts';

const REQUEST: RunRequest =
  { rows: 3, columns: 4, tours: 'open', starts: [], prune: [], device: 'auto' };
const FACTS = { question: { tours: 'open' }, last_level: 11, impossible: null, device: {} };

class FakeStream implements EventStream {
  isClosed = false;
  private readonly listeners = new Map<string, (event: { data?: string }) => void>();

  constructor(readonly url: string) {}

  addEventListener(name: string, listener: (event: { data?: string }) => void): void {
    this.listeners.set(name, listener);
  }
  close(): void {
    this.isClosed = true;
  }
  send(name: string, content?: object): void {
    this.listeners.get(name)?.(content ? { data: JSON.stringify(content) } : {});
  }
}

class FakeNetwork implements Network {
  readonly asked: string[] = [];
  readonly streams: FakeStream[] = [];
  /** By method and address: a body, or a status, or nothing where nobody answers. */
  answers: Record<string, unknown> = {
    'GET /api/machine': { version: '0.1.0' },
    'POST /api/runs': { id: 'r1', ...FACTS },
    'GET /api/runs/r1/run.json': {},
    'POST /api/runs/r1/step': { allowed: 1 },
    'POST /api/runs/r1/pause': { allowed: 0 },
    'DELETE /api/runs/r1': {},
  };

  async fetch(url: string, init: RequestInit = {}): Promise<Response> {
    const call = `${init.method ?? 'GET'} ${url}`;
    this.asked.push(init.body === undefined ? call : `${call} ${String(init.body)}`);
    const answer = this.answers[call];
    if (answer === undefined) throw new TypeError('nobody answers');
    if (typeof answer === 'number')
      return new Response(JSON.stringify({ error: `no (${answer})` }), { status: answer });
    return new Response(JSON.stringify(answer));
  }
  events(url: string): EventStream {
    const stream = new FakeStream(url);
    this.streams.push(stream);
    return stream;
  }
  pause(): number {
    return 1;
  }
}

async function open(network: FakeNetwork): Promise<{ run: RunSource; log: string[] }> {
  const run = await new LiveLab(network).create(REQUEST);
  const log: string[] = [];
  run.open({
    level: (level) => log.push(`level ${level.depth}`),
    status: (status) => log.push(status.phase),
    done: (done) => log.push(`done ${done.wall_ms}`),
    failed: (failure) => log.push(failure.error),
    connection: (connection) => {
      if (log.at(-1) !== connection) log.push(connection);
    },
  });
  return { run, log };
}

const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 40));
const words = (log: readonly string[]): string[] => log.filter((word) => word !== 'here');

test('a run is asked for as it was set', async () => {
  const network = new FakeNetwork();
  const { run } = await open(network);
  assert.equal(network.asked[0], `POST /api/runs ${JSON.stringify(REQUEST)}`);
  assert.equal(run.facts.last_level, 11);
  assert.equal(network.streams[0]?.url, '/api/runs/r1/events?from=0');
  assert.equal(run.jsonUrl, '/api/runs/r1/run.json');
});

test('events become calls in order', async () => {
  const network = new FakeNetwork();
  const { log } = await open(network);
  const [stream] = network.streams;
  stream!.send('status', { phase: 'ready' });
  stream!.send('level', { depth: 0 });
  stream!.send('level', { depth: 1 });
  stream!.send('done', { wall_ms: 7 });
  assert.deepEqual(words(log), ['ready', 'level 0', 'level 1', 'done 7']);
});

test('commands are requests', async () => {
  const network = new FakeNetwork();
  const { run } = await open(network);
  await run.step(2);
  await run.step('all');
  await run.pause();
  run.close();
  assert.deepEqual(network.asked.slice(1), [
    'POST /api/runs/r1/step {"levels":2}', 'POST /api/runs/r1/step {"levels":"all"}',
    'POST /api/runs/r1/pause {}', 'DELETE /api/runs/r1',
  ]);
  assert.ok(network.streams[0]?.isClosed);
});

test('what the server refuses is an error with its words', async () => {
  const network = new FakeNetwork();
  network.answers['POST /api/runs'] = 429;
  await assert.rejects(open(network), (error) =>
    error instanceof ServerError && error.status === 429 && error.message === 'no (429)');
});

test('a broken stream goes on with the next level, and no level comes twice', async () => {
  const network = new FakeNetwork();
  const { log } = await open(network);
  network.streams[0]!.send('level', { depth: 0 });
  network.streams[0]!.send('level', { depth: 1 });
  network.streams[0]!.send('error');
  assert.ok(network.streams[0]!.isClosed);
  await settle();
  assert.equal(network.streams[1]?.url, '/api/runs/r1/events?from=2');
  network.streams[1]!.send('level', { depth: 1 });
  network.streams[1]!.send('level', { depth: 2 });
  network.streams[0]!.send('level', { depth: 3 });
  assert.deepEqual(words(log), ['level 0', 'level 1', 'level 2']);
});

test('a server that is gone is lost until it answers again', async () => {
  const network = new FakeNetwork();
  const { log } = await open(network);
  network.streams[0]!.send('open');
  const machine = network.answers['GET /api/machine'];
  delete network.answers['GET /api/machine'];
  network.streams[0]!.send('error');
  await settle();
  assert.equal(log.at(-1), 'lost');
  assert.equal(network.streams.length, 1);
  network.answers['GET /api/machine'] = machine;
  await settle();
  assert.equal(network.streams.length, 2);
  network.streams[1]!.send('open');
  assert.equal(log.at(-1), 'here');
});

test('a run that the server does not know any more is forgotten', async () => {
  const network = new FakeNetwork();
  const { log } = await open(network);
  network.answers['GET /api/runs/r1/run.json'] = 404;
  network.streams[0]!.send('error');
  await settle();
  assert.equal(log.at(-1), 'forgotten');
  const asked = network.asked.length;
  await settle();
  assert.equal(network.asked.length, asked);
});

test('the end is told once, however often the stream begins again', async () => {
  const network = new FakeNetwork();
  const { log } = await open(network);
  network.streams[0]!.send('done', { wall_ms: 7 });
  network.streams[0]!.send('error');
  await settle();
  network.streams[1]!.send('done', { wall_ms: 7 });
  assert.deepEqual(words(log), ['done 7']);
});

test('a closed run does not come back', async () => {
  const network = new FakeNetwork();
  const { run, log } = await open(network);
  network.streams[0]!.send('error');
  run.close();
  await settle();
  assert.equal(network.streams.length, 1);
  assert.deepEqual(words(log), []);
});
