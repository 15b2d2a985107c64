// The pacer permits one level at each barrier, at the chosen pace, or all at once.

import assert from 'node:assert/strict';
import test from 'node:test';
import type { RunSource } from '../src/data/run_source.ts';
import { Pacer } from '../src/pacer.ts';

function fake(): { source: RunSource; orders: string[] } {
  const orders: string[] = [];
  const source = {
    step: async (levels: number | 'all') => void orders.push(`step ${levels}`),
    pause: async () => void orders.push('pause'),
  } as unknown as RunSource;
  return { source, orders };
}
const fail = (error: unknown): never => assert.fail(String(error));
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

test('one level at each barrier', async () => {
  const { source, orders } = fake();
  const pacer = new Pacer(source, fail);
  pacer.run(100);
  await wait(30);
  assert.deepEqual(orders, ['step 1']);
  pacer.barrier();
  await wait(30);
  assert.deepEqual(orders, ['step 1', 'step 1']);
});

test('the pace is kept: a slow barrier is not waited for once more', async () => {
  const { source, orders } = fake();
  let now = 0;
  const pacer = new Pacer(source, fail, () => now);
  pacer.run(2);
  await wait(5);
  now = 400;
  pacer.barrier();
  await wait(50);
  assert.equal(orders.length, 1);
  await wait(100);
  assert.equal(orders.length, 2);
  now = 5000;
  pacer.barrier();
  await wait(20);
  assert.equal(orders.length, 3);
});

test('fast is one order, and stopping takes it back', () => {
  const { source, orders } = fake();
  const pacer = new Pacer(source, fail);
  pacer.run('fast');
  assert.deepEqual(orders, ['step all']);
  pacer.stop();
  assert.deepEqual(orders, ['step all', 'pause']);
  assert.equal(pacer.isRunning, false);
});

test('from fast to a pace: the permits are taken back first', async () => {
  const { source, orders } = fake();
  const pacer = new Pacer(source, fail);
  pacer.run('fast');
  pacer.run(100);
  await wait(30);
  assert.deepEqual(orders, ['step all', 'pause']);
  pacer.barrier();
  await wait(30);
  assert.deepEqual(orders, ['step all', 'pause', 'step 1']);
});

test('a command that fails stops it and is told', async () => {
  const told: unknown[] = [];
  const source = { step: async () => Promise.reject(new Error('gone')) } as unknown as RunSource;
  const pacer = new Pacer(source, (error) => told.push(error));
  pacer.run('fast');
  await wait(5);
  assert.equal(pacer.isRunning, false);
  assert.equal((told[0] as Error).message, 'gone');
});
