/** Puts one network together: a venue behind its keys and, on demand, a desk for each symbol. */

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
import type {
  AccountReads,
  Accounts,
  Books,
  Entries,
  Events,
  FillObserver,
  Fills,
  Intents,
  Orders,
  Positions,
  Venue,
} from './app/ports';
import { PositionAcceptor } from './app/position-acceptor';
import { Protector } from './app/protector';
import { Resolver } from './app/resolver';
import { Submitter } from './app/submitter';
import { SymbolDesk } from './app/symbol-desk';
import { SymbolReconciler } from './app/symbol-reconciler';
import { TradingNetwork } from './app/trading-network';
import { TriggerWatch } from './app/trigger-watch';
import type { Timing } from './timing';
import { GatheredAccountReads } from './venue/account-reads';

/** The tables behind the order path. */
export interface Stores {
  readonly books: Books;
  readonly intents: Intents;
  readonly entries: Entries;
  readonly orders: Orders;
  readonly positions: Positions;
  readonly accounts: Accounts;
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
  isInCharge(): boolean;
  onWouldReject(scope: string): void;
  /** A bot asked for something or was filled. */
  onActivity(botId: string): void;
}

export interface AssembledNetwork {
  readonly network: TradingNetwork;
  readonly flattener: Flattener;
  readonly acceptor: PositionAcceptor;
}

export function assembleNetwork(given: Assembly, venue: Venue, limits: CapLimits): AssembledNetwork {
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
  const isHalted = (symbol: string, botId: string) => assembly.isHalted(venue.network, symbol, botId);
  const submitter = new Submitter({
    venue,
    orders,
    errors,
    outage,
    time,
    chance,
    maySendEntries: (symbol, botId) => !isHalted(symbol, botId) && assembly.isInCharge(),
  });
  const flattener = new Flattener({ venue, submitter, books, orders, events, errors, time });
  const fills = stores.openFills({
    onBooked: (botId) => assembly.onActivity(botId),
    onAdjusted: ({ botId: bot_id, ...adjustment }) =>
      errors.report('EXECUTOR_POSITION_ADJUSTED', { bot_id, ...adjustment }),
  });
  const facts = new FactReader(venue, nowMs, (symbol, message) =>
    errors.report('EXECUTOR_ACCOUNT_PROBLEM', { network: venue.network, symbol, message }),
  );
  const accountCheck = new AccountCheck({ venue, accounts: stores.accounts, errors });
  const shared: Shared = {
    submitter,
    isHalted,
    outage,
    bookkeeper: new Bookkeeper(venue, orders, fills),
    facts,
    account: new GatheredAccountReads({ venue, nowMs, sleep: (delayMs) => time.wait(delayMs) }),
  };
  const openDesk = (network: TradingNetwork, symbol: string) => {
    const desk = openSymbolDesk(assembly, shared, limits, network, symbol);
    desks.push(desk);
    return desk;
  };
  const network = new TradingNetwork({
    venue,
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
    acceptor: new PositionAcceptor({ venue, books, bookkeeper: shared.bookkeeper, fills }),
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
  const { stores, errors, timing, tasks, time } = assembly;
  const { books, intents, entries, orders, positions } = stores;
  const { venue } = network;
  const nowMs = () => time.monotonicMs();
  const triggers = new TriggerWatch(timing.stuckTriggerMs, nowMs);
  const common = {
    ...shared,
    ...{ venue, symbol, triggers, errors, limits, timing, tasks, time, nowMs },
    ...{ books, entries, orders, positions },
  };
  const mayTrade = () => network.mayTrade() && assembly.isInCharge();
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
    network: venue.network,
    protector,
    resolver,
    load: () => books.load(venue.network, symbol),
    loadWithIntents: () => books.loadWithIntents(venue.network, symbol),
    reconciler,
    intents: new IntentHandler({
      ...common,
      intents,
      closer,
      isHalted: (botId) => shared.isHalted(symbol, botId),
      mayEnter: () =>
        mayTrade() &&
        isStreamLive() &&
        !protector.isUncovered() &&
        !reconciler.isDisputed &&
        network.problem() === null,
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
