import { expect, it } from 'vitest';
import { clientOrderId } from '../client-order-id';
import { fields, text } from '../transport/fields';
import { RestOrderSpace } from './order-space';

const OURS = clientOrderId('01923456-789a-7000-8000-000000000001', 'sl');
const FULL = { clientAlgoId: 'by-hand', orderType: 'STOP_MARKET' };

function listOf(...rows: readonly object[]) {
  const leftOut: string[] = [];
  const space = new RestOrderSpace(
    { call: async () => ({ kind: 'ok', body: rows }) } as never,
    { endpoints: {}, parse: (row: unknown) => text(fields(row), 'orderType') } as never,
    'hedge',
    { onUnreadable: (message: string) => leftOut.push(message) } as never,
    () => 0,
  );
  return { leftOut, open: () => space.open() };
}

it('an order of somebody else that cannot be read is left out of the list and reported', async () => {
  const { leftOut, open } = listOf(FULL, { clientAlgoId: 'of-a-new-kind' });
  expect(await open()).toEqual({ kind: 'ok', value: ['STOP_MARKET'] });
  expect(leftOut).toEqual([expect.stringContaining('of-a-new-kind')]);
});

it.each([
  ['that is ours', { clientAlgoId: OURS }],
  ['that names no client order id', {}],
])('an order %s and cannot be read leaves the whole list unknown', async (_what, row) => {
  const { leftOut, open } = listOf(FULL, row);
  expect(await open()).toMatchObject({ kind: 'unknown', cause: 'unreadable_answer' });
  expect(leftOut).toEqual([]);
});
