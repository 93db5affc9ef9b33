import { describe, expect, it } from 'vitest';
import {
  BACKFILL_SOURCES,
  BOT_EVENT_KINDS,
  BOT_EVENT_TYPES,
  BREAK_GLASS_OUTCOMES,
  BREAKERS,
  botKlinesDurable,
  DATA_EVENT_KINDS,
  DATASET_KINDS,
  DB_CHANNELS,
  type EnvVar,
  ERROR_CODES,
  type ErrorCode,
  EXECUTOR_INTENTS_DURABLE,
  envByService,
  errorRegistry,
  FORBIDDEN_BOT_VARIABLES,
  fillsSubject,
  INTENT_REJECTION_REASONS,
  INTENTS_SUBJECT,
  klineSubject,
  MANAGER_RISK_DURABLE,
  type MetricSpec,
  metricsByService,
  RISK_EVENTS_SUBJECTS,
  type RouteSpec,
  RUN_KINDS,
  routesByService,
  SERVICES,
  sharedMetrics,
  WEBSOCKET_CHANNELS,
} from '../../src/index';
import { SPEC_CODE_SEVERITY, SPEC_CODES_WITHOUT_SEVERITY } from './codes';
import * as events from './events';
import { SPEC_METRICS } from './metrics';
import { SPEC_ROUTES } from './routes';
import { SPEC_FORBIDDEN_BOT_VARIABLES, SPEC_VARIABLES } from './variables';

/** The names of `spec` that `registry` does not know. */
function missing(spec: readonly string[], registry: readonly string[]): readonly string[] {
  const known = new Set(registry);
  return spec.filter((name) => !known.has(name));
}

describe('everything the contract names is in the registry', () => {
  it('every error code, with the severity of the contract', () => {
    expect(
      missing([...Object.keys(SPEC_CODE_SEVERITY), ...SPEC_CODES_WITHOUT_SEVERITY], ERROR_CODES),
    ).toEqual([]);
    for (const [code, severity] of Object.entries(SPEC_CODE_SEVERITY)) {
      expect(errorRegistry[code as ErrorCode].severity, code).toBe(severity);
    }
  });

  it('every environment variable, aliases included', () => {
    const vars: readonly EnvVar[] = Object.values(envByService).flat();
    expect(
      missing(
        SPEC_VARIABLES,
        vars.flatMap((v) => [v.name, ...(v.aliases ?? [])]),
      ),
    ).toEqual([]);
    expect([...FORBIDDEN_BOT_VARIABLES]).toEqual([...SPEC_FORBIDDEN_BOT_VARIABLES]);
  });

  it('every metric', () => {
    const specs: readonly MetricSpec[] = [
      ...Object.values(metricsByService).flatMap((table) => Object.values(table)),
      ...Object.values(sharedMetrics),
    ];
    expect(
      missing(
        SPEC_METRICS,
        specs.map((metric) => metric.name),
      ),
    ).toEqual([]);
  });

  it.each(SERVICES)('every route of the %s service', (service) => {
    const routes: readonly RouteSpec[] = Object.values(routesByService[service]);
    expect(
      missing(
        SPEC_ROUTES[service],
        routes.map((route) => `${route.method} ${route.path}`),
      ),
    ).toEqual([]);
  });

  it('every subject, durable consumer and channel', () => {
    const subjects = [
      klineSubject('spot', 'BTCUSDT', '1h'),
      INTENTS_SUBJECT,
      RISK_EVENTS_SUBJECTS,
      fillsSubject('BOT'),
    ];
    expect(missing(events.SPEC_SUBJECTS, subjects)).toEqual([]);
    const durables = [
      botKlinesDurable('BOT', 'BTCUSDT', '1h'),
      EXECUTOR_INTENTS_DURABLE,
      MANAGER_RISK_DURABLE,
    ];
    expect(missing(events.SPEC_DURABLES, durables)).toEqual([]);
    expect(missing(events.SPEC_DB_CHANNELS, Object.values(DB_CHANNELS))).toEqual([]);
    expect(missing(events.SPEC_WEBSOCKET_CHANNELS, WEBSOCKET_CHANNELS)).toEqual([]);
  });

  it('every event kind and every other word', () => {
    expect(missing(events.SPEC_DATA_EVENT_KINDS, DATA_EVENT_KINDS)).toEqual([]);
    expect(missing(events.SPEC_BOT_EVENT_KINDS, BOT_EVENT_KINDS)).toEqual([]);
    expect(missing(events.SPEC_BREAK_GLASS_OUTCOMES, BREAK_GLASS_OUTCOMES)).toEqual([]);
    expect(missing(events.SPEC_BOT_EVENT_TYPES, BOT_EVENT_TYPES)).toEqual([]);
    expect(missing(events.SPEC_DATASET_KINDS, DATASET_KINDS)).toEqual([]);
    expect(missing(events.SPEC_BACKFILL_SOURCES, BACKFILL_SOURCES)).toEqual([]);
    expect(missing(events.SPEC_INTENT_REJECTION_REASONS, INTENT_REJECTION_REASONS)).toEqual([]);
    expect(missing(events.SPEC_BREAKERS, BREAKERS)).toEqual([]);
    expect(missing(events.SPEC_RUN_KINDS, RUN_KINDS)).toEqual([]);
  });

  it('a name that the registry lacks would be noticed', () => {
    expect(missing(['EXECUTOR_NO_SUCH_CODE', 'EXECUTOR_UNAUTHORIZED'], ERROR_CODES)).toEqual([
      'EXECUTOR_NO_SUCH_CODE',
    ]);
  });
});
