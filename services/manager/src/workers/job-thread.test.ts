import { EventEmitter } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { type JobSign, JobThread } from './job-thread';

const SHORT_MS = 20;
const NEVER_MS = 600_000;

interface Done {
  readonly kind: 'done';
  readonly job: string;
}

/** Does what the job says: falls silent in a strategy's code or out of it, ends, or does the job. */
class FakeWorker extends EventEmitter {
  postMessage({ id, job }: { readonly id: number; readonly job: string }): void {
    const say = (sign: JobSign<Done>) => this.emit('message', sign);
    say({ id, isInStrategy: true });
    if (job === 'loop in its strategy') return;
    if (job === 'die in its strategy') return void this.emit('exit');
    say({ id, isInStrategy: false });
    if (job === 'loop') return;
    if (job === 'die') this.emit('exit');
    else say({ id, answer: { kind: 'done', job } });
  }

  async terminate(): Promise<void> {}
}

async function ask(jobs: readonly string[], deadlineMs: number, strategyMs: number) {
  let started = 0;
  const createWorker = () => {
    started += 1;
    return new FakeWorker() as unknown as Worker;
  };
  const thread = new JobThread<string, Done>({ deadlineMs, strategyMs, createWorker });
  const answers = await Promise.all(jobs.map((job) => thread.ask(job)));
  return { answers, started };
}

const next = { kind: 'done', job: 'next' };

it('a job whose strategy never ends is given up by the time of strategies, and the next one is done', async () => {
  const { answers, started } = await ask(['loop in its strategy', 'next'], NEVER_MS, SHORT_MS);
  const reason = 'the strategy took longer than 0.02 s';
  expect(answers).toEqual([{ kind: 'failed', reason, code: '', isOfStrategy: true }, next]);
  expect(started).toBe(2);
});

it('a job that never ends outside of a strategy is given up without blaming it, and the next one is done', async () => {
  const { answers, started } = await ask(['loop', 'next'], SHORT_MS, NEVER_MS);
  const reason = 'its thread took longer than 0.02 s';
  expect(answers).toEqual([{ kind: 'failed', reason, code: '', isOfStrategy: false }, next]);
  expect(started).toBe(2);
});

it('a strategy that ends the thread of its job is named for it', async () => {
  const { answers } = await ask(['die in its strategy', 'die', 'next'], NEVER_MS, NEVER_MS);
  expect(answers).toMatchObject([{ isOfStrategy: true }, { isOfStrategy: false }, next]);
});

it('a job that ends its thread fails, and the next one is done by another thread', async () => {
  const { answers, started } = await ask(['die', 'next', 'next'], NEVER_MS, NEVER_MS);
  expect(answers).toMatchObject([{ kind: 'failed', reason: 'its thread ended' }, next, next]);
  expect(started).toBe(2);
});
