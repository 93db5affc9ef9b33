import type { SubmitOutcome } from '@platform/exchange';
import { systemTime } from '@platform/service-kit';
import { expect, it } from 'vitest';
import { memoryStores } from '../memory/stores';
import { Tables } from '../memory/tables';
import { OwedRows } from './owed-rows';
import type { NewOrder } from './ports';
import { Submitter, type SubmitterParts } from './submitter';

const NETWORK = 'testnet';
const SYMBOL = 'BTCUSDT';
const INTENT = '0190b6c2-7f3a-7c1d-8e2f-0123456789ab';

const EXIT: NewOrder = {
  intentId: INTENT,
  botId: 'own',
  network: NETWORK,
  symbol: SYMBOL,
  leg: 'exit',
  orderType: 'market',
  space: 'regular',
  side: 'sell',
  quantity: '0.3',
};

it('a closing without a row is in the book with unknown fate before anything else is decided', async () => {
  const { submitter, owed, book } = afterLostConnection({
    kind: 'unknown',
    cause: 'timeout',
    message: 'no answer',
  });
  expect(await submitter.reduce(EXIT)).toEqual({ kind: 'unknown' });
  await owed.write(SYMBOL);
  await owed.write(SYMBOL);
  const [order, ...others] = await book();
  expect(order).toMatchObject({ intentId: INTENT, botId: 'own', leg: 'exit', status: 'submitting' });
  expect(others).toEqual([]);
});

it('a closing whose row could not be written stays owed until the database is back, and is written then', async () => {
  const { submitter, owed, book, disconnect } = afterLostConnection({ kind: 'accepted', order: FILLED });
  expect(await submitter.reduce(EXIT)).toMatchObject({ kind: 'accepted' });
  disconnect();
  await expect(owed.write(SYMBOL)).rejects.toThrow('terminated');
  await owed.write('ETHUSDT');
  expect(await book()).toEqual([]);
  await owed.write(SYMBOL);
  expect(await book()).toHaveLength(1);
});

it('a closing of which no row is possible is reported and given up', async () => {
  const reports: string[] = [];
  const adopt = () => Promise.reject(new Error('violates a constraint'));
  const owed = new OwedRows({ adopt }, { report: (code) => void reports.push(code) });
  owed.add(EXIT, 'x');
  await owed.write(SYMBOL);
  await owed.write(SYMBOL);
  expect(reports).toEqual(['EXECUTOR_INTERNAL_ERROR']);
});

it('a closing that the exchange refused leaves no owed row behind', async () => {
  const refusal = { kind: 'rejected', reason: 'other', code: '-1', message: 'no' } as const;
  const { submitter, owed, book } = afterLostConnection(refusal);
  expect(await submitter.reduce(EXIT)).toMatchObject({ kind: 'refused' });
  await owed.write(SYMBOL);
  expect(await book()).toEqual([]);
});

const FILLED = { clientOrderId: 'x', orderId: '7', status: 'filled', filledQuantity: '0.3' };

/** Every question fails that is asked after `disconnect`, once; the first one of all is. */
function afterLostConnection(outcome: unknown) {
  const tables = new Tables(() => 1_000);
  let isLost = true;
  let ids = 0;
  const chance = {
    unit: () => 0.5,
    newId: () => `01923456-789a-7000-9000-${String(++ids).padStart(12, '0')}`,
  };
  const { orders, books } = memoryStores(tables, chance, async (_statement, run) => {
    if (!isLost) return run();
    isLost = false;
    throw Object.assign(new Error('connection terminated'), { code: 'ECONNRESET' });
  });
  const owed = new OwedRows(orders, { report: () => undefined });
  const submitter = new Submitter({
    orders,
    owed,
    chance,
    time: systemTime,
    exchange: {
      network: NETWORK,
      port: { orders: { place: async () => outcome as SubmitOutcome<unknown> } },
    },
    errors: { report: () => undefined },
    outage: { admits: () => true, answered: () => undefined, unanswered: () => undefined },
  } as unknown as SubmitterParts);
  return {
    submitter,
    owed,
    book: async () => (await books.load(NETWORK, SYMBOL)).orders,
    disconnect: () => {
      isLost = true;
    },
  };
}
