/**
 * Ports on empty tables, and what the cases ask of them: two bots of one symbol, their intents, orders and
 * fills.
 */
import { clientOrderId } from '@platform/exchange';
import { type ApprovedEntry, type CapLimits, judgeEntry } from '@platform/risk-rules';
import { Decimal } from 'decimal.js';
import type {
  Books,
  Commands,
  Entries,
  Events,
  ExchangeFill,
  FillObserver,
  Fills,
  Intents,
  LiveRuns,
  NewOrder,
  Orders,
  Positions,
  RecordAccount,
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
  readonly recordAccount: RecordAccount;
  readonly events: Events;
  openFills(observer: FillObserver): Fills;
}

interface IntentGiven {
  readonly intentId: string;
  readonly botId: string;
  readonly side: 'long' | 'short' | 'flat';
  readonly quantity: string;
  readonly stopPrice: string | null;
  readonly fence: number;
  readonly barOpenTime: number | null;
}

export interface EventWritten {
  readonly kind: string;
  readonly botId: string | null;
  readonly traceId: string | null;
  readonly metadata: unknown;
}

/** An implementation on empty tables, and the hands that fill them. */
export interface PortsUnderTest {
  readonly ports: Ports;
  /** Given 500 USD. */
  addBot(botId: string, strategy: string, clusterId: string): Promise<void>;
  /** What the live run of a bot began with; null while it has none. */
  initialEquity(botId: string): Promise<string | null>;
  /** Of its positions, in dollars. */
  feesOf(botId: string): Promise<number>;
  /** What each transfer is worth, in the order of booking. */
  transferredUsd(): Promise<readonly (number | null)[]>;
  /** In one transaction. */
  addIntents(strategy: string, ...intents: readonly IntentGiven[]): Promise<void>;
  setHalted(halted: boolean): Promise<void>;
  setPaused(botId: string, isPaused: boolean): Promise<void>;
  raiseFence(strategy: string, fence: number): Promise<void>;
  releaseLease(strategy: string): Promise<void>;
  addFlatten(scope: string): Promise<void>;
  /** The first order of its leg is written, and committed when the work waits for it. */
  whileCommitting(order: NewOrder, work: () => Promise<void>): Promise<void>;
  /** What stands in the way of each network's account, by what was last seen of it. */
  accountProblems(): Promise<ReadonlyMap<string, string | null>>;
  /** In order. */
  eventsWritten(): Promise<readonly EventWritten[]>;
  close(): Promise<void>;
}

export type PortCase = readonly [promise: string, check: (under: PortsUnderTest) => Promise<void>];

export const NETWORK = 'testnet';
export const SYMBOL = 'BTCUSDT';
export const AMBER = { botId: '01923456-789a-7000-8000-0000000000a1', strategy: 'supertrend' };
export const BIRCH = { botId: '01923456-789a-7000-8000-0000000000b1', strategy: 'ewmac' };
export const NO_LIMITS: CapLimits = {
  networkUsd: '100000',
  perOrderUsd: undefined,
  perBotDailyUsd: undefined,
  globalDailyUsd: undefined,
};

const STOP_PRICES = { long: '95', short: '105' } as const;
type Side = keyof typeof STOP_PRICES;

export const NO_OBSERVER: FillObserver = { onBooked: () => undefined, onAdjusted: () => undefined };

export function idOf(n: number): string {
  return `01923456-789a-7000-8000-${String(n).padStart(12, '0')}`;
}

/** The bot asks for two at 100 with a stop five away; the entry is written unless `isWritten` is false. */
export async function enter(
  under: PortsUnderTest,
  n: number,
  bot: typeof AMBER,
  { isWritten = true, side = 'long' }: { readonly isWritten?: boolean; readonly side?: Side } = {},
) {
  await under.addBot(bot.botId, bot.strategy, 'trend');
  await under.addIntents(bot.strategy, intentOf(n, bot, side));
  return isWritten ? write(under.ports, n, bot, {}, side) : undefined;
}

export function intentOf(
  n: number,
  { botId }: typeof AMBER,
  side: Side,
  barOpenTime: number | null = null,
): IntentGiven {
  const stopPrice = STOP_PRICES[side];
  return { intentId: idOf(n), botId, side, quantity: '2', stopPrice, fence: 1, barOpenTime };
}

export async function write(
  ports: Ports,
  n: number,
  bot: typeof AMBER,
  limits: Partial<CapLimits> = {},
  side: Side = 'long',
) {
  return ports.entries.write(await approved(n, bot, side), { ...NO_LIMITS, ...limits });
}

export function approved(
  n: number,
  { botId, strategy }: typeof AMBER,
  side: Side = 'long',
): Promise<ApprovedEntry> {
  const verdict = judgeEntry({
    intentId: idOf(n),
    botId,
    network: NETWORK,
    symbol: SYMBOL,
    permission: { isHalted: false, isPaused: false, lease: { fence: 1n, isHeld: true }, fence: 1n, strategy },
    facts: {
      side,
      quantity: '2',
      stopPrice: STOP_PRICES[side],
      takeProfitPrice: null,
      intentAgeMs: 10,
      barAgeBars: 1,
      market: { markPrice: '100', fundingRate: '0.0001', isTrading: true },
      account: { availableUsd: '1000', leverage: 1 },
      held: { quantity: '0', expectedQuantity: '0', stopPrices: [], elsewhere: [] },
      marginProblem: null,
    },
    limits: { ...NO_LIMITS, operatorOrderUsd: null, grossUsd: null },
    usage: { botUsd: '0', globalUsd: '0', grossUsd: '0' },
  });
  if (verdict.kind !== 'approved') throw new Error(verdict.detail);
  return Promise.resolve(verdict.entry);
}

/** Both bots are long, and the first has sent its exit: the id of that. */
export async function sendExit(under: PortsUnderTest, fills: Fills): Promise<string> {
  for (const [n, bot] of [
    [1, AMBER],
    [2, BIRCH],
  ] as const) {
    await enter(under, n, bot);
    await fills.book(fillOf(n, 'buy', '2', clientOrderId(idOf(n), 'entry')));
  }
  const { triggerPrice: _, ...plainOrder } = stopOf(1);
  const exit = await under.ports.orders.writeAhead({
    ...plainOrder,
    leg: 'exit',
    orderType: 'market',
    space: 'regular',
  });
  return exit.clientOrderId;
}

/** Both bots hold two, and the first has left without a trade of it being booked. The id of its exit. */
export async function leaveUnbooked(under: PortsUnderTest, fills: Fills): Promise<string> {
  const exit = await sendExit(under, fills);
  await under.ports.orders.report(NETWORK, reportOf(exit, 'filled', '2'));
  return exit;
}

export function stopOf(n: number): NewOrder {
  return {
    intentId: idOf(n),
    botId: AMBER.botId,
    network: NETWORK,
    symbol: SYMBOL,
    leg: 'sl',
    orderType: 'stop_market',
    space: 'algo',
    side: 'sell',
    quantity: '2',
    triggerPrice: '95',
  };
}

export function reportOf(id: string, status: OrderReport['status'], filledQuantity: string): OrderReport {
  return {
    symbol: SYMBOL,
    clientOrderId: id,
    exchangeOrderId: `x${id}`,
    space: 'regular',
    status,
    filledQuantity,
    averagePrice: null,
  };
}

export function fillOf(n: number, side: 'buy' | 'sell', quantity: string, clientId: string): ExchangeFill {
  return {
    network: NETWORK,
    symbol: SYMBOL,
    tradeId: String(n),
    clientOrderId: clientId,
    exchangeOrderId: `e${n}`,
    isForced: false,
    side,
    positionSide: 'long',
    quantity,
    price: '100',
    fee: '0.1',
    feeAsset: 'USDT',
    feeUsd: '0.1',
    realizedPnl: '0',
    isMaker: false,
    timeMs: 1_000 + n,
  };
}

export function plain({
  botId,
  quantity,
  intentId,
  stopPrice,
}: Awaited<ReturnType<Books['load']>>['holdings'][number]) {
  return { botId, quantity: new Decimal(quantity).toNumber(), intentId, stopPrice: Number(stopPrice) };
}
