/** Alerts as the console shows and handles them, and the charts behind them. camelCase in answers. */
import { type Static, Type } from 'typebox';
import { alerts } from '../alerts';
import { dashboards } from '../dashboards';
import { Closed, EpochMs, IsoTime, JsonObject, Nullable, OneOf, Uuid } from './primitives';

export const FiringAlert = Type.Object({
  fingerprint: Type.String(),
  name: Type.String(),
  severity: Nullable(Type.String()),
  summary: Nullable(Type.String()),
  value: Nullable(Type.String({ description: 'Of the expression, when it was last judged' })),
  runbook: Nullable(Type.String({ description: 'Path of the page that says what to do' })),
  startsAt: IsoTime,
  labels: JsonObject,
});
export type FiringAlert = Static<typeof FiringAlert>;
export const FiringAlertsResponse = Type.Object({
  items: Type.Array(FiringAlert),
  isJudged: Type.Boolean({
    description: 'False where the metrics server judges no rules, so that nothing fires whatever breaks',
  }),
});

export const SilenceView = Type.Object({
  id: Type.String(),
  alert: Nullable(
    Type.String({ description: 'Name of the alert; null where it was made elsewhere without one' }),
  ),
  labels: JsonObject,
  createdBy: Type.String(),
  reason: Type.String(),
  startsAt: IsoTime,
  endsAt: IsoTime,
});
export type SilenceView = Static<typeof SilenceView>;
export const SilencesResponse = Type.Object({ items: Type.Array(SilenceView) });

/**
 * Acknowledge: this one, with these labels. Silence: every alert of the name. Neither lasts longer than a
 * day.
 */
export const SilenceRequest = Closed({
  fingerprint: Type.String({ pattern: '^[0-9a-f]{16}$', description: 'Of an alert that fires' }),
  kind: OneOf(['acknowledge', 'silence']),
  minutes: Type.Integer({ minimum: 5, maximum: 1440 }),
  reason: Type.Optional(Type.String()),
});
export const SilenceCreated = Type.Object({ id: Type.String(), endsAt: IsoTime });
export const SilenceEnded = Type.Object({ id: Type.String(), status: OneOf(['ended']) });
export const SilenceParams = Closed({ id: Uuid });

export const ReceiversResponse = Type.Object({ items: Type.Array(Type.Object({ name: Type.String() })) });
export const NotificationTestRequest = Closed({ receiver: Type.String({ minLength: 1, maxLength: 100 }) });
export const NotificationTestResponse = Type.Object({
  receiver: Type.String(),
  outcome: OneOf(['delivered', 'refused', 'unanswered'], {
    description:
      'Unanswered: nothing was heard within ten seconds, or it is not known, as other receivers of the kind were sent something meanwhile. It may wait up to a minute for the tests of those to be over',
  }),
});
export type NotificationTestResponse = Static<typeof NotificationTestResponse>;

/** SHA-256 of its endpoint, so that a browser can tell which one it is. */
const PushId = Type.String({ pattern: '^[0-9a-f]{64}$' });
const Base64Url = (characters: number) =>
  Type.String({
    pattern: `^[A-Za-z0-9_-]{${characters}}$`,
    description: 'base64url, as the browser gives it',
  });

export const PushSubscribeRequest = Closed({
  endpoint: Type.String({ minLength: 1, maxLength: 1000, description: 'https address of the push service' }),
  p256dh: Base64Url(87),
  auth: Base64Url(22),
});
export type PushSubscribeRequest = Static<typeof PushSubscribeRequest>;
export const PushSubscriptionView = Type.Object({
  id: PushId,
  owner: Type.String({ description: 'Who subscribed' }),
  service: Type.String({ description: 'Host of the push service; the rest of the address is a secret' }),
  createdAt: IsoTime,
  takenAt: Nullable(IsoTime),
  failure: Nullable(Type.String({ description: 'Why the last message was not taken' })),
});
export const PushResponse = Type.Object({
  publicKey: Nullable(
    Type.String({ description: 'Key that browsers subscribe with; null where web push is not set up' }),
  ),
  items: Type.Array(PushSubscriptionView),
});
export const PushParams = Closed({ id: PushId });
export const PushSubscribed = Type.Object({ id: PushId });
export const PushRemoved = Type.Object({ id: PushId, status: OneOf(['removed']) });
export const PushTested = Type.Object({
  id: PushId,
  outcome: OneOf(['delivered', 'refused', 'unanswered', 'gone'], {
    description: 'delivered: the push service took it; gone: the browser has unsubscribed and is forgotten',
  }),
});
export type PushTested = Static<typeof PushTested>;

const CHARTS = [...Object.keys(alerts), ...dashboards.flatMap(({ panels }) => panels.map(({ id }) => id))];

export const ChartQuery = Closed({
  chart: OneOf(CHARTS, { description: 'Name of an alert or id of a panel' }),
  minutes: Type.Optional(Type.Integer({ minimum: 5, maximum: 10_080 })),
});
export const ChartResponse = Type.Object({
  series: Type.Array(
    Type.Object({
      labels: JsonObject,
      ts: Type.Array(EpochMs, { description: 'Ascending' }),
      values: Type.Array(Type.Number()),
    }),
  ),
  isCut: Type.Boolean({ description: 'There are more series than are shown' }),
});
export type ChartResponse = Static<typeof ChartResponse>;
