import { systemTime } from '@platform/service-kit';
import { expect, it } from 'vitest';
import { Flattener, type FlattenerParts, type FlattenRequest } from './flattener';

const REQUEST: FlattenRequest = { symbol: 'BTCUSDT', traceId: 't1', bots: ['own'], withoutBooks: false };

it('a flatten asks for an entry that has not reported its end, and closes what it has filled', async () => {
  const exchange = new FilledEntry();
  expect(await exchange.flattener.flatten(REQUEST)).toBe(true);
  expect(exchange.closed).toEqual(['1']);
});

it('a failed step is reported with its network, its symbol and the flatten it belongs to', async () => {
  const exchange = new FilledEntry();
  exchange.isSilent = true;
  expect(await exchange.flattener.flatten(REQUEST, AbortSignal.timeout(100))).toBe(false);
  const place = { network: 'testnet', symbol: 'BTCUSDT', trace_id: 't1' };
  expect(exchange.reports[0]).toEqual({ reason_code: 'position_poll_failed', ...place });
});

/** An entry of one lot that the books take for unfilled until its report is written. */
class FilledEntry {
  readonly closed: string[] = [];
  readonly reports: object[] = [];
  /** No position can be read. */
  isSilent = false;
  private isReported = false;
  readonly flattener = new Flattener({
    exchange: {
      network: 'testnet',
      positions: async () =>
        this.isSilent ? { kind: 'unknown' } : { kind: 'ok', value: this.held('BTCUSDT') },
      query: async () => ({ kind: 'found', order: { report: { status: 'filled', filledQuantity: '1' } } }),
      cancel: async () => ({ kind: 'not_found' }),
      port: { filters: { of: async () => ({ kind: 'unknown' }) } },
    },
    books: {
      load: async () => {
        const entry = { botId: 'own', leg: 'entry', space: 'regular', side: 'buy', status: 'new' };
        return this.isReported ? { orders: [], holdings: this.held() } : { orders: [entry], holdings: [] };
      },
    },
    orders: {
      report: async () => {
        this.isReported = true;
      },
    },
    submitter: {
      symbolsBeingEntered: () => new Set(),
      reduce: async ({ quantity }: { quantity: string }) => {
        this.closed.push(quantity);
        return { kind: 'accepted', order: { report: { filledQuantity: quantity } } };
      },
    },
    owed: { write: async () => {} },
    events: { flattenStep: async () => {} },
    errors: { report: (_code: string, context: object) => this.reports.push(context) },
    time: systemTime,
  } as unknown as FlattenerParts);

  private held(symbol?: string): object[] {
    return this.closed.length > 0 ? [] : [{ botId: 'own', symbol, positionSide: 'long', quantity: '1' }];
  }
}
