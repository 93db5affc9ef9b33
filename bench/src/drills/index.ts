/**
 * Which drill each alert is seen by, and every drill in rounds: those of a round are broken together and do
 * not disturb each other. What fires when something else is broken too is drilled before that: each alert
 * must be the first of its kind. So processes that hang come last.
 */
import type { AlertName } from '@platform/contracts';
import { changedMode, deletedKey, lostPermission } from './account';
import { changedDecision, hangingBot, hangingStart, shortHistory } from './bots';
import { refusedBot, refusedData } from './bus';
import {
  changedFill,
  fencedBot,
  grantedBots,
  lockedAudit,
  lockedBars,
  lockedLease,
  raisedVolume,
  refusedEvent,
  takenTurn,
} from './database';
import { fillingDisk, fullDisk } from './disk';
import type { Drill } from './drill';
import {
  absentBars,
  cutStream,
  foreignClose,
  foreignOrder,
  lostOrder,
  refusedFlatten,
  refusedStops,
  refusingProvider,
  unlistedPayment,
  wrongClock,
} from './exchange';
import { hangingService, silentBus, silentDatabase, silentExchange } from './processes';
import { drilledBreaker } from './risk';
import { changedConfiguration, refusingReceiver, silentAlertmanager } from './watchers';

const hangingServices = (['data', 'risk', 'executor', 'manager'] as const).map(hangingService);

export const ROUNDS: readonly (readonly Drill[])[] = [
  [foreignOrder, raisedVolume],
  [foreignClose],
  [
    refusedEvent,
    changedFill,
    takenTurn,
    lockedLease,
    fencedBot,
    grantedBots,
    wrongClock,
    cutStream,
    fillingDisk,
  ],
  [refusedBot, refusingProvider],
  [unlistedPayment, fullDisk],
  [refusedStops],
  [refusedFlatten],
  [drilledBreaker],
  [lockedAudit, changedConfiguration],
  [lostOrder, refusedData],
  [lostPermission, changedDecision],
  [deletedKey],
  [changedMode],
  [lockedBars],
  [shortHistory],
  [silentExchange, hangingStart],
  [absentBars],
  ...hangingServices.map((drill) => [drill]),
  [hangingBot],
  [silentDatabase],
  [silentBus],
  [refusingReceiver],
  [silentAlertmanager],
];

/** Or the reason, in a sentence, why it cannot be raised in an embedded platform. */
export const DRILLED_BY: Readonly<Record<AlertName, readonly [Drill, ...Drill[]] | string>> = {
  PositionWithoutStop: [refusedStops],
  OrderOfUnknownFate: [lostOrder],
  ReconcileOverdue: [silentExchange],
  NetworkNotReady: [lostPermission],
  BooksDrift: [changedFill],
  VenueDrift: [foreignOrder, foreignClose, unlistedPayment],
  AccountUnusable: [lostPermission, deletedKey, changedMode],
  AccountUnread: [silentExchange],
  FlattenFailed: [refusedFlatten],
  ExitBlocked: [refusedStops],
  FillsNotStreamed: [cutStream],
  IntentsRejected: [fencedBot],
  ClockSkew: [wrongClock],

  TradingHalted: [refusedFlatten],
  BreakerTripped: [drilledBreaker, silentExchange],
  RiskNotEvaluated: [takenTurn],
  DailyCapWouldReject: [raisedVolume],

  BotLeaseStale: [lockedLease],
  BotDown: [hangingBot],
  BotQuarantined: [shortHistory],
  BotsCrash:
    'It counts crashes over an hour: a bot that crashes as often within minutes is quarantined instead.',
  BotWarmupStuck: [shortHistory],
  BotWarmupNeverCompleted: [hangingStart],
  BotParityMismatch: [changedDecision],
  BotIntentNotCommitted: [lockedLease],
  BotPrivilegesUnproven: [grantedBots],
  BotWithoutCandles: [refusedBot],
  BotOnFallback: [refusedBot],

  MarketDataStale: [lockedBars],
  MarketDataMissing: [absentBars],
  SourceStale: [refusingProvider],
  BarsUnpublished: [refusedData],
  BarsNotStored: [lockedBars],
  QueriesFail: [lockedBars],

  ServiceDown: [hangingServices[0]!, ...hangingServices.slice(1)],
  TaskStuck:
    'Every wait of a task has a limit: what hangs for longer has a defect, which cannot be planted from outside.',
  DatabaseDown: [silentDatabase],
  BusDown: [silentBus],
  CriticalError: [lockedAudit],
  DatabaseErrors: [lockedLease],
  PublishErrors: [refusedEvent],
  OutboxStuck: [refusedEvent],
  DiskFilling: [fillingDisk],
  DiskFull: [fullDisk],
  BooksUnwatched: [lockedBars],

  NotScraped: [changedConfiguration],
  RulesFail: [changedConfiguration],
  NotificationsFail: [refusingReceiver],
  AlertmanagerDown: [silentAlertmanager],
};
