/**
 * Bot configurations in the control plane's casing. In requests `image_tag` and `desired_state` are open
 * because each has its own code (MANAGER_INVALID_IMAGE_TAG, MANAGER_INVALID_STATE_TRANSITION), and what else
 * a new bot needs is asked for by the domain, so that those codes come first.
 */
import { type Static, Type } from 'typebox';
import {
  ALLOCATION_MODES,
  BOT_STATUSES,
  CANDLE_SOURCES,
  DESIRED_STATES,
  IMAGE_TAG_PATTERN,
  SIZING_MODES,
  WARMUP_MODES,
} from '../vocabulary/bots';
import { NETWORKS } from '../vocabulary/trading';
import {
  Closed,
  IsoTime,
  JsonObject,
  Nullable,
  OneOf,
  PageQuery,
  TimeframeName,
  TradingSymbol,
} from './primitives';

export const Sizing = Type.Object(
  { mode: OneOf(SIZING_MODES), value: Type.Number({ exclusiveMinimum: 0 }) },
  { additionalProperties: false },
);
export type Sizing = Static<typeof Sizing>;

export const Allocation = Type.Object(
  {
    mode: OneOf(ALLOCATION_MODES, { description: 'usd, or share of the wallet of its network' }),
    value: Type.Number({
      exclusiveMinimum: 0,
      maximum: 1e12,
      description: 'US dollars, or a fraction: 0.01 is one percent',
    }),
  },
  {
    additionalProperties: false,
    description:
      'What the bot trades with: its initial equity, what it sizes from, what drawdown is measured against',
  },
);
export type Allocation = Static<typeof Allocation>;

export const OverlaySetting = Type.Object(
  { name: Type.String({ minLength: 1 }), params: Type.Optional(JsonObject) },
  { additionalProperties: false },
);

const imageTag = Type.Unknown({ description: `String matching ${IMAGE_TAG_PATTERN}` });
const desiredState = Type.Unknown({ description: 'Refused: use start, pause, resume and stop' });

const settings = {
  image_tag: Type.Optional(imageTag),
  desired_state: Type.Optional(desiredState),
  auto_deploy: Type.Optional(Type.Boolean()),
  strategy: Type.Optional(Type.String()),
  symbol: Type.Optional(TradingSymbol),
  timeframe: Type.Optional(TimeframeName),
  params: Type.Optional(JsonObject),
  network: Type.Optional(OneOf(NETWORKS)),
  allocation: Type.Optional(Allocation),
  sizing: Type.Optional(Sizing),
  leverage: Type.Optional(Type.Integer({ minimum: 1, maximum: 125 })),
  cluster_id: Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: 64 }))),
  warmup_mode: Type.Optional(OneOf(WARMUP_MODES)),
  candle_source: Type.Optional(OneOf(CANDLE_SOURCES)),
  overlays: Type.Optional(Type.Array(OverlaySetting, { maxItems: 16 })),
};

const botName = Type.String({ minLength: 1, maxLength: 128, pattern: '\\S' });

export const BotCreateRequest = Closed({ bot_name: botName, ...settings });
export type BotCreateRequest = Static<typeof BotCreateRequest>;

/** Fields that are absent keep their value. */
export const BotUpdateRequest = Closed({ bot_name: Type.Optional(botName), ...settings });
export type BotUpdateRequest = Static<typeof BotUpdateRequest>;

export const BotConfig = Type.Object({
  id: Type.String(),
  bot_name: Type.String(),
  desired_state: OneOf(DESIRED_STATES),
  status: OneOf(BOT_STATUSES),
  quarantined_at: Nullable(IsoTime),
  image_tag: Type.String(),
  auto_deploy: Type.Boolean(),
  strategy: Type.String(),
  symbol: Type.String(),
  timeframe: Type.String(),
  params: JsonObject,
  network: OneOf(NETWORKS),
  allocation: Allocation,
  sizing: Sizing,
  leverage: Type.Integer(),
  cluster_id: Nullable(Type.String()),
  warmup_mode: OneOf(WARMUP_MODES),
  candle_source: OneOf(CANDLE_SOURCES),
  overlays: Type.Array(OverlaySetting),
  generation: Type.Integer({ description: 'Grows with every change of the configuration' }),
  created_at: IsoTime,
  updated_at: IsoTime,
});
export type BotConfig = Static<typeof BotConfig>;

export const BotListQuery = Closed({
  ...PageQuery,
  status: Type.Optional(OneOf(BOT_STATUSES)),
  desired_state: Type.Optional(OneOf(DESIRED_STATES)),
});
export type BotListQuery = Static<typeof BotListQuery>;

export const BotDeleted = Type.Object({ status: Type.Literal('deleted'), id: Type.String() });

export const ConfirmQuery = Closed({
  confirm: Type.String({ pattern: '^YES-\\d{1,12}$', description: 'YES- and the current epoch seconds' }),
});
export type ConfirmQuery = Static<typeof ConfirmQuery>;

export const QuarantineCleared = Type.Object({
  status: Type.Literal('quarantine_cleared'),
  bot_id: Type.String(),
});
export const BffQuarantineCleared = Type.Object({
  status: Type.Literal('quarantine_cleared'),
  botId: Type.String(),
});

export const ParityAcknowledged = Type.Object({
  status: Type.Literal('parity_acknowledged'),
  botId: Type.String(),
});

export const AuditRecord = Type.Object({
  id: Type.String(),
  actor: Type.String(),
  action: Type.String(),
  before: Nullable(JsonObject),
  after: Nullable(JsonObject),
  trace_id: Type.String(),
  created_at: IsoTime,
});
export type AuditRecord = Static<typeof AuditRecord>;

export const AuditQuery = Closed(PageQuery);
