import { expect, it } from 'vitest';
import {
  BACKFILL_SOURCES,
  BotEvent,
  BREAK_GLASS_OUTCOMES,
  BREAKERS,
  botKlinesDurable,
  DATASET_KINDS,
  DataEvent,
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

const kindsOf = ({ anyOf }: typeof DataEvent | typeof BotEvent) =>
  anyOf.map(({ properties }) => properties.kind.const);

it('the registry has every error code of the contract, with its severity', () => {
  expect(missing([...Object.keys(SPEC_CODE_SEVERITY), ...SPEC_CODES_WITHOUT_SEVERITY], ERROR_CODES)).toEqual(
    [],
  );
  for (const [code, severity] of Object.entries(SPEC_CODE_SEVERITY)) {
    expect(errorRegistry[code as ErrorCode].severity, code).toBe(severity);
  }
});

it('the registry has every environment variable of the contract, aliases included', () => {
  const vars: readonly EnvVar[] = Object.values(envByService).flat();
  expect(
    missing(
      SPEC_VARIABLES,
      vars.flatMap((v) => [v.name, ...(v.aliases ?? [])]),
    ),
  ).toEqual([]);
  expect([...FORBIDDEN_BOT_VARIABLES]).toEqual([...SPEC_FORBIDDEN_BOT_VARIABLES]);
});

it('the registry has every metric of the contract', () => {
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

it.each(SERVICES)('the registry has every route of the %s service in the contract', (service) => {
  const routes: readonly RouteSpec[] = Object.values(routesByService[service]);
  expect(
    missing(
      SPEC_ROUTES[service],
      routes.map((route) => `${route.method} ${route.path}`),
    ),
  ).toEqual([]);
});

it('the registry has every subject, durable consumer and channel of the contract', () => {
  const subjects = [
    klineSubject('spot', 'BTCUSDT', '1h'),
    INTENTS_SUBJECT,
    RISK_EVENTS_SUBJECTS,
    fillsSubject('BOT'),
  ];
  expect(missing(events.SPEC_SUBJECTS, subjects)).toEqual([]);
  const durables = [botKlinesDurable('BOT', 'BTCUSDT', '1h'), EXECUTOR_INTENTS_DURABLE, MANAGER_RISK_DURABLE];
  expect(missing(events.SPEC_DURABLES, durables)).toEqual([]);
  expect(missing(events.SPEC_DB_CHANNELS, Object.values(DB_CHANNELS))).toEqual([]);
  expect(missing(events.SPEC_WEBSOCKET_CHANNELS, WEBSOCKET_CHANNELS)).toEqual([]);
});

it('the registry has every event kind and every other word of the contract', () => {
  expect(missing(events.SPEC_DATA_EVENT_KINDS, kindsOf(DataEvent))).toEqual([]);
  expect(missing(events.SPEC_BOT_EVENT_KINDS, kindsOf(BotEvent))).toEqual([]);
  expect(missing(events.SPEC_BREAK_GLASS_OUTCOMES, BREAK_GLASS_OUTCOMES)).toEqual([]);
  expect(missing(events.SPEC_DATASET_KINDS, DATASET_KINDS)).toEqual([]);
  expect(missing(events.SPEC_BACKFILL_SOURCES, BACKFILL_SOURCES)).toEqual([]);
  expect(missing(events.SPEC_INTENT_REJECTION_REASONS, INTENT_REJECTION_REASONS)).toEqual([]);
  expect(missing(events.SPEC_BREAKERS, BREAKERS)).toEqual([]);
  expect(missing(events.SPEC_RUN_KINDS, RUN_KINDS)).toEqual([]);
});

it('a name of the contract that the registry lacks would be noticed', () => {
  expect(missing(['EXECUTOR_NO_SUCH_CODE', 'EXECUTOR_UNAUTHORIZED'], ERROR_CODES)).toEqual([
    'EXECUTOR_NO_SUCH_CODE',
  ]);
});
