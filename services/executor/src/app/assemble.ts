/** Puts one network together: a venue behind its keys and, on demand, a desk for each symbol. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { CapLimits } from '@platform/risk-rules';
import type { Database, ErrorLog, Logger } from '@platform/service-kit';
import { AccountStore } from '../store/accounts';
import type { BookStore } from '../store/book';
import { EntryStore } from '../store/entries';
import type { EventStore } from '../store/events';
import { FillStore } from '../store/fills';
import { IntentStore } from '../store/intents';
import { OrderStore } from '../store/orders';
import { PositionStore } from '../store/positions';
import type { Timing } from '../timing';
import { AccountReads } from '../venue/account-reads';
import type { Venue } from '../venue/venue';
import { AccountCheck } from './account-check';
import { Bookkeeper } from './bookkeeper';
import { Closer } from './closer';
import { FactReader } from './entry-facts';
import { Flattener } from './flattener';
import { IntentHandler } from './intent-handler';
import { Outage } from './outage';
import { PACE } from './pace';
import { PositionAcceptor } from './position-acceptor';
import { Protector } from './protector';
import { Resolver } from './resolver';
import { Submitter } from './submitter';
import { SymbolDesk } from './symbol-desk';
import { SymbolReconciler } from './symbol-reconciler';
import { TradingNetwork } from './trading-network';
import { TriggerWatch } from './trigger-watch';

export interface Assembly {
  readonly database: Database;
  readonly books: BookStore;
  readonly events: EventStore;
  readonly errors: ErrorLog;
  readonly log: Logger;
  readonly instanceId: string;
  readonly maxCriticalAnomalies: number;
  readonly timing: Timing;
  isHalted(): boolean;
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

const nowMs = () => performance.now();

export function assembleNetwork(assembly: Assembly, venue: Venue, limits: CapLimits): AssembledNetwork {
  const { database, books, events, errors, log, maxCriticalAnomalies, timing } = assembly;
  const db = database.kysely;
  const orders = new OrderStore(db);
  const desks: SymbolDesk[] = [];
  const outage = new Outage({
    nowMs,
    later: (call, delayMs) => {
      const timer = setTimeout(call, delayMs).unref();
      return () => clearTimeout(timer);
    },
    probeMs: timing.probeMs,
    onProbeDue: () => {
      for (const desk of desks) desk.wake();
    },
    onOver: () => {
      for (const desk of desks) desk.resume();
    },
  });
  const submitter = new Submitter({
    venue,
    orders,
    errors,
    outage,
    maySendEntries: () => !assembly.isHalted() && assembly.isInCharge(),
  });
  const fills = new FillStore(db, {
    onBooked: (botId) => assembly.onActivity(botId),
    onAdjusted: ({ botId: bot_id, ...adjustment }) =>
      errors.report('EXECUTOR_POSITION_ADJUSTED', { bot_id, ...adjustment }),
  });
  const facts = new FactReader(venue, (symbol, message) =>
    errors.report('EXECUTOR_ACCOUNT_PROBLEM', { network: venue.network, symbol, message }),
  );
  const accountCheck = new AccountCheck({ venue, accounts: new AccountStore(db), errors });
  const shared = {
    orders,
    submitter,
    outage,
    positions: new PositionStore(db),
    intents: new IntentStore(database, assembly.instanceId),
    entries: new EntryStore(database),
    bookkeeper: new Bookkeeper(venue, orders, fills),
    facts,
    account: new AccountReads({ venue, nowMs, sleep }),
  };
  const openDesk = (network: TradingNetwork, symbol: string) => {
    const desk = openSymbolDesk(assembly, shared, limits, network, symbol);
    desks.push(desk);
    return desk;
  };
  const { positions } = shared;
  const network = new TradingNetwork({
    venue,
    books,
    positions,
    events,
    errors,
    log,
    maxCriticalAnomalies,
    timing,
    accountCheck,
    facts,
    openDesk,
  });
  return {
    network,
    acceptor: new PositionAcceptor({ venue, books, bookkeeper: shared.bookkeeper, fills }),
    flattener: new Flattener({ venue, submitter, books, orders, events, errors, pace: PACE }),
  };
}

interface Shared {
  readonly orders: OrderStore;
  readonly submitter: Submitter;
  readonly outage: Outage;
  readonly positions: PositionStore;
  readonly intents: IntentStore;
  readonly entries: EntryStore;
  readonly bookkeeper: Bookkeeper;
  readonly facts: FactReader;
  readonly account: AccountReads;
}

function openSymbolDesk(
  assembly: Assembly,
  shared: Shared,
  limits: CapLimits,
  network: TradingNetwork,
  symbol: string,
): SymbolDesk {
  const { errors, books, instanceId, timing } = assembly;
  const { venue } = network;
  const triggers = new TriggerWatch(timing.stuckTriggerMs);
  const common = { ...shared, venue, symbol, triggers, errors, books, instanceId, limits, timing, nowMs };
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
    protector,
    resolver,
    load: () => books.load(venue.network, symbol),
    loadWithIntents: () => books.loadWithIntents(venue.network, symbol),
    reconciler,
    intents: new IntentHandler({
      ...common,
      closer,
      isHalted: () => assembly.isHalted(),
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
