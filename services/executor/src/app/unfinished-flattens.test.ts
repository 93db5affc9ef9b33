import { REPORT_AGAIN_MS } from '@platform/contracts';
import { expect, it } from 'vitest';
import { UnfinishedFlattens, type UnfinishedParts } from './unfinished-flattens';

const EVERY_MS = 60_000;
const ALL = { kind: 'all' } as const;
const BOT = { kind: 'bot', botId: 'amber' } as const;
const AMBER = { botId: 'amber', quantity: '1' };
const BIRCH = { botId: 'birch', quantity: '2' };
const ENTRY = { botId: 'amber', leg: 'entry', side: 'buy', status: 'unknown' };

it('a flatten that was given up is reported every few minutes for as long as what it left is open', async () => {
  const world = new World();
  world.holdings = [AMBER];
  world.unfinished.add({ network: 'testnet', scope: BOT, traceId: 't1' });
  await world.look(60);
  expect(world.reports.length).toBeGreaterThanOrEqual((60 * EVERY_MS) / (REPORT_AGAIN_MS + EVERY_MS));
  expect(world.reports[0]).toMatchObject({ network: 'testnet', symbols: ['BTCUSDT'], trace_id: 't1' });
});

it('a flatten that was given up is over once what it left has been seen gone, whatever is opened later', async () => {
  const world = new World();
  world.holdings = [AMBER, BIRCH];
  world.unfinished.add({ network: 'testnet', scope: ALL, traceId: 't1' });
  await world.look(1);
  world.holdings = [AMBER];
  await world.look(10);
  expect(world.reports.length).toBeGreaterThan(0);
  world.holdings = [BIRCH];
  await world.look(1);
  world.reports.length = 0;
  world.holdings = [AMBER, BIRCH];
  await world.look(60);
  expect(world.reports).toEqual([]);
});

it('a flatten of a bot that was given up is not about its neighbours, nor about what no bot answers for', async () => {
  const world = new World();
  world.holdings = [BIRCH, { botId: null, quantity: '3' }];
  world.unfinished.add({ network: 'testnet', scope: BOT, traceId: 't1' });
  await world.look(60);
  expect(world.reports).toEqual([]);
});

it('a flatten that was given up waits for an entry whose end is not known, and for what no book explains', async () => {
  for (const open of [{ orders: [ENTRY] }, { long: '1' }]) {
    const world = new World();
    Object.assign(world, open);
    world.unfinished.add({ network: 'testnet', scope: ALL, traceId: 't1' });
    await world.look(10);
    expect(world.reports.length).toBeGreaterThan(0);
  }
});

it('a flatten that was given up is reported too while nothing can be read', async () => {
  const world = new World();
  world.isReadable = false;
  world.unfinished.add({ network: 'testnet', scope: ALL, traceId: 't1' });
  await world.look(10);
  expect(world.reports[0]).toMatchObject({ symbols: 'unknown' });
  world.isReadable = true;
  await world.look(1);
  world.reports.length = 0;
  await world.look(60);
  expect(world.reports).toEqual([]);
});

it('a flatten that went through ends what one of its scope, or less, had given up', async () => {
  for (const [scope, isOver] of [
    [BOT, true],
    [ALL, true],
    [{ kind: 'symbol', symbol: 'BTCUSDT' }, false],
  ] as const) {
    const world = new World();
    world.holdings = [AMBER];
    world.unfinished.add({ network: 'testnet', scope: BOT, traceId: 't1' });
    world.unfinished.done('testnet', scope);
    await world.look(10);
    expect(world.reports.length === 0).toBe(isOver);
  }
});

/** One network with one symbol, and the clock in the hands of the test. */
class World {
  holdings: object[] = [];
  orders: object[] = [];
  /** Beyond what the books hold. */
  long = '0';
  isReadable = true;
  readonly reports: object[] = [];
  readonly unfinished: UnfinishedFlattens;
  private nowMs = 0;
  private run!: () => unknown;

  constructor() {
    const positions = async () => {
      const held = (this.holdings as { quantity: string }[]).reduce(
        (sum, { quantity }) => sum + Number(quantity),
        0,
      );
      const quantity = String(held + Number(this.long));
      if (!this.isReadable) return { kind: 'unknown' };
      return { kind: 'ok', value: [{ symbol: 'BTCUSDT', positionSide: 'long', quantity }] };
    };
    const symbols = async () => (this.isReadable ? ['BTCUSDT'] : undefined);
    this.unfinished = new UnfinishedFlattens({
      networks: new Map([['testnet', { exchange: { positions }, symbols }]]),
      books: { load: async () => ({ holdings: this.holdings, orders: this.orders }) },
      commands: {},
      errors: { report: (_code: string, context: object) => this.reports.push(context) },
      tasks: {
        open: ({ run }: { readonly run: () => unknown }) => {
          this.run = run;
          return { wake: () => {} };
        },
      },
      time: { monotonicMs: () => this.nowMs },
      everyMs: EVERY_MS,
    } as unknown as UnfinishedParts);
  }

  async look(times: number): Promise<void> {
    for (let look = 0; look < times; look += 1) {
      this.nowMs += EVERY_MS;
      await this.run();
    }
  }
}
