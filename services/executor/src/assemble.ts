/** Puts one network together: an exchange behind its keys and, on demand, a desk for each symbol. */

import type { Network } from '@platform/contracts';
import type { CapLimits } from '@platform/risk-rules';
import type { Chance, ErrorLog, Logger, Tasks, Time } from '@platform/service-kit';
import { AccountCheck } from './app/account-check';
import { Bookkeeper } from './app/bookkeeper';
import { Closer } from './app/closer';
import { FactReader } from './app/entry-facts';
import { Flattener } from './app/flattener';
import { inTime } from './app/in-time';
import { IntentHandler } from './app/intent-handler';
import { Outage } from './app/outage';
import { OwedRows } from './app/owed-rows';
import type {
  AccountReads,
  Books,
  Entries,
  Events,
  FillObserver,
  Fills,
  Intents,
  NetworkExchange,
  Orders,
  Positions,
  RecordAccount,
} from './app/ports';
import { PositionAcceptor } from './app/position-acceptor';
import { Protector } from './app/protector';
import { Resolver } from './app/resolver';
import { Submitter } from './app/submitter';
import { SymbolDesk } from './app/symbol-desk';
import { SymbolReconciler } from './app/symbol-reconciler';
import { TradingNetwork } from './app/trading-network';
import { TriggerWatch } from './app/trigger-watch';
import { GatheredAccountReads } from './exchange/account-reads';
import type { Timing } from './timing';

/** The tables behind the order path. */
export interface Stores {
  readonly books: Books;
  readonly intents: Intents;
  readonly entries: Entries;
  readonly orders: Orders;
  readonly positions: Positions;
  readonly recordAccount: RecordAccount;
  readonly events: Events;
  openFills(observer: FillObserver): Fills;
}

export interface Assembly {
  readonly stores: Stores;
  readonly errors: ErrorLog;
  readonly log: Logger;
  readonly tasks: Tasks;
  readonly time: Time;
  readonly chance: Chance;
  readonly maxCriticalAnomalies: number;
  readonly timing: Timing;
  /** The bot may open nothing. */
  isHalted(network: Network, symbol: string, botId: string): boolean;
  /** This process holds the account and is not draining. */
  isLeader(): boolean;
  onWouldReject(scope: string): void;
  /** A bot asked for something or was filled. */
  onActivity(botId: string): void;
}

export interface AssembledNetwork {
  readonly network: TradingNetwork;
  readonly flattener: Flattener;
  readonly acceptor: PositionAcceptor;
}

export function assembleNetwork(
  given: Assembly,
  exchange: NetworkExchange,
  limits: CapLimits,
): AssembledNetwork {
  const assembly = { ...given, stores: answeringInTime(given) };
  const { stores, errors, log, maxCriticalAnomalies, timing, tasks, time, chance } = assembly;
  const { books, orders, positions, events } = stores;
  const nowMs = () => time.monotonicMs();
  const desks: SymbolDesk[] = [];
  const outage = new Outage({
    nowMs,
    later: (call, delayMs) => time.later(errors.guard('probe of an outage', call), delayMs),
    probeMs: timing.probeMs,
    onProbeDue: () => {
      for (const desk of desks) desk.wake();
    },
    onOver: () => {
      for (const desk of desks) desk.resume();
    },
  });
  const isHalted = (symbol: string, botId: string) => assembly.isHalted(exchange.network, symbol, botId);
  const owed = new OwedRows(orders, errors);
  const submitter = new Submitter({
    exchange,
    orders,
    owed,
    errors,
    outage,
    time,
    chance,
    maySendEntries: (symbol, botId) => !isHalted(symbol, botId) && assembly.isLeader(),
  });
  const flattener = new Flattener({ exchange, submitter, books, orders, owed, events, errors, time });
  const fills = stores.openFills({
    onBooked: (botId) => assembly.onActivity(botId),
    onAdjusted: ({ botId: bot_id, ...adjustment }) =>
      errors.report('EXECUTOR_POSITION_ADJUSTED', { bot_id, ...adjustment }),
  });
  const { recordAccount } = stores;
  const accountCheck = new AccountCheck({ exchange, recordAccount, errors, log: assembly.log, nowMs });
  const facts = new FactReader(exchange, books, nowMs, (symbol, problem) =>
    accountCheck.noteSymbol(symbol, problem),
  );
  const shared: Shared = {
    submitter,
    isHalted,
    outage,
    owed,
    bookkeeper: new Bookkeeper(exchange, orders, fills, owed, nowMs),
    facts,
    account: new GatheredAccountReads({ exchange, nowMs, sleep: (delayMs) => time.wait(delayMs) }),
  };
  const openDesk = (network: TradingNetwork, symbol: string) => {
    const desk = openSymbolDesk(assembly, shared, limits, network, symbol);
    desks.push(desk);
    return desk;
  };
  const network = new TradingNetwork({
    exchange,
    books,
    positions,
    events,
    errors,
    log,
    maxCriticalAnomalies,
    timing,
    tasks,
    time,
    chance,
    accountCheck,
    facts,
    openDesk,
  });
  return {
    network,
    acceptor: new PositionAcceptor({ exchange, books, bookkeeper: shared.bookkeeper, fills }),
    flattener,
  };
}

function answeringInTime({ stores, time, timing }: Assembly): Stores {
  const patient = <T extends object>(store: T) => inTime(store, time, timing.bookPatienceMs);
  return {
    ...stores,
    books: patient(stores.books),
    intents: patient(stores.intents),
    entries: patient(stores.entries),
    orders: patient(stores.orders),
    positions: patient(stores.positions),
    openFills: (observer) => patient(stores.openFills(observer)),
  };
}

interface Shared {
  readonly submitter: Submitter;
  readonly outage: Outage;
  readonly owed: OwedRows;
  readonly bookkeeper: Bookkeeper;
  readonly facts: FactReader;
  readonly account: AccountReads;
  isHalted(symbol: string, botId: string): boolean;
}

function openSymbolDesk(
  assembly: Assembly,
  shared: Shared,
  limits: CapLimits,
  network: TradingNetwork,
  symbol: string,
): SymbolDesk {
  const { stores, errors, log, timing, tasks, time } = assembly;
  const { books, intents, entries, orders, positions } = stores;
  const { exchange } = network;
  const nowMs = () => time.monotonicMs();
  const triggers = new TriggerWatch(timing.stuckTriggerMs, nowMs);
  const common = {
    ...shared,
    exchange,
    symbol,
    triggers,
    errors,
    limits,
    timing,
    tasks,
    time,
    nowMs,
    books,
    entries,
    orders,
    positions,
  };
  const mayTrade = () => network.mayTrade() && assembly.isLeader();
  const isStreamLive = () => network.isStreamLive();
  const reconciler = new SymbolReconciler({ ...common, isStreamLive });
  const closer = new Closer({ ...common, onRefused: () => desk.wake({ reconcile: true }) });
  const resolver = new Resolver({
    ...common,
    isStreamLive,
    isOutage: (space) => shared.outage.isOn(space),
  });
  const protector = new Protector({
    ...common,
    closer,
    onSentAgain: (clientOrderId) => resolver.sentAgain(clientOrderId),
  });
  const desk = new SymbolDesk({
    ...common,
    network: exchange.network,
    protector,
    resolver,
    load: () => books.load(exchange.network, symbol),
    loadWithIntents: () => books.loadWithIntents(exchange.network, symbol),
    reconciler,
    intents: new IntentHandler({
      ...common,
      intents,
      closer,
      log,
      isHalted: (botId) => shared.isHalted(symbol, botId),
      mayEnter: () =>
        mayTrade() &&
        isStreamLive() &&
        !protector.isUncovered() &&
        !reconciler.isDisputed &&
        network.isAccountFit(),
      onWouldReject: (scope) => assembly.onWouldReject(scope),
      onAsked: (botId) => assembly.onActivity(botId),
      onFilled: (protection) => protector.expect(protection),
    }),
    mayTakeIntents: mayTrade,
    onChanged: () => shared.account.changed(symbol),
    onIntents: () => {
      if (mayTrade()) shared.facts.ask(symbol);
    },
  });
  return desk;
}
