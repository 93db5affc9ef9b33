/**
 * Where the simulation's bundle can be ended as kill -9 would end it: the only places in which it differs
 * from production's.
 */
import type { CrashPoint } from '../schedule/crash-point';
import type { Patch } from './patch';

const SUBMITTER = 'services/executor/src/app/submitter.ts';

function at(point: CrashPoint): string {
  return `safetyCrashPoint('${point}');`;
}

export const CRASH_PATCHES: readonly Patch[] = [
  {
    file: SUBMITTER,
    find: 'const outcome = await place();',
    replace: `${at('after_write_ahead')}
    const sending = place();
    safetyCrashSoonAfter('after_send');
    const outcome = await sending;
    ${at('after_response')}`,
  },
  {
    file: SUBMITTER,
    find: 'outcome.order.report), patienceMs);\n        return outcome;',
    replace: `outcome.order.report), patienceMs);\n        ${at('after_report')}\n        return outcome;`,
  },
  {
    file: 'services/executor/src/app/intent-handler.ts',
    find: 'await this.parts.intents.decide(intent, outcome);',
    replace: `await this.parts.intents.decide(intent, outcome);\n    ${at('after_outcome')}`,
  },
  {
    file: 'services/executor/src/bus/intent-signals.ts',
    find: 'handler: async () => intake.wake(),',
    replace: `handler: async () => {\n        intake.wake();\n        ${at('before_ack')}\n      },`,
  },
];
