import { defineConfig } from 'vitest/config';

/**
 * unit: beside the code, no I/O beyond the process. integration: in test/ folders, on real PostgreSQL and NATS.
 * parity: the engine against the Python reference. console: a browser before a whole stack. gates: each quality gate against a planted violation.
 */
export default defineConfig({
  test: {
    // Files share what they import, one after the other: loading it anew for each would cost minutes.
    isolate: false,
    // They end what hangs and say nothing about speed: machines differ by a factor of ten, and work beside others.
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
