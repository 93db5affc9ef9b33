/** The ports of the order path on the tables in memory. `access` stands for the way to the database: it may be slow, fail or never answer. */
import type { Network } from '@platform/contracts';
import { clientOrderId, type PositionSide } from '@platform/exchange';
import { HALTED, PAUSED, type Refusal } from '@platform/risk-rules';
import type { Chance } from '@platform/service-kit';
import { Decimal } from 'decimal.js';
import type {
  Accounts,
  Books,
  Commands,
  Entries,
  FillObserver,
  Fills,
  Intent,
  Intents,
  LiveRuns,
  NewOrder,
  Orders,
  Positions,
  SymbolBook,
} from '../app/ports';
import { MemoryFills } from './fills';
import { runsIn } from './runs';
import {
  type Access,
  type IntentRow,
  isOver,
  isUnbooked,
  laterOf,
  type OrderRow,
  rankOf,
  type Tables,
} from './tables';

export interface MemoryStores {
  readonly books: Books;
  readonly intents: Intents;
  readonly entries: Entries;
  readonly orders: Orders;
  readonly positions: Positions;
  readonly accounts: Accounts;
  openFills(observer: FillObserver): Fills;
  readonly commands: Commands;
  readonly runs: LiveRuns;
}

export function memoryStores(tables: Tables, chance: Chance, access: Access): MemoryStores {
  return {
    books: booksIn(tables, access),
    intents: intentsIn(tables, access),
    entries: entriesIn(tables, chance, access),
    orders: ordersIn(tables, chance, access),
    positions: positionsIn(tables, access),
    accounts: {
      record: (network, _mode, _figures, problem) =>
        access('accounts.record', () => void tables.accounts.set(network, { problem })),
    },
    openFills: (observer) => new MemoryFills(tables, observer, access),
    commands: commandsIn(tables, access),
    runs: runsIn(tables, access),
  };
}

function booksIn(tables: Tables, access: Access): Books {
  return {
    load: (network, symbol) => access('books.load', () => bookOf(tables, network, symbol)),
    loadWithIntents: (network, symbol) =>
      access('books.loadWithIntents', () => ({
        ...bookOf(tables, network, symbol),
        intents: undecided(tables, network, symbol),
      })),
    hasUnbooked: (network, symbol) =>
      access('books.hasUnbooked', () => ofSymbol(tables.orders, network, symbol).some(isUnbooked)),
    activeSymbols: (network) =>
      access('books.activeSymbols', () => {
        const orders = tables.orders.filter(
          (row) => row.network === network && (!isOver(row.status) || isUnbooked(row)),
        );
        const positions = tables.positions.filter(
          (row) => row.network === network && !new Decimal(row.quantity).isZero(),
        );
        return [...new Set([...orders, ...positions].map(({ symbol }) => symbol))].sort();
      }),
  };
}

function bookOf(tables: Tables, network: Network, symbol: string): SymbolBook {
  const orders = ofSymbol(tables.orders, network, symbol);
  return {
    orders: orders
      .filter(({ status }) => !isOver(status))
      .sort(byAge)
      .map(({ orderId, intentId, botId, leg, space, side, quantity, triggerPrice, ...row }) => ({
        ...{ orderId, intentId, botId, leg, space, side, quantity, triggerPrice },
        clientOrderId: row.clientOrderId,
        status: row.status,
        filledQuantity: row.filledQuantity,
        ageMs: tables.nowMs() - row.updatedMs,
      })),
    holdings: holdingsOf(tables, network, symbol, orders),
  };
}

function holdingsOf(
  tables: Tables,
  network: Network,
  symbol: string,
  orders: readonly OrderRow[],
): SymbolBook['holdings'] {
  const parts = [
    ...ofSymbol(tables.positions, network, symbol).map(({ botId, unownedSide, quantity }) => ({
      ...{ botId, unownedSide, quantity: new Decimal(quantity) },
    })),
    ...orders.filter(isUnbooked).map(({ botId, side, filledQuantity, bookedQuantity }) => ({
      botId,
      unownedSide: botId === null ? sideClosedBy(side) : null,
      quantity: new Decimal(filledQuantity).minus(bookedQuantity).times(side === 'buy' ? 1 : -1),
    })),
  ];
  const held = new Map<string, (typeof parts)[number]>();
  for (const part of parts) {
    const key = `${part.botId} ${part.unownedSide}`;
    const before = held.get(key);
    held.set(key, { ...part, quantity: part.quantity.plus(before?.quantity ?? 0) });
  }
  return [...held.values()]
    .filter(({ quantity }) => !quantity.isZero())
    .sort((a, b) => compare(a.botId ?? '~', b.botId ?? '~'))
    .map(({ botId, unownedSide, quantity }) => {
      const entry = orders
        .filter(
          (row) =>
            botId !== null &&
            row.botId === botId &&
            row.leg === 'entry' &&
            Number(row.filledQuantity) > 0 &&
            (row.side === 'buy') === quantity.gt(0),
        )
        .sort(byAge)
        .at(-1);
      const intent = tables.intents.find(({ intentId }) => intentId === entry?.intentId);
      return {
        ...{ botId, unownedSide, quantity: quantity.toFixed(), intentId: intent?.intentId ?? null },
        stopPrice: intent?.stopPrice ?? null,
        takeProfitPrice: intent?.takeProfitPrice ?? null,
      };
    });
}

function intentsIn(tables: Tables, access: Access): Intents {
  return {
    waitingSymbols: () =>
      access('intents.waitingSymbols', () => {
        const waiting = tables.intents.filter(({ outcome }) => outcome === null);
        const keyed = new Map(
          waiting.map(({ network, symbol }) => [`${network} ${symbol}`, { network, symbol }]),
        );
        return [...keyed.values()];
      }),
    undecided: (network, symbol) => access('intents.undecided', () => undecided(tables, network, symbol)),
    decide: ({ intentId }, { outcome, reason }) =>
      access('intents.decide', () => {
        const row = tables.intents.find((each) => each.intentId === intentId);
        if (row === undefined || row.outcome !== null) return false;
        Object.assign(row, { outcome, reason });
        tables.witness.onOutcome(row);
        if (outcome !== 'rejected') return true;
        const metadata = JSON.stringify({ intent_id: intentId, reason_code: reason });
        tables.events.push({ bot_id: row.botId, event_type: 'IntentRejected', metadata, trace_id: null });
        return true;
      }),
  };
}

const MOST_INTENTS = 50;

function undecided(tables: Tables, network: Network, symbol: string): Intent[] {
  const nowMs = tables.nowMs();
  const waiting = ofSymbol(tables.intents, network, symbol)
    .filter(({ outcome }) => outcome === null)
    .sort((a, b) => a.createdMs - b.createdMs || compare(a.intentId, b.intentId));
  return waiting.slice(0, MOST_INTENTS).map((row, index) => {
    const { intentId, botId, strategy, timeframe, side, quantity, stopPrice, takeProfitPrice, fence } = row;
    const entry = tables.orders.find((order) => order.intentId === intentId && order.leg === 'entry');
    const lease = tables.leaseOf(symbol, strategy);
    return {
      ...{
        intentId,
        botId,
        strategy,
        symbol,
        timeframe,
        network,
        side,
        quantity,
        stopPrice,
        takeProfitPrice,
      },
      fence,
      ageMs: nowMs - row.createdMs,
      barAgeMs: row.barOpenTime === null ? null : nowMs - row.barOpenTime,
      isSuperseded: waiting.slice(index + 1).some((later) => later.botId === botId),
      entryStatus: entry?.status ?? null,
      isEntryFilled: Number(entry?.filledQuantity ?? 0) > 0,
      hasExit: tables.orders.some((order) => order.intentId === intentId && order.leg === 'exit'),
      leverage: tables.bots.find((bot) => bot.botId === botId)?.leverage ?? 1,
      leaseFence: lease?.fence ?? null,
      isLeaseHeld: lease !== undefined && lease.heldUntilMs > nowMs,
      isPaused: tables.paused.has(botId),
      traceId: null,
      botUsedUsd: tables.used(network, botId).toFixed(),
      globalUsedUsd: tables.used(network).toFixed(),
      ...{ orderMaxUsd: null, grossMaxUsd: null, grossUsd: null },
    };
  });
}

function entriesIn(tables: Tables, chance: Chance, access: Access): Entries {
  return {
    write({ terms }, limits) {
      const order = {
        orderId: chance.newId(),
        clientOrderId: clientOrderId(terms.intentId, 'entry', 0),
      };
      return access('entries.write', () => {
        const intent = tables.intents.find(({ intentId }) => intentId === terms.intentId);
        if (intent === undefined) throw new Error(`no intent ${terms.intentId}`);
        const lease = tables.leaseOf(intent.symbol, intent.strategy);
        if (lease === undefined || lease.heldUntilMs <= tables.nowMs()) return { kind: 'outdated' } as const;
        if (exceeds(tables, intent, terms.notionalUsd, limits)) return { kind: 'outdated' } as const;
        const refusal = guard(tables, intent, lease.fence);
        if (refusal !== undefined) return refusal;
        const isWritten = tables.insertOrder({
          ...order,
          ...rowOf(tables, {
            ...{ intentId: intent.intentId, botId: intent.botId, network: intent.network },
            ...{ symbol: intent.symbol, leg: 'entry', space: 'regular', side: terms.side },
            quantity: terms.quantity,
          }),
          attempt: 1,
          notionalUsd: terms.notionalUsd,
        });
        if (!isWritten) throw new Error(`intent ${intent.intentId} has an entry already`);
        return { kind: 'written', order } as const;
      });
    },
    usage: () =>
      access('entries.usage', () => {
        const bots = [...new Set(tables.orders.map(({ botId }) => botId))].filter((id) => id !== null);
        const byBot = new Map(bots.map((botId) => [botId, tables.used(undefined, botId).toFixed()]));
        return { global: tables.used(undefined).toFixed(), byBot };
      }),
  };
}

function exceeds(
  tables: Tables,
  { network, botId }: IntentRow,
  notionalUsd: string,
  { perBotDailyUsd, globalDailyUsd }: Parameters<Entries['write']>[1],
): boolean {
  const isOverCap = (used: Decimal, cap: string | undefined) =>
    cap !== undefined && used.plus(notionalUsd).gt(cap);
  return (
    isOverCap(tables.used(network, botId), perBotDailyUsd) || isOverCap(tables.used(network), globalDailyUsd)
  );
}

/** As the table's own guard says it. */
function guard(tables: Tables, { botId, fence }: IntentRow, leaseFence: string): Refusal | undefined {
  if (tables.halted !== false) return HALTED;
  if (tables.paused.has(botId)) return PAUSED;
  if (fence === leaseFence) return undefined;
  return {
    ...{ kind: 'refused', gate: 'lease', code: 'EXECUTOR_INTENT_REJECTED', reason: 'stale_fence' },
    detail: 'a new holder came while the order was written',
  };
}

/** Attempts whose id leads back to the intent. */
const NAMED_ATTEMPTS = 900;

function ordersIn(tables: Tables, chance: Chance, access: Access): Orders {
  return {
    writeAhead(order) {
      const orderId = chance.newId();
      return access('orders.writeAhead', () => {
        const attempt = nextAttempt(tables, order);
        const isNamed = order.intentId !== null && attempt <= NAMED_ATTEMPTS;
        const clientId = isNamed
          ? clientOrderId(order.intentId, order.leg, attempt - 1)
          : clientOrderId(orderId, order.leg);
        const row = { orderId, clientOrderId: clientId, attempt, ...rowOf(tables, order) };
        if (!tables.insertOrder(row)) throw new Error(`two ${order.leg} orders of one intent at once`);
        return { orderId, clientOrderId: clientId };
      });
    },
    report: (network, report) =>
      access('orders.report', () => {
        const row = tables.orderOf(report.clientOrderId);
        if (row === undefined || row.network !== network) return false;
        tables.updateOrder(row, {
          status: isOver(row.status) ? row.status : laterOf(row.status, report.status),
          filledQuantity: Decimal.max(
            row.filledQuantity,
            Decimal.min(report.filledQuantity, row.quantity),
          ).toFixed(),
          exchangeOrderId:
            row.space === report.space
              ? (row.exchangeOrderId ?? report.exchangeOrderId)
              : row.exchangeOrderId,
        });
        return true;
      }),
    settle: (clientId, status) =>
      access('orders.settle', () => {
        const row = tables.orderOf(clientId);
        if (row === undefined || isOver(row.status) || rankOf(row.status) >= rankOf(status)) return;
        tables.updateOrder(row, { status });
      }),
    adopt(order, report) {
      const orderId = chance.newId();
      return access('orders.adopt', () => {
        tables.insertOrder({
          ...{ orderId, attempt: nextAttempt(tables, order), ...rowOf(tables, order) },
          ...{ clientOrderId: report.clientOrderId, exchangeOrderId: report.exchangeOrderId },
          status: report.status,
        });
      });
    },
  };
}

function nextAttempt(tables: Tables, { intentId, leg }: NewOrder): number {
  if (intentId === null) return 1;
  const earlier = tables.orders.filter((row) => row.intentId === intentId && row.leg === leg);
  return Math.max(0, ...earlier.map(({ attempt }) => attempt)) + 1;
}

type Described = Omit<NewOrder, 'leg' | 'orderType'> & { readonly leg: OrderRow['leg'] };

function rowOf(
  tables: Tables,
  { intentId, botId, network, symbol, leg, space, side, quantity, triggerPrice }: Described,
): Omit<OrderRow, 'orderId' | 'clientOrderId' | 'attempt'> {
  const nowMs = tables.nowMs();
  return {
    ...{ intentId, botId, network, symbol, leg, space, side, quantity, triggerPrice: triggerPrice ?? null },
    ...{ notionalUsd: null, exchangeOrderId: null, status: 'submitting', filledQuantity: '0' },
    ...{ bookedQuantity: '0', createdMs: nowMs, updatedMs: nowMs },
  };
}

function positionsIn(tables: Tables, access: Access): Positions {
  return {
    intentOwner: (intentId) =>
      access(
        'positions.intentOwner',
        () => tables.intents.find((row) => row.intentId === intentId)?.botId ?? null,
      ),
    bookUnexplained: (network, symbol, side, quantity) =>
      access('positions.bookUnexplained', () => {
        const row = tables.position(network, symbol, null, side);
        const change = new Decimal(quantity).times(side === 'long' ? 1 : -1);
        row.quantity = change.plus(row.quantity).toFixed();
        row.entryPrice ??= ofSymbol(tables.fills, network, symbol).at(-1)?.price ?? '1';
      }),
    bookFunding: (network, payment, amountUsd, payer) =>
      access('positions.bookFunding', () => {
        const { transactionId, symbol = '', amount, asset, timeMs } = payment;
        if (tables.funding.some((row) => row.network === network && row.transactionId === transactionId))
          return;
        tables.funding.push({ network, transactionId, amount, asset, timeMs });
        const side = amount.startsWith('-') === (payer === 'long') ? 'long' : 'short';
        const usd = new Decimal(amountUsd ?? 0);
        const shares = fundingShares(tables, network, symbol, timeMs, side);
        for (const { botId, unownedSide, share } of shares) {
          const row = tables.position(network, symbol, botId, botId === null ? (unownedSide ?? side) : null);
          row.funding = usd.times(share).toDecimalPlaces(12).plus(row.funding).toFixed();
        }
      }),
    bookTransfer: (network, { transactionId }) =>
      access('positions.bookTransfer', () => void tables.transfers.add(`${network} ${transactionId}`)),
    bookedCash: (network) =>
      access('positions.bookedCash', () => {
        const fills = tables.fills
          .filter((row) => row.network === network)
          .reduce(
            (sum, row) => sum.plus(row.realizedPnl).minus(row.feeAsset === 'USDT' ? row.fee : 0),
            new Decimal(0),
          );
        return tables.funding
          .filter((row) => row.network === network && row.asset === 'USDT')
          .reduce((sum, row) => sum.plus(row.amount), fills)
          .toFixed();
      }),
    fundingKnownTo: (network) =>
      access('positions.fundingKnownTo', () => {
        const timesOf = (rows: readonly { network: Network; timeMs: number }[]) =>
          rows.filter((row) => row.network === network).map(({ timeMs }) => timeMs);
        const [paid, traded] = [timesOf(tables.funding), timesOf(tables.fills)];
        if (paid.length > 0) return Math.max(...paid);
        return traded.length > 0 ? Math.min(...traded) : null;
      }),
  };
}

/** Signed holdings of the moment share it in proportion; of equal ones on both sides only `side` is concerned. */
function fundingShares(tables: Tables, network: Network, symbol: string, timeMs: number, side: PositionSide) {
  const moved = new Map<
    string,
    { botId: string | null; unownedSide: PositionSide | null; quantity: Decimal }
  >();
  for (const fill of ofSymbol(tables.fills, network, symbol)) {
    if (fill.timeMs > timeMs) continue;
    const unownedSide = fill.botId === null ? fill.positionSide : null;
    const key = `${fill.botId} ${unownedSide}`;
    const before = moved.get(key)?.quantity ?? new Decimal(0);
    const quantity = before.plus(new Decimal(fill.quantity).times(fill.side === 'buy' ? 1 : -1));
    moved.set(key, { botId: fill.botId, unownedSide, quantity });
  }
  const held = [...moved.values()].filter(({ quantity }) => !quantity.isZero());
  const sumOf = (rows: typeof held) => rows.reduce((sum, row) => sum.plus(row.quantity), new Decimal(0));
  const concerned = sumOf(held).isZero()
    ? held.filter(({ quantity }) => quantity.gt(0) === (side === 'long'))
    : held;
  if (concerned.length === 0) return [{ botId: null, unownedSide: null, share: new Decimal(1) }];
  const whole = sumOf(concerned);
  return concerned.map((row) => ({ ...row, share: row.quantity.div(whole) }));
}

function commandsIn(tables: Tables, access: Access): Commands {
  return {
    pending: () =>
      access('commands.pending', () =>
        tables.commands.filter(({ isDone }) => !isDone).map((row) => ({ ...row })),
      ),
    markDone: (id) =>
      access('commands.markDone', () => {
        const row = tables.commands.find((each) => each.id === id);
        if (row !== undefined) row.isDone = true;
      }),
    botsOfCluster: (clusterId) =>
      access('commands.botsOfCluster', () =>
        tables.bots.filter((bot) => bot.clusterId === clusterId).map(({ botId }) => botId),
      ),
    useConfirmToken: (token) =>
      access('commands.useConfirmToken', () => {
        if (tables.confirmTokens.has(token)) return false;
        tables.confirmTokens.add(token);
        return true;
      }),
  };
}

function ofSymbol<R extends { readonly network: Network; readonly symbol: string }>(
  rows: readonly R[],
  network: Network,
  symbol: string,
): R[] {
  return rows.filter((row) => row.network === network && row.symbol === symbol);
}

function byAge(a: OrderRow, b: OrderRow): number {
  return a.createdMs - b.createdMs || compare(a.orderId, b.orderId);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function sideClosedBy(side: 'buy' | 'sell'): PositionSide {
  return side === 'sell' ? 'long' : 'short';
}
