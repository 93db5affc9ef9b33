import { expect, it } from 'vitest';
import type { Intent } from './ports';
import { type DeskParts, SymbolDesk } from './symbol-desk';

const STEPS = ['resolve', 'reconcile', 'protect', 'intent A'] as const;

it.each(STEPS)('a turn goes on when one step of it fails (%s), and looks again', async (failing) => {
  const done: string[] = [];
  const reported: string[] = [];
  const step = (name: string, result: unknown) => async () => {
    done.push(name);
    if (name === failing) throw new Error('a defect');
    return result;
  };
  const book = { orders: [{ status: 'unknown' }], holdings: [] };
  const intents = ['A', 'B'].map((botId) => ({ botId }) as Intent);
  let turn = async (): Promise<unknown> => undefined;
  const desk = new SymbolDesk({
    network: 'testnet',
    symbol: 'BTCUSDT',
    load: async () => book,
    loadWithIntents: async () => ({ ...book, intents }),
    owed: { write: async () => undefined },
    resolver: { resolve: step('resolve', false) },
    reconciler: { reconcile: step('reconcile', { kind: 'done' }) },
    protector: {
      converge: step('protect', { changed: false, unfinished: false }),
      deadlineInMs: () => Number.POSITIVE_INFINITY,
    },
    intents: { handle: ({ botId }: Intent) => step(`intent ${botId}`, 'waiting')() },
    triggers: { stuckInMs: () => Number.POSITIVE_INFINITY },
    errors: {
      report: (code: string) => reported.push(code),
      guard: (_part: string, work: unknown) => work,
    },
    tasks: {
      open: ({ run }: { run(): Promise<unknown> }) => {
        turn = run;
        return { start: () => {}, wake: () => {}, wakeWithin: () => {} };
      },
    },
    time: { soon: () => {}, monotonicMs: () => 0 },
    mayTakeIntents: () => true,
    onChanged: () => {},
  } as unknown as DeskParts);
  desk.wake({ intents: true, reconcile: true });
  expect(await turn()).toBe('later');
  expect(done).toEqual([...STEPS, 'intent B']);
  expect(reported).toEqual(['EXECUTOR_INTERNAL_ERROR']);
});
