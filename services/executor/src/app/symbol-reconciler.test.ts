import { REPORT_AGAIN_MS } from '@platform/contracts';
import { expect, it } from 'vitest';
import { TIMING } from '../timing';
import { type ReconcileResult, type ReconcilerParts, SymbolReconciler } from './symbol-reconciler';
import { TriggerWatch } from './trigger-watch';

it('exposure of no bot is booked as unowned by a look that began after it had lasted', async () => {
  const desk = new Desk();
  for (let look = 0; look < 5; look += 1) await desk.look();
  desk.nowMs += TIMING.settlingMs - 1;
  await desk.look();
  expect(desk.unexplained).toEqual([]);
  desk.nowMs += 1;
  await desk.look();
  expect(desk.unexplained).toEqual(['2']);
});

it('exposure of no bot does not count by an answer from before the process was frozen', async () => {
  const desk = new Desk();
  for (let look = 0; look < 5; look += 1) await desk.look();
  await desk.look({ frozenForMs: TIMING.settlingMs });
  expect(desk.unexplained).toEqual([]);
  desk.amount = '0';
  await desk.look();
  expect(desk.unexplained).toEqual([]);
});

it('exposure of no bot must last again when its size has changed', async () => {
  const desk = new Desk();
  await desk.look();
  desk.nowMs += TIMING.settlingMs;
  desk.amount = '3';
  await desk.look();
  expect(desk.unexplained).toEqual([]);
});

it.each(['the account', 'the books'] as const)(
  'exposure of no bot must last again after a look that could not read %s',
  async (what) => {
    const desk = new Desk();
    await desk.look();
    desk.nowMs += TIMING.settlingMs - 1;
    desk.unreadable = what;
    await desk.look().catch(() => undefined);
    desk.unreadable = undefined;
    desk.nowMs += 1;
    await desk.look();
    expect(desk.unexplained).toEqual([]);
    desk.nowMs += TIMING.settlingMs;
    await desk.look();
    expect(desk.unexplained).toEqual(['2']);
  },
);

it('exposure of no bot does not count at a start that could not read the trades behind it', async () => {
  const desk = new Desk();
  desk.unreadable = 'the trades';
  expect(await desk.look({ isStartup: true })).toEqual({
    kind: 'unreadable',
    problem: 'the trades of BTCUSDT cannot be read',
  });
  desk.unreadable = undefined;
  expect(await desk.look({ isStartup: true })).toMatchObject({ kind: 'done', critical: 1 });
});

it('an order that the platform did not place is reported again for as long as it is there', async () => {
  const desk = new Desk();
  desk.open = [{ report: { clientOrderId: 'by-hand' } }];
  for (let look = 0; look < 3; look += 1) await desk.look();
  expect(desk.reported).toEqual(['by-hand']);
  desk.nowMs += REPORT_AGAIN_MS;
  await desk.look();
  expect(desk.reported).toEqual(['by-hand', 'by-hand']);
  desk.open = [];
  desk.nowMs += REPORT_AGAIN_MS;
  await desk.look();
  expect(desk.reported).toHaveLength(2);
});

it('a stop that one look does not find stays as it is until its absence is proved', async () => {
  const desk = new Desk();
  desk.believed = [{ clientOrderId: 'stop', space: 'algo', leg: 'sl', status: 'new', ageMs: 60_000 }];
  await desk.look();
  expect(desk.settled).toEqual([]);
  for (let look = 0; look < 3; look += 1) {
    desk.nowMs += TIMING.absenceMs;
    await desk.look();
  }
  expect(desk.settled).toEqual(['stop expired']);
});

/** A long at the exchange, and empty books. */
class Desk {
  nowMs = 0;
  amount = '2';
  unreadable: 'the account' | 'the books' | 'the trades' | undefined;
  /** What the exchange lists, and what the books believe of orders: the exchange finds none of those. */
  open: readonly object[] = [];
  believed: readonly object[] = [];
  readonly unexplained: string[] = [];
  /** The orders that reports were about. */
  readonly reported: string[] = [];
  readonly settled: string[] = [];
  private frozenForMs = 0;
  private readonly reconciler = new SymbolReconciler({
    symbol: 'BTCUSDT',
    timing: TIMING,
    errors: {
      report: (_code: string, { client_order_id }: { readonly client_order_id?: string }) => {
        if (client_order_id !== undefined) this.reported.push(client_order_id);
      },
    },
    nowMs: () => this.nowMs,
    isStreamLive: () => true,
    triggers: new TriggerWatch(5_000, () => 0),
    exchange: {
      network: 'testnet',
      query: async () => ({ kind: 'not_found' }),
      mayBeInHistory: async () => false,
      port: { clock: { nowMs: () => this.nowMs } },
    },
    orders: {
      settle: async (clientOrderId: string, status: string) => {
        this.settled.push(`${clientOrderId} ${status}`);
        this.believed = [];
      },
    },
    account: {
      read: async () => {
        const positions = [{ symbol: 'BTCUSDT', positionSide: 'long', quantity: this.amount }];
        this.nowMs += this.frozenForMs;
        if (this.unreadable === 'the account') return { kind: 'unknown' };
        return { kind: 'ok', value: { orders: this.open, positions } };
      },
    },
    books: {
      load: async () => {
        if (this.unreadable === 'the books') throw new Error('the database is away');
        return { orders: this.believed, holdings: [] };
      },
      hasUnbooked: async () => false,
    },
    bookkeeper: { catchUp: async () => this.unreadable !== 'the trades', agreed: () => undefined },
    positions: {
      bookUnexplained: async (_network: string, _symbol: string, _side: string, quantity: string) => {
        this.unexplained.push(quantity);
      },
    },
  } as unknown as ReconcilerParts);

  look({ frozenForMs = 0, isStartup = false } = {}): Promise<ReconcileResult> {
    this.frozenForMs = frozenForMs;
    return this.reconciler.reconcile({ isStartup });
  }
}
