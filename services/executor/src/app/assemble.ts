/** Puts one network together: a venue behind its keys and, on demand, a desk for each symbol. */
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
import type { Venue } from '../venue/venue';
import { AccountCheck } from './account-check';
import { Bookkeeper } from './bookkeeper';
import { FactReader } from './entry-facts';
import { Flattener } from './flattener';
import { IntentHandler } from './intent-handler';
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

export function assembleNetwork(assembly: Assembly, venue: Venue, limits: CapLimits): AssembledNetwork {
  const { database, books, events, errors, log, maxCriticalAnomalies, timing } = assembly;
  const db = database.kysely;
  const orders = new OrderStore(db);
  const submitter = new Submitter({
    venue,
    orders,
    errors,
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
  const account = new AccountCheck({ venue, accounts: new AccountStore(db), errors });
  const shared = {
    orders,
    submitter,
    positions: new PositionStore(db),
    intents: new IntentStore(database, assembly.instanceId),
    entries: new EntryStore(database),
    bookkeeper: new Bookkeeper(venue, orders, fills),
    facts,
  };
  const openDesk = (network: TradingNetwork, symbol: string) =>
    openSymbolDesk(assembly, shared, limits, network, symbol);
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
    account,
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
  readonly positions: PositionStore;
  readonly intents: IntentStore;
  readonly entries: EntryStore;
  readonly bookkeeper: Bookkeeper;
  readonly facts: FactReader;
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
  const common = { ...shared, venue, symbol, triggers, errors, books, instanceId, limits, timing };
  const mayTrade = () => network.mayTrade() && assembly.isInCharge();
  const isStreamLive = () => network.isStreamLive();
  const reconciler = new SymbolReconciler({ ...common, isStreamLive });
  const protector = new Protector({
    ...common,
    close: async (holding) => {
      const isLong = !holding.quantity.startsWith('-');
      const { botId, intentId } = holding;
      const submitted = await shared.submitter.reduce({
        ...{
          intentId,
          botId,
          network: venue.network,
          symbol,
          leg: 'exit',
          orderType: 'market',
          space: 'regular',
        },
        side: isLong ? 'sell' : 'buy',
        quantity: holding.quantity.replace('-', ''),
      });
      return submitted.kind === 'accepted';
    },
  });
  return new SymbolDesk({
    ...common,
    protector,
    load: () => books.load(venue.network, symbol),
    loadWithIntents: () => books.loadWithIntents(venue.network, symbol),
    resolver: new Resolver({ ...common, isStreamLive }),
    reconciler,
    intents: new IntentHandler({
      ...common,
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
    onIntents: () => {
      if (mayTrade()) shared.facts.ask(symbol);
    },
  });
}
