/** What every simulation bundle differs in from production: times that foreign clocks measure are scaled, and crash points exist. */
import type { Patch } from './patch';

/** Durations judged by the database's or the venue's clock, or handed to a library: the shims cannot reach these. */
const SCALED: readonly (readonly [file: string, constant: string])[] = [
  ['services/executor/src/app/intent-handler.ts', 'ENTRY_PATIENCE_MS = 45_000'],
  ['services/executor/src/app/bookkeeper.ts', 'ORDER_LAG_MS = 60_000'],
  ['services/executor/src/app/flattener.ts', 'RESEND_AFTER_MS = 1_500'],
  ['services/executor/src/store/account-lock.ts', 'SILENCE_ENDS_SESSION_MS = 20_000'],
  ['packages/risk-rules/src/gates/invariants.ts', 'MAX_INTENT_AGE_MS = 60_000'],
  ['packages/service-kit/src/db/pool.ts', 'STATEMENT_TIMEOUT_MS = 8_000'],
  ['packages/service-kit/src/db/pool.ts', 'QUERY_TIMEOUT_MS = 10_000'],
  ['packages/service-kit/src/db/pool.ts', 'CONNECT_TIMEOUT_MS = 5_000'],
  ['packages/service-kit/src/bus/connection.ts', 'PING_INTERVAL_MS = 3_000'],
  ['packages/exchange/src/transport/socket.ts', 'HANDSHAKE_TIMEOUT_MS = 10_000'],
  ['packages/exchange/src/transport/http.ts', 'CONNECT_TIMEOUT_MS = 5_000'],
];

const SUBMITTER = 'services/executor/src/app/submitter.ts';

export const CRASH_POINTS = [
  'after_write_ahead',
  'after_send',
  'after_response',
  'after_report',
  'after_outcome',
  'before_ack',
] as const;
export type CrashPoint = (typeof CRASH_POINTS)[number];

export const TEST_PATCHES: readonly Patch[] = [
  ...SCALED.map(([file, constant]) => ({
    file,
    find: `${constant};`,
    replace: `${constant} / SAFETY_TIME_FACTOR;`,
  })),
  {
    file: 'services/executor/src/networks.ts',
    find: 'monotonicMs: () => performance.now()',
    replace: 'monotonicMs: () => performance.now() / SAFETY_TIME_FACTOR',
  },
  {
    file: SUBMITTER,
    find: 'const outcome = await place();',
    replace: `safetyCrashPoint('after_write_ahead');
    const sending = place();
    safetyCrashSoonAfter('after_send');
    const outcome = await sending;
    safetyCrashPoint('after_response');`,
  },
  {
    file: SUBMITTER,
    find: 'outcome.order.report), patienceMs);\n        return outcome;',
    replace: `outcome.order.report), patienceMs);\n        safetyCrashPoint('after_report');\n        return outcome;`,
  },
  {
    file: 'services/executor/src/app/intent-handler.ts',
    find: 'await this.parts.intents.decide(intent, outcome);',
    replace: `await this.parts.intents.decide(intent, outcome);\n    safetyCrashPoint('after_outcome');`,
  },
  {
    file: 'services/executor/src/bus/intent-signals.ts',
    find: 'handler: async () => intake.wake(),',
    replace: `handler: async () => {\n        intake.wake();\n        safetyCrashPoint('before_ack');\n      },`,
  },
];
