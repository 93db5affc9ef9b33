/** What /healthz and /readyz say. */
import { type Static, Type } from 'typebox';
import { ErrorBody } from '../errors/body';
import { Nullable, OneOf } from './primitives';

/** A background task of the service. */
export const TaskStatus = Type.Object({
  name: Type.String(),
  state: OneOf(['waiting', 'running', 'dead'], {
    description: 'dead: its run does not end or does not come; the service is unhealthy',
  }),
  period_ms: Nullable(Type.Number({ description: 'null when it runs only when it is woken' })),
  last_run_at: Nullable(Type.String()),
  last_duration_ms: Nullable(Type.Number()),
  last_fault: Nullable(Type.String({ description: 'The kind of the last error; its text is in the log' })),
  last_fault_at: Nullable(Type.String()),
});
export type TaskStatus = Static<typeof TaskStatus>;

export const HealthResponse = Type.Object({
  status: OneOf(['ok', 'degraded', 'fatal']),
  service: Type.String(),
  version: Type.String(),
  release: Type.String({ description: 'Tag of the release that it runs' }),
  degraded: Type.Array(Type.String(), {
    description: 'E.g. peer_down, ws_reconnect_storm, ws_subscriber_overload',
  }),
  tasks: Type.Optional(Type.Array(TaskStatus)),
  halted: Type.Optional(
    Type.Boolean({ description: 'Risk service only: the halt latch, true also when unreadable' }),
  ),
});
export type HealthResponse = Static<typeof HealthResponse>;

/** 503 of /healthz: alive but in a fatal state. */
export const UnhealthyBody = Type.Object({ ...ErrorBody.properties, ...HealthResponse.properties });
export type UnhealthyBody = Static<typeof UnhealthyBody>;

export const ReadinessCheck = Type.Object({
  name: Type.String(),
  ok: Type.Boolean(),
  detail: Nullable(Type.String()),
});
export type ReadinessCheck = Static<typeof ReadinessCheck>;

export const ReadyResponse = Type.Object({
  status: Type.Literal('ready'),
  service: Type.String(),
  version: Type.String(),
  checks: Type.Array(ReadinessCheck),
});
export type ReadyResponse = Static<typeof ReadyResponse>;

/** 503 of /readyz: the error body, and every check, so that the failing ones are known. */
export const NotReadyBody = Type.Object({ ...ErrorBody.properties, checks: Type.Array(ReadinessCheck) });
export type NotReadyBody = Static<typeof NotReadyBody>;
