import { systemTime } from '@platform/service-kit';
import { expect, it } from 'vitest';
import { TIMING } from '../timing';
import type { SymbolBook } from './ports';
import { Protector, type ProtectorParts } from './protector';
import { Submitter, type SubmitterParts } from './submitter';
import { TriggerWatch } from './trigger-watch';

const holdingOf = (botId: string) => ({
  botId,
  unownedSide: null,
  intentId: botId,
  quantity: '1',
  stopPrice: '90',
  takeProfitPrice: null,
});
const stopOf = (botId: string, status: string) => ({
  botId,
  leg: 'sl',
  space: 'algo',
  side: 'sell',
  quantity: '1',
  filledQuantity: '0',
  triggerPrice: '90',
  clientOrderId: `stop of ${botId}`,
  status,
});

/** The answer to a bot's stop was lost, and the market has passed its trigger price since. */
function desk(isFound: () => boolean, neighbours: readonly string[]) {
  let nowMs = 0;
  const closed: string[] = [];
  const learnt: string[] = [];
  const exchange = {
    network: 'testnet',
    query: async () =>
      isFound() ? { kind: 'found', order: { report: { status: 'filled' } } } : { kind: 'not_found' },
    port: {
      filters: { of: async () => ({ kind: 'unknown' }) },
      conditionalOrders: {
        place: async () => ({ kind: 'rejected', code: '-2021', reason: 'would_trigger_immediately' }),
      },
    },
  };
  const time = { ...systemTime, monotonicMs: () => nowMs };
  const submitter = new Submitter({
    exchange,
    orders: {
      report: async (_network: string, { status }: { readonly status: string }) => learnt.push(status),
    },
    outage: { admits: () => true, answered: () => undefined },
    time,
  } as unknown as SubmitterParts);
  const protector = new Protector({
    exchange,
    symbol: 'BTCUSDT',
    submitter,
    triggers: new TriggerWatch(5_000, () => nowMs),
    errors: { report: () => undefined },
    timing: TIMING,
    closer: {
      isHeldUp: () => false,
      close: async ({ botId }: { readonly botId: string }) => (closed.push(botId) > 0 ? 'sent' : 'waiting'),
    },
    time,
    onSentAgain: () => undefined,
  } as unknown as ProtectorParts);
  const book = {
    holdings: ['own', ...neighbours].map(holdingOf),
    orders: [stopOf('own', 'unknown'), ...neighbours.map((botId) => stopOf(botId, 'new'))],
  } as unknown as SymbolBook;
  return {
    closed,
    learnt,
    look: async (atMs: number) => {
      nowMs = atMs;
      return protector.converge(book);
    },
  };
}

it('a stop that was taken, and triggered before it was sent again, closes nothing a second time', async () => {
  const { look, closed, learnt } = desk(() => true, []);
  expect(await look(0)).toMatchObject({ changed: true });
  expect([closed, learnt]).toEqual([[], ['filled']]);
});

it('a stop that the market has passed is not closed beside others while it may have been taken', async () => {
  let isFound = false;
  const { look, closed, learnt } = desk(() => isFound, ['neighbour']);
  expect(await look(0)).toEqual({ changed: false, unfinished: true });
  expect(await look(TIMING.protectionDeadlineMs)).toEqual({ changed: false, unfinished: true });
  isFound = true;
  expect(await look(TIMING.protectionDeadlineMs + 1)).toMatchObject({ changed: true });
  expect([closed, learnt]).toEqual([[], ['filled']]);
});

it('a stop that the market has passed is closed at once by a bot alone, and at the deadline beside others', async () => {
  const alone = desk(() => false, []);
  await alone.look(0);
  expect(alone.closed).toEqual(['own']);
  const beside = desk(() => false, ['neighbour']);
  await beside.look(0);
  expect(beside.closed).toEqual([]);
  await beside.look(TIMING.protectionDeadlineMs + 1);
  expect(beside.closed).toEqual(['own']);
});
