import { appendFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type Reporter, type TestModule, type TestSpecification } from 'vitest/node';

/**
 * Files that take longest, in that order: one that began last would be waited for. An entry that is wrong or
 * missing costs time, nothing else.
 */
const LONG = [
  'stack/test/service-deploys.test.ts',
  'stack/test/faults.test.ts',
  'services/manager/test/service.test.ts',
  'services/manager/test/deploy-bugs.test.ts',
  'services/manager/test/notification-faults.test.ts',
  'stack/test/lifecycle.test.ts',
  'services/data/test/service.test.ts',
  'services/manager/test/deploy-faults.test.ts',
  'stack/test/accounts.test.ts',
  'services/manager/test/experiments.test.ts',
  'services/manager/test/backtest-command.test.ts',
  'cli/test/strategy.test.ts',
  'cli/test/own-strategy.test.ts',
  'services/risk/test/service.test.ts',
  'services/manager/test/deploys.test.ts',
  'services/executor/test/service.test.ts',
  'services/bot/test/service.test.ts',
  'services/manager/test/experiment-faults.test.ts',
  'services/manager/test/matrix.test.ts',
  'services/manager/test/reconciler.test.ts',
  'services/executor/test/process.test.ts',
  'services/executor/test/outage.test.ts',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = LONG.findIndex((path) => moduleId.endsWith(`/${path}`));
      return at < 0 ? LONG.length : at;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

/** Writes what failed to the file that TEST_FAILURES names: `./platform test` repeats it at its very end. */
class FailureNames implements Reporter {
  constructor(private readonly path: string) {}

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly { readonly message: string }[]): void {
    const failures = unhandled.map(({ message }) => ({ name: 'outside of any test', message }));
    for (const module of modules) {
      const broken = [...module.children.allSuites(), ...module.children.allTests('failed'), module];
      for (const part of broken) {
        const errors = part.type === 'test' ? (part.result().errors ?? []) : part.errors();
        const name = part.type === 'module' ? '' : ` > ${part.fullName}`;
        for (const { message } of errors)
          failures.push({ name: `${module.relativeModuleId}${name}`, message });
      }
    }
    for (const { name, message } of failures) {
      appendFileSync(this.path, `${name}\n    ${message.split('\n', 5).join('\n    ')}\n`);
    }
  }
}

const failuresPath = process.env['TEST_FAILURES'];

/**
 * unit: beside the code, no I/O beyond the process. integration: in test/ folders, on real PostgreSQL and
 * NATS. parity: the engine against the Python reference. console: a browser before a whole stack. gates: each
 * quality gate against a planted violation.
 */
export default defineConfig({
  test: {
    // Files run one after the other and share their imports: loading them again for each file would cost
    // minutes.
    isolate: false,
    reporters: ['default', ...(failuresPath === undefined ? [] : [new FailureNames(failuresPath)])],
    sequence: { sequencer: LongestFirst },
    // They end what hangs and say nothing about speed: machines differ by a factor of ten, and work beside
    // others.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 300_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [
            '{packages,services,apps}/*/src/**/*.test.ts',
            '{db,stack,bench,cli,sim}/src/**/*.test.ts',
          ],
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: ['{packages,services}/*/test/**/*.test.ts', '{db,stack,cli,sim}/test/**/*.test.ts'],
          exclude: ['packages/engine/test/**'],
          globalSetup: ['packages/testkit/src/global-setup.ts'],
        },
      },
      {
        extends: true,
        test: { name: 'parity', include: ['packages/engine/test/**/*.test.ts'] },
      },
      {
        extends: true,
        test: {
          name: 'console',
          include: ['stack/e2e/**/*.test.ts'],
          globalSetup: ['stack/e2e/setup.ts'],
          // One stack for all: a halt in one file would be seen in another.
          fileParallelism: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'gates',
          include: ['gates/**/*.test.ts'],
          maxConcurrency: 2,
        },
      },
    ],
  },
});
