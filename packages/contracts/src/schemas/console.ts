/**
 * What the console shows of live trading: bots, fills, events, risk, execution, services. camelCase
 * throughout.
 */
import { type Static, Type } from 'typebox';
import { SERVICES } from '../services';
import { BOT_STATUSES, CANDLE_SOURCES, DESIRED_STATES } from '../vocabulary/bots';
import { DEPLOY_STATUSES } from '../vocabulary/deploys';
import { BREAKER_OUTCOMES, BREAKER_STATUSES, BREAKERS } from '../vocabulary/risk';
import { NETWORKS } from '../vocabulary/trading';
import { CommandView, FillView, IntentView, OrderView } from './orders';
import {
  Closed,
  DecimalString,
  EpochMs,
  IsoTime,
  JsonObject,
  Nullable,
  OneOf,
  PageQuery,
  TimeframeName,
  TradingSymbol,
  Uuid,
} from './primitives';
import { PositionView } from './reads';

export const BotOverviewQuery = Closed({ bot_id: Type.Optional(Uuid) });

export const BotOverview = Type.Object({
  botId: Type.String(),
  botName: Type.String(),
  desiredState: OneOf(DESIRED_STATES),
  status: OneOf(BOT_STATUSES),
  network: OneOf(NETWORKS),
  candleSource: OneOf(CANDLE_SOURCES),
  strategy: Type.String(),
  symbol: TradingSymbol,
  timeframe: TimeframeName,
  clusterId: Nullable(Type.String()),
  version: Type.String({ description: 'The image tag it runs' }),
  generation: Type.Integer({ description: 'Grows with every change of its settings' }),
  startedAt: Nullable(IsoTime),
  quarantinedAt: Nullable(IsoTime),
  pausedByRisk: Nullable(Type.Object({ reason: Type.String(), since: IsoTime })),
  pausedByOperator: Nullable(
    Type.Object({ actor: Type.String(), reason: Nullable(Type.String()), since: IsoTime }),
  ),
  lastBarOpenTime: Nullable(EpochMs),
  lastBarAgeSeconds: Nullable(Type.Number({ description: 'Since the close of the newest bar it decided' })),
  position: Nullable(PositionView),
  equityUsd: Nullable(DecimalString),
  pnlTodayUsd: Nullable(DecimalString),
  pnl7dUsd: Nullable(DecimalString),
  pnlAllUsd: Nullable(DecimalString),
  drawdownPct: Nullable(Type.Number()),
  /** Of the newest audit; a divergence stays until it is acknowledged. */
  parity: Nullable(
    Type.Object({
      result: OneOf(['match', 'divergence']),
      barCount: Type.Integer(),
      auditedAt: IsoTime,
      acknowledged: Type.Boolean(),
      divergence: Nullable(
        Type.Object({
          barOpenTime: EpochMs,
          kind: Type.String(),
          field: Nullable(Type.String()),
          bot: Nullable(Type.String({ description: 'What the bot decided' })),
          engine: Nullable(Type.String({ description: 'What the backtest decides on the same bar' })),
        }),
      ),
    }),
  ),
  /** The newest deploy, while it is under way and if it failed. */
  deploy: Nullable(
    Type.Object({
      status: OneOf(DEPLOY_STATUSES),
      targetImageTag: Type.String(),
      waitsForAcceptance: Type.Boolean(),
    }),
  ),
  lastError: Nullable(Type.Object({ eventType: Type.String(), message: Type.String(), at: IsoTime })),
  sparkline: Type.Array(Type.Number(), {
    maxItems: 50,
    description: 'Equity over the last day, oldest first',
  }),
  /** Of the newest backtest of the bot's own days; never counted as anything that was traded. */
  simulated: Nullable(
    Type.Object({
      runId: Type.String(),
      fromTs: EpochMs,
      toTs: EpochMs,
      returnPct: Type.Number(),
      sparkline: Type.Array(Type.Number(), { maxItems: 51, description: 'Its equity, oldest first' }),
    }),
  ),
});
export type BotOverview = Static<typeof BotOverview>;
export const BotOverviewsResponse = Type.Object({ asOf: IsoTime, items: Type.Array(BotOverview) });
export type BotOverviewsResponse = Static<typeof BotOverviewsResponse>;

export const EVENT_SOURCES = ['bot', 'risk', 'audit'] as const;
export const EventsQuery = Closed({
  ...PageQuery,
  source: Type.Optional(OneOf(EVENT_SOURCES)),
  breaker: Type.Optional(OneOf(BREAKERS)),
});
export type EventsQuery = Static<typeof EventsQuery>;

export const EventView = Type.Object({
  id: Type.String(),
  source: OneOf(EVENT_SOURCES),
  type: Type.String(),
  botId: Nullable(Type.String()),
  breaker: Nullable(OneOf(BREAKERS)),
  actor: Nullable(Type.String()),
  reason: Nullable(Type.String()),
  traceId: Nullable(Type.String()),
  createdAt: IsoTime,
  metadata: JsonObject,
});
export type EventView = Static<typeof EventView>;

export const TraceParams = Closed({ trace_id: Uuid });

/** Everything that carries a trace id, and what followed from it. */
export const TraceView = Type.Object({
  traceId: Type.String(),
  events: Type.Array(EventView, { description: 'Of bots, of risk and in the audit logs, oldest first' }),
  commands: Type.Array(CommandView),
  intents: Type.Array(IntentView, { description: 'With their orders' }),
  orders: Type.Array(OrderView, { description: 'That the commands led to' }),
  fills: Type.Array(FillView, { description: 'Of all those orders' }),
});
export type TraceView = Static<typeof TraceView>;

export const RiskView = Type.Object({
  latch: Type.Object({
    halted: Type.Boolean(),
    since: IsoTime,
    actor: Nullable(Type.String({ description: 'Who moved it last; null while it was never moved' })),
    reason: Nullable(Type.String()),
    scope: Nullable(Type.String()),
    breaker: Nullable(OneOf(BREAKERS)),
    traceId: Nullable(Type.String()),
  }),
  breakers: Type.Array(
    Type.Object({
      breaker: OneOf(BREAKERS),
      scope: Type.String(),
      status: OneOf(BREAKER_STATUSES),
      outcome: OneOf(BREAKER_OUTCOMES),
      value: Nullable(Type.Number()),
      highestToday: Nullable(Type.Number({ description: 'The highest value since 00:00 UTC' })),
      threshold: Nullable(Type.Number()),
      distance: Nullable(Type.Number({ description: 'threshold - value' })),
      reason: Nullable(Type.String()),
      since: IsoTime,
      evaluatedAt: Nullable(IsoTime),
    }),
  ),
  pauses: Type.Array(
    Type.Object({
      botId: Type.String(),
      reason: Type.String(),
      breaker: Nullable(OneOf(BREAKERS)),
      since: IsoTime,
    }),
  ),
  /** The newest drill of each breaker. */
  drills: Type.Array(
    Type.Object({ breaker: OneOf(BREAKERS), at: IsoTime, traceId: Nullable(Type.String()) }),
  ),
  limits: Type.Array(
    Type.Object({
      name: Type.String(),
      value: Type.Number(),
      description: Type.String(),
      updatedBy: Type.String(),
    }),
  ),
});
export type RiskView = Static<typeof RiskView>;

export const RiskAuditView = Type.Object({
  id: Type.String(),
  action: Type.String(),
  scope: Type.String(),
  reason: Type.String(),
  actor: Type.String(),
  breaker: Nullable(OneOf(BREAKERS)),
  traceId: Type.String(),
  createdAt: IsoTime,
});
export type RiskAuditView = Static<typeof RiskAuditView>;
export const RiskAuditQuery = Closed(PageQuery);

export const ExecutionView = Type.Object({
  networks: Type.Array(
    Type.Object({
      network: OneOf(NETWORKS),
      lastReconcileAt: Nullable(IsoTime),
      reconcileAgeSeconds: Nullable(Type.Number()),
      anomalies: Nullable(Type.Integer()),
      fixed: Nullable(Type.Integer()),
      quarantined: Type.Boolean(),
      state: Nullable(Type.String({ description: 'As the executor says; null while it does not answer' })),
      streamLive: Nullable(Type.Boolean({ description: 'Whether the exchange reports fills right now' })),
    }),
  ),
  unresolvedOrders: Type.Array(OrderView),
});
export type ExecutionView = Static<typeof ExecutionView>;

export const ServiceView = Type.Object({
  service: OneOf(SERVICES),
  state: OneOf(['up', 'degraded', 'down', 'unconfigured']),
  version: Nullable(Type.String()),
  release: Nullable(Type.String({ description: 'Tag of the release that it runs' })),
  degraded: Type.Array(Type.String()),
  roundTripMs: Nullable(Type.Number()),
  checkedAt: Nullable(IsoTime),
  since: Nullable(IsoTime),
});
export type ServiceView = Static<typeof ServiceView>;
export const ServicesResponse = Type.Object({ items: Type.Array(ServiceView) });
export const ServiceParams = Closed({ service: OneOf(SERVICES) });
