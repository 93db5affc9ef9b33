/**
 * What the ports of the order path promise, as cases that any implementation has to pass: the tables in PostgreSQL and those in memory.
 * A case throws where a promise is broken.
 */
import { clientOrderId } from '@platform/exchange';
import { type ApprovedEntry, type CapLimits, judgeEntry } from '@platform/risk-rules';
import { Decimal } from 'decimal.js';
import { expect } from 'vitest';
import type {
  Books,
  Commands,
  Entries,
  FillObserver,
  Fills,
  Intents,
  LiveRuns,
  NewOrder,
  Orders,
  Positions,
  VenueFill,
} from '../../src/app/ports';
import type { OrderReport } from '../../src/domain/order';

export interface Ports {
  readonly books: Books;
  readonly intents: Intents;
  readonly entries: Entries;
  readonly orders: Orders;
  readonly positions: Positions;
  readonly commands: Commands;
  readonly runs: LiveRuns;
  openFills(observer: FillObserver): Fills;
}

export interface IntentGiven {
  readonly intentId: string;
  readonly botId: string;
  readonly side: 'long' | 'short' | 'flat';
  readonly quantity: string;
  readonly stopPrice: string | null;
  readonly fence: number;
}

/** An implementation on empty tables, and the hands that fill them. */
export interface PortsUnderTest {
  readonly ports: Ports;
  /** Given 500 USD. */
  addBot(botId: string, strategy: string, clusterId: string): Promise<void>;
  /** What the live run of a bot began with; null while it has none. */
  initialEquity(botId: string): Promise<string | null>;
  addIntent(intent: IntentGiven, strategy: string): Promise<void>;
  setHalted(halted: boolean): Promise<void>;
  setPaused(botId: string, isPaused: boolean): Promise<void>;
  raiseFence(strategy: string, fence: number): Promise<void>;
  releaseLease(strategy: string): Promise<void>;
  addFlatten(scope: string): Promise<void>;
  close(): Promise<void>;
}

const NETWORK = 'testnet';
const SYMBOL = 'BTCUSDT';
const AMBER = { botId: '01923456-789a-7000-8000-0000000000a1', strategy: 'supertrend' };
const BIRCH = { botId: '01923456-789a-7000-8000-0000000000b1', strategy: 'ewmac' };
const NO_LIMITS: CapLimits = {
  ...{ networkUsd: '100000', perOrderUsd: undefined, perBotDailyUsd: undefined, globalDailyUsd: undefined },
};

const STOP_PRICES = { long: '95', short: '105' } as const;
type Side = keyof typeof STOP_PRICES;

export type PortCase = readonly [promise: string, check: (under: PortsUnderTest) => Promise<void>];

export const PORT_CASES: readonly PortCase[] = [
  [
    'an intent waits until it has its one outcome',
    async (under) => {
      const { ports } = under;
      await enter(under, 1, AMBER, { isWritten: false });
      expect(await ports.intents.waitingSymbols()).toEqual([{ network: NETWORK, symbol: SYMBOL }]);
      const [intent] = await ports.intents.undecided(NETWORK, SYMBOL);
      expect(intent).toMatchObject({
        intentId: idOf(1),
        isLeaseHeld: true,
        leaseFence: '1',
        entryStatus: null,
      });
      expect(await ports.intents.decide(intent!, { outcome: 'accepted', reason: null })).toBe(true);
      expect(await ports.intents.decide(intent!, { outcome: 'rejected', reason: 'stale_fence' })).toBe(false);
      expect(await ports.intents.undecided(NETWORK, SYMBOL)).toEqual([]);
    },
  ],
  [
    'a bot that asked for something is to be recorded, and its live run begins with what it was given, once',
    async (under) => {
      const { runs } = under.ports;
      await enter(under, 1, AMBER, { isWritten: false });
      await under.addBot(BIRCH.botId, BIRCH.strategy, 'majors');
      expect(await runs.botsToRecord()).toEqual([AMBER.botId]);
      expect(await runs.heldSymbols(AMBER.botId)).toEqual([]);
      expect(await under.initialEquity(AMBER.botId)).toBeNull();
      for (const _ of ['once', 'again']) await runs.record(AMBER.botId, new Map());
      expect(Number(await under.initialEquity(AMBER.botId))).toBe(500);
    },
  ],
  [
    'of two waiting intents of a bot the earlier one is superseded',
    async (under) => {
      await enter(under, 1, AMBER, { isWritten: false });
      await enter(under, 2, AMBER, { isWritten: false });
      await enter(under, 3, BIRCH, { isWritten: false });
      const waiting = await under.ports.intents.undecided(NETWORK, SYMBOL);
      expect(waiting.map(({ intentId, isSuperseded }) => [intentId, isSuperseded])).toEqual([
        [idOf(1), true],
        [idOf(2), false],
        [idOf(3), false],
      ]);
    },
  ],
  [
    'an entry is written once, with its row open and its cap used',
    async (under) => {
      const { ports } = under;
      const order = await enter(under, 1, AMBER);
      expect(order).toMatchObject({
        kind: 'written',
        order: { clientOrderId: clientOrderId(idOf(1), 'entry') },
      });
      const { orders } = await ports.books.load(NETWORK, SYMBOL);
      expect(orders).toMatchObject([
        { intentId: idOf(1), botId: AMBER.botId, leg: 'entry', status: 'submitting' },
      ]);
      expect(Number((await ports.entries.usage()).byBot.get(AMBER.botId))).toBe(200);
      await expect(ports.entries.write(await approved(1, AMBER), NO_LIMITS)).rejects.toThrow();
      expect(await ports.books.activeSymbols(NETWORK)).toEqual([SYMBOL]);
    },
  ],
  [
    'no entry is written while halted or paused, with a stale fence, without a lease or past a cap',
    async (under) => {
      const { ports } = under;
      await under.setHalted(true);
      expect(await enter(under, 1, AMBER)).toMatchObject({ kind: 'refused', gate: 'halt' });
      await under.setHalted(false);
      await under.setPaused(AMBER.botId, true);
      expect(await ports.intents.undecided(NETWORK, SYMBOL)).toMatchObject([{ isPaused: true }]);
      expect(await write(ports, 1, AMBER)).toMatchObject({ kind: 'refused', reason: 'bot_paused' });
      await under.setPaused(AMBER.botId, false);
      await under.raiseFence(AMBER.strategy, 2);
      expect(await write(ports, 1, AMBER)).toMatchObject({ kind: 'refused', reason: 'stale_fence' });
      await enter(under, 2, BIRCH, { isWritten: false });
      expect(await write(ports, 2, BIRCH, { perBotDailyUsd: '199' })).toEqual({ kind: 'outdated' });
      expect(await write(ports, 2, BIRCH, { globalDailyUsd: '199' })).toEqual({ kind: 'outdated' });
      await under.releaseLease(BIRCH.strategy);
      expect(await write(ports, 2, BIRCH)).toEqual({ kind: 'outdated' });
      expect((await ports.books.load(NETWORK, SYMBOL)).orders).toEqual([]);
    },
  ],
  [
    'an order only moves forward, and its end is its end',
    async (under) => {
      const { orders, books } = under.ports;
      await enter(under, 1, AMBER);
      const report = (status: OrderReport['status'], filledQuantity: string) =>
        orders.report(NETWORK, reportOf(clientOrderId(idOf(1), 'entry'), status, filledQuantity));
      expect(await report('partially_filled', '1.5')).toBe(true);
      await report('new', '0');
      expect((await books.load(NETWORK, SYMBOL)).orders).toMatchObject([{ status: 'partially_filled' }]);
      expect(Number((await books.load(NETWORK, SYMBOL)).orders[0]!.filledQuantity)).toBe(1.5);
      await report('cancelled', '1.5');
      await orders.settle(clientOrderId(idOf(1), 'entry'), 'rejected', 'too late');
      await report('new', '0');
      expect((await books.load(NETWORK, SYMBOL)).orders).toEqual([]);
      expect(await orders.report(NETWORK, reportOf('unheard-of', 'new', '0'))).toBe(false);
    },
  ],
  [
    'a replaced stop has a number of its own, and what rests without a row is adopted once',
    async (under) => {
      const { orders, books } = under.ports;
      await enter(under, 1, AMBER);
      const first = await orders.writeAhead(stopOf(1));
      const second = await orders.writeAhead(stopOf(1));
      expect([first.clientOrderId, second.clientOrderId]).toEqual([
        clientOrderId(idOf(1), 'sl'),
        clientOrderId(idOf(1), 'sl', 1),
      ]);
      const resting = reportOf(clientOrderId(idOf(1), 'sl', 950), 'new', '0');
      await orders.adopt(stopOf(1), resting);
      await orders.adopt(stopOf(1), resting);
      expect((await books.load(NETWORK, SYMBOL)).orders.filter(({ leg }) => leg === 'sl')).toHaveLength(3);
    },
  ],
  [
    'a fill that is reported counts as held before its trade is booked, and once afterwards',
    async (under) => {
      const { orders, books } = under.ports;
      await enter(under, 1, AMBER);
      await orders.report(NETWORK, reportOf(clientOrderId(idOf(1), 'entry'), 'filled', '2'));
      const held = async () => (await books.load(NETWORK, SYMBOL)).holdings.map(plain);
      const expected = [{ botId: AMBER.botId, quantity: 2, intentId: idOf(1), stopPrice: 95 }];
      expect(await held()).toEqual(expected);
      expect(await books.hasUnbooked(NETWORK, SYMBOL)).toBe(true);
      expect(await books.activeSymbols(NETWORK)).toEqual([SYMBOL]);
      const fills = under.ports.openFills(NO_OBSERVER);
      await fills.book(fillOf(1, 'buy', '2', clientOrderId(idOf(1), 'entry')));
      await fills.book(fillOf(1, 'buy', '2', clientOrderId(idOf(1), 'entry')));
      expect(await held()).toEqual(expected);
      expect(await books.hasUnbooked(NETWORK, SYMBOL)).toBe(false);
      expect(await fills.knownUntil(NETWORK, SYMBOL)).toBe(1_001);
      await enter(under, 2, BIRCH);
      await orders.report(NETWORK, reportOf(clientOrderId(idOf(2), 'entry'), 'filled', '2'));
      const later = Date.now() + 3_600_000;
      await fills.book({ ...fillOf(2, 'sell', '1', clientOrderId(idOf(1), 'exit')), timeMs: later });
      expect(await fills.knownUntil(NETWORK, SYMBOL)).toBeLessThan(later);
    },
  ],
  [
    'a closing that was not ordered falls on those who hold the side, and they are notified',
    async (under) => {
      const notified: string[] = [];
      const fills = under.ports.openFills({
        onBooked: (botId) => notified.push(botId),
        onAdjusted: ({ botId, change, cause }) => notified.push(`${botId} ${change} ${cause}`),
      });
      for (const [n, bot] of [
        [1, AMBER],
        [2, BIRCH],
      ] as const) {
        await enter(under, n, bot);
        await fills.book(fillOf(n, 'buy', '2', clientOrderId(idOf(n), 'entry')));
      }
      expect(await fills.bookIfHeld(fillOf(3, 'sell', '5', 'by-hand'))).toBe(false);
      expect(await fills.bookIfHeld(fillOf(3, 'sell', '3', 'by-hand'))).toBe(true);
      expect((await under.ports.books.load(NETWORK, SYMBOL)).holdings.map(plain)).toMatchObject([
        { botId: BIRCH.botId, quantity: 1 },
      ]);
      expect(notified).toEqual([
        ...[AMBER.botId, BIRCH.botId, AMBER.botId, BIRCH.botId],
        `${AMBER.botId} -2 traded_elsewhere`,
        `${BIRCH.botId} -1 traded_elsewhere`,
      ]);
    },
  ],
  [
    'an opening that is reported before the closing it follows waits, and no neighbour pays for it',
    async (under) => {
      const fills = under.ports.openFills(NO_OBSERVER);
      for (const [n, bot] of [
        [1, AMBER],
        [2, BIRCH],
        [3, AMBER],
      ] as const) {
        await enter(under, n, bot);
        if (n < 3) await fills.book(fillOf(n, 'buy', '2', clientOrderId(idOf(n), 'entry')));
      }
      const { triggerPrice: _, ...plainOrder } = stopOf(1);
      const exit = await under.ports.orders.writeAhead({
        ...{ ...plainOrder, leg: 'exit', orderType: 'market', space: 'regular' },
      });
      const opening = {
        ...fillOf(5, 'sell', '2', clientOrderId(idOf(3), 'entry')),
        positionSide: 'short',
      } as const;
      expect(await fills.bookIfHeld(opening)).toBe(false);
      expect(await fills.bookIfHeld(fillOf(4, 'sell', '2', exit.clientOrderId))).toBe(true);
      expect(await fills.bookIfHeld(opening)).toBe(true);
      const { holdings } = await under.ports.books.load(NETWORK, SYMBOL);
      expect(holdings.map(plain)).toMatchObject([
        { botId: AMBER.botId, quantity: -2 },
        { botId: BIRCH.botId, quantity: 2 },
      ]);
    },
  ],
  [
    'a trade waits while those of an earlier order of its bot are missing',
    async (under) => {
      const fills = under.ports.openFills(NO_OBSERVER);
      await enter(under, 1, AMBER);
      await enter(under, 2, BIRCH);
      await under.ports.orders.report(NETWORK, reportOf(clientOrderId(idOf(1), 'entry'), 'filled', '2'));
      await enter(under, 3, AMBER);
      const later = fillOf(3, 'buy', '2', clientOrderId(idOf(3), 'entry'));
      expect(await fills.bookIfHeld(later)).toBe(false);
      expect(await fills.bookIfHeld(fillOf(2, 'buy', '2', clientOrderId(idOf(2), 'entry')))).toBe(true);
      expect(await fills.bookIfHeld(fillOf(1, 'buy', '2', clientOrderId(idOf(1), 'entry')))).toBe(true);
      expect(await fills.bookIfHeld(later)).toBe(true);
    },
  ],
  [
    'an unowned closing does not fall on a bot whose exit is filled and not booked yet',
    async (under) => {
      const fills = under.ports.openFills(NO_OBSERVER);
      const exit = await leaveUnbooked(under, fills);
      expect(await fills.bookIfHeld(fillOf(5, 'sell', '3', 'by-hand'))).toBe(false);
      expect(await fills.bookIfHeld(fillOf(5, 'sell', '1', 'by-hand'))).toBe(true);
      expect(await fills.bookIfHeld(fillOf(4, 'sell', '2', exit))).toBe(true);
      const { holdings } = await under.ports.books.load(NETWORK, SYMBOL);
      expect(holdings.map(plain)).toMatchObject([{ botId: BIRCH.botId, quantity: 1 }]);
    },
  ],
  [
    'an unowned closing waits while a bot is reversing, and does not fall on the side that it has left',
    async (under) => {
      const { orders, books } = under.ports;
      const fills = under.ports.openFills(NO_OBSERVER);
      const exit = await leaveUnbooked(under, fills);
      await enter(under, 3, AMBER, { side: 'short' });
      const entry = clientOrderId(idOf(3), 'entry');
      await orders.report(NETWORK, reportOf(entry, 'filled', '2'));
      const ofShort = (fill: VenueFill): VenueFill => ({ ...fill, positionSide: 'short' });
      const closings = [ofShort(fillOf(6, 'buy', '2', 'by-hand')), fillOf(7, 'sell', '2', 'by-hand')];
      for (const closing of closings) expect(await fills.bookIfHeld(closing)).toBe(false);
      await fills.book(fillOf(4, 'sell', '2', exit));
      await fills.book(ofShort(fillOf(5, 'sell', '2', entry)));
      for (const closing of closings) expect(await fills.bookIfHeld(closing)).toBe(true);
      expect((await books.load(NETWORK, SYMBOL)).holdings).toEqual([]);
    },
  ],
  [
    'an unowned closing waits while the fate of a bot’s own is unknown, and does not fall on a bot that has left',
    async (under) => {
      const { orders, books } = under.ports;
      const fills = under.ports.openFills(NO_OBSERVER);
      const exit = await sendExit(under, fills);
      const byHand = fillOf(3, 'sell', '2', 'by-hand');
      expect(await fills.bookIfHeld(byHand)).toBe(false);
      await orders.report(NETWORK, reportOf(exit, 'filled', '2'));
      expect(await fills.bookIfHeld(byHand)).toBe(true);
      await fills.book(fillOf(4, 'sell', '2', exit));
      expect((await books.load(NETWORK, SYMBOL)).holdings).toEqual([]);
    },
  ],
  [
    'funding is booked once, and cash is what fills and funding did',
    async (under) => {
      const { positions } = under.ports;
      expect(await positions.fundingKnownTo(NETWORK)).toBe(null);
      await enter(under, 1, AMBER);
      const fill = fillOf(1, 'buy', '2', clientOrderId(idOf(1), 'entry'));
      await under.ports.openFills(NO_OBSERVER).book(fill);
      expect(await positions.fundingKnownTo(NETWORK)).toBe(fill.timeMs);
      const payment = { kind: 'funding', transactionId: '7', symbol: SYMBOL, asset: 'USDT', amount: '-0.5' };
      for (let k = 0; k < 2; k += 1) {
        await positions.bookFunding(NETWORK, { ...payment, timeMs: 2_000 } as never, '-0.5', 'long');
      }
      expect(Number(await positions.bookedCash(NETWORK))).toBe(-0.6);
      expect(await positions.fundingKnownTo(NETWORK)).toBe(2_000);
      expect(await positions.intentOwner(idOf(1))).toBe(AMBER.botId);
      expect(await positions.intentOwner(idOf(9))).toBe(null);
    },
  ],
  [
    'a flatten waits until it is done, and a token counts once',
    async (under) => {
      const { commands } = under.ports;
      await under.addBot(AMBER.botId, AMBER.strategy, 'trend');
      await under.addFlatten('all');
      const [command] = await commands.pending();
      expect(command).toMatchObject({ scope: 'all' });
      await commands.markDone(command!.id);
      await commands.markDone(command!.id);
      expect(await commands.pending()).toEqual([]);
      expect(await commands.botsOfCluster('trend')).toEqual([AMBER.botId]);
      const token = idOf(8);
      expect([
        await commands.useConfirmToken(token, 'x'),
        await commands.useConfirmToken(token, 'x'),
      ]).toEqual([true, false]);
    },
  ],
];

const NO_OBSERVER: FillObserver = { onBooked: () => undefined, onAdjusted: () => undefined };

function idOf(n: number): string {
  return `01923456-789a-7000-8000-${String(n).padStart(12, '0')}`;
}

/** The bot asks for two at 100 with a stop five away; the entry is written unless `isWritten` is false. */
async function enter(
  under: PortsUnderTest,
  n: number,
  bot: typeof AMBER,
  { isWritten = true, side = 'long' }: { readonly isWritten?: boolean; readonly side?: Side } = {},
) {
  await under.addBot(bot.botId, bot.strategy, 'trend');
  await under.addIntent(
    { intentId: idOf(n), botId: bot.botId, side, quantity: '2', stopPrice: STOP_PRICES[side], fence: 1 },
    bot.strategy,
  );
  return isWritten ? write(under.ports, n, bot, {}, side) : undefined;
}

async function write(
  ports: Ports,
  n: number,
  bot: typeof AMBER,
  limits: Partial<CapLimits> = {},
  side: Side = 'long',
) {
  return ports.entries.write(await approved(n, bot, side), { ...NO_LIMITS, ...limits });
}

function approved(n: number, { botId, strategy }: typeof AMBER, side: Side = 'long'): Promise<ApprovedEntry> {
  const verdict = judgeEntry({
    ...{ intentId: idOf(n), botId, network: NETWORK, symbol: SYMBOL },
    permission: { isHalted: false, isPaused: false, lease: { fence: 1n, isHeld: true }, fence: 1n, strategy },
    facts: {
      ...{
        side,
        quantity: '2',
        stopPrice: STOP_PRICES[side],
        takeProfitPrice: null,
        intentAgeMs: 10,
        barAgeBars: 1,
      },
      market: { markPrice: '100', fundingRate: '0.0001', isTrading: true },
      account: { availableUsd: '1000', leverage: 1 },
    },
    limits: { ...NO_LIMITS, operatorOrderUsd: null, grossUsd: null },
    usage: { botUsd: '0', globalUsd: '0', grossUsd: '0' },
  });
  if (verdict.kind !== 'approved') throw new Error(verdict.detail);
  return Promise.resolve(verdict.entry);
}

/** Both bots are long, and the first has sent its exit: the id of that. */
async function sendExit(under: PortsUnderTest, fills: Fills): Promise<string> {
  for (const [n, bot] of [
    [1, AMBER],
    [2, BIRCH],
  ] as const) {
    await enter(under, n, bot);
    await fills.book(fillOf(n, 'buy', '2', clientOrderId(idOf(n), 'entry')));
  }
  const { triggerPrice: _, ...plainOrder } = stopOf(1);
  const exit = await under.ports.orders.writeAhead({
    ...{ ...plainOrder, leg: 'exit', orderType: 'market', space: 'regular' },
  });
  return exit.clientOrderId;
}

/** Both bots hold two, and the first has left without a trade of it being booked. The id of its exit. */
async function leaveUnbooked(under: PortsUnderTest, fills: Fills): Promise<string> {
  const exit = await sendExit(under, fills);
  await under.ports.orders.report(NETWORK, reportOf(exit, 'filled', '2'));
  return exit;
}

function stopOf(n: number): NewOrder {
  return {
    ...{ intentId: idOf(n), botId: AMBER.botId, network: NETWORK, symbol: SYMBOL, leg: 'sl' },
    ...{ orderType: 'stop_market', space: 'algo', side: 'sell', quantity: '2', triggerPrice: '95' },
  };
}

function reportOf(id: string, status: OrderReport['status'], filledQuantity: string): OrderReport {
  return {
    ...{ symbol: SYMBOL, clientOrderId: id, exchangeOrderId: `x${id}`, space: 'regular', status },
    ...{ filledQuantity, averagePrice: null },
  };
}

function fillOf(n: number, side: 'buy' | 'sell', quantity: string, clientId: string): VenueFill {
  return {
    ...{
      network: NETWORK,
      symbol: SYMBOL,
      tradeId: String(n),
      clientOrderId: clientId,
      exchangeOrderId: `e${n}`,
    },
    ...{ isForced: false, side, positionSide: 'long', quantity, price: '100', fee: '0.1', feeAsset: 'USDT' },
    ...{ feeUsd: '0.1', realizedPnl: '0', isMaker: false, timeMs: 1_000 + n },
  };
}

function plain({
  botId,
  quantity,
  intentId,
  stopPrice,
}: Awaited<ReturnType<Books['load']>>['holdings'][number]) {
  return { botId, quantity: new Decimal(quantity).toNumber(), intentId, stopPrice: Number(stopPrice) };
}
