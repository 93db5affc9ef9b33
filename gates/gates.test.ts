import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GATES } from '../cli/src/quality/gates';
import { runTool } from '../cli/src/quality/run-tool';
import { createSandbox, type Sandbox } from './sandbox';

/** As many as the project's maxConcurrency in vitest.config.ts. */
const AT_ONCE = 2;

/** A violation, the gate that must catch it, and words of the complaint that prove it was caught for this reason. */
interface Planted {
  readonly gate: string;
  readonly violation: string;
  readonly path: string;
  readonly text: string;
  readonly complaint: RegExp;
  /** Narrower targets than the gate's own, to be quick. */
  readonly targets?: readonly string[];
}

const CORE = 'packages/core/src/planted.ts';
const RISK = 'services/risk/src/planted.ts';
const CONSOLE = 'apps/console/src/planted.ts';
const DOMAIN = 'services/risk/src/domain/planted.ts';
const APP = 'services/executor/src/app/planted.ts';

const file = (path: string) => ['check', '--error-on-warnings', path];
const PLANTED: readonly Planted[] = [
  {
    gate: 'biome',
    violation: 'unformatted code',
    path: CORE,
    text: 'export const   a = 1',
    complaint: /format/i,
    targets: file(CORE),
  },
  {
    gate: 'biome',
    violation: 'an explicit any',
    path: CORE,
    text: 'export const a: any = 1;\n',
    complaint: /noExplicitAny/,
    targets: file(CORE),
  },
  {
    gate: 'biome',
    violation: 'a console statement',
    path: RISK,
    text: "console.log('a');\n",
    complaint: /noConsole/,
    targets: file(RISK),
  },
  {
    gate: 'types',
    violation: 'an unchecked index',
    path: CORE,
    text: 'export const a: number = [1][0];\n',
    complaint: /TS2322/,
    targets: ['-b', 'packages/core'],
  },
  {
    gate: 'types',
    violation: 'undefined given to an optional property',
    path: CORE,
    text: 'export const a: { b?: number } = { b: undefined };\n',
    complaint: /exactOptionalPropertyTypes/,
    targets: ['-b', 'packages/core'],
  },
  {
    gate: 'types',
    violation: 'a Node global in a pure package',
    path: CORE,
    text: 'export const a = process.env;\n',
    complaint: /Cannot find name 'process'/,
    targets: ['-b', 'packages/core'],
  },
  {
    gate: 'eslint',
    violation: 'a timer that nothing guards',
    path: RISK,
    text: 'export const a = setInterval(() => undefined, 1_000);\n',
    complaint: /errors\.guard/,
    targets: [RISK],
  },
  {
    gate: 'eslint',
    violation: 'a floating promise',
    path: RISK,
    text: 'Promise.resolve(1);\nexport {};\n',
    complaint: /no-floating-promises/,
    targets: [RISK],
  },
  {
    gate: 'eslint',
    violation: 'a misused promise',
    path: RISK,
    text: 'export const a = [1].filter(async (n) => n > 0);\n',
    complaint: /no-misused-promises/,
    targets: [RISK],
  },
  {
    gate: 'eslint',
    violation: 'a switch that forgets a case',
    path: RISK,
    text: "export function a(x: 'b' | 'c') {\n  switch (x) {\n    case 'b':\n      return 1;\n  }\n  return 0;\n}\n",
    complaint: /switch-exhaustiveness-check/,
    targets: [RISK],
  },
  {
    gate: 'eslint',
    violation: 'a clock in a pure package',
    path: CORE,
    text: 'export const a = Date.now();\n',
    complaint: /reads no clock/,
    targets: [CORE],
  },
  {
    gate: 'eslint',
    violation: 'a clock in a domain folder',
    path: DOMAIN,
    text: 'export const a = new Date();\n',
    complaint: /reads no clock/,
    targets: [DOMAIN],
  },
  {
    gate: 'eslint',
    violation: 'a clock in a use case',
    path: APP,
    text: 'export const a = Date.now();\n',
    complaint: /no clock of their own/,
    targets: [APP],
  },
  {
    gate: 'eslint',
    violation: 'a timer in a use case',
    path: APP,
    text: 'export const a = (call: () => void) => setTimeout(call, 1_000);\n',
    complaint: /no clock of their own/,
    targets: [APP],
  },
  {
    gate: 'eslint',
    violation: 'an imported timer in a use case',
    path: APP,
    text: "import { setTimeout as sleep } from 'node:timers/promises';\n\nexport const a = () => sleep(1_000);\n",
    complaint: /no-restricted-imports/,
    targets: [APP],
  },
  {
    gate: 'eslint',
    violation: 'randomness in a pure package',
    path: CORE,
    text: 'export const a = Math.random();\n',
    complaint: /no randomness/,
    targets: [CORE],
  },
  {
    gate: 'eslint',
    violation: 'a platform-dependent logarithm',
    path: CORE,
    text: 'export const a = Math.log(2);\n',
    complaint: /fixed-polynomial/,
    targets: [CORE],
  },
  {
    gate: 'imports',
    violation: 'a Node built-in in a pure package',
    path: CORE,
    text: "import 'node:fs';\n",
    complaint: /pure-code-uses-no-node-builtin/,
  },
  {
    gate: 'imports',
    violation: 'an I/O library in a domain folder',
    path: DOMAIN,
    text: "import 'pg';\n",
    complaint: /pure-code-uses-no-io-library/,
  },
  {
    gate: 'imports',
    violation: 'a use case importing a table',
    path: APP,
    text: "import '../store/orders';\n",
    complaint: /app-knows-nothing-outside-it/,
  },
  {
    gate: 'imports',
    violation: 'a decision importing a use case',
    path: DOMAIN,
    text: "import '../app/scene';\n",
    complaint: /domain-knows-nothing-outside-it/,
  },
  {
    gate: 'imports',
    violation: 'a table importing an endpoint',
    path: 'services/risk/src/store/planted.ts',
    text: "import '../http/latch-handlers';\n",
    complaint: /store-knows-nothing-outside-it/,
  },
  {
    gate: 'imports',
    violation: 'core importing contracts',
    path: CORE,
    text: "import '../../contracts/src/index';\n",
    complaint: /packages-core-imports-only-what-it-may/,
  },
  {
    gate: 'imports',
    violation: 'one service importing another',
    path: RISK,
    text: "import '../../data/src/index';\n",
    complaint: /services-risk-imports-only-what-it-may/,
  },
  {
    gate: 'imports',
    violation: 'the console importing a service',
    path: CONSOLE,
    text: "import '../../../services/risk/src/index';\n",
    complaint: /apps-console-imports-only-what-it-may/,
  },
  {
    gate: 'imports',
    violation: 'reaching past the index of a package',
    path: RISK,
    text: "import '../../../packages/core/src/ids';\n",
    complaint: /services-risk-imports-only-what-it-may/,
  },
  {
    gate: 'imports',
    violation: 'the simulation importing a service',
    path: 'sim/src/planted.ts',
    text: "import '../../services/risk/src/index';\n",
    complaint: /sim-imports-only-what-it-may/,
  },
  {
    gate: 'imports',
    violation: 'test helpers in production code',
    path: RISK,
    text: "import '@platform/testkit';\n",
    complaint: /test-helpers-stay-in-tests/,
  },
  {
    gate: 'imports',
    violation: 'a cycle',
    path: CORE,
    text: "import './planted';\nexport const a = 1;\n",
    complaint: /no-cycles/,
  },
  {
    gate: 'unused',
    violation: 'a file nobody imports',
    path: CORE,
    text: 'export const a = 1;\n',
    complaint: /Unused files[\s\S]*planted\.ts/,
  },
  {
    gate: 'unused',
    violation: 'an import of an undeclared dependency',
    path: 'services/risk/src/main.ts',
    text: "import 'left-pad';\n",
    complaint: /left-pad/,
  },
  {
    gate: 'generated',
    violation: 'a route that changed after the client was made',
    path: 'packages/contracts/src/routes/manager/reads.ts',
    text: "Object.assign(readRoutes.strategies, { summary: 'Planted' });\n",
    complaint: /stale +packages\/api-client\/src\/schema\.generated\.ts/,
  },
  {
    gate: 'generated',
    violation: 'a route without a summary',
    path: 'packages/contracts/src/routes/manager/reads.ts',
    text: "Object.assign(readRoutes.strategies, { summary: '' });\n",
    complaint: /operation-summary/,
  },
];

/** One for each test that runs at the same time. */
let sandboxes: Sandbox[];
const idle: Sandbox[] = [];
beforeAll(() => {
  sandboxes = Array.from({ length: AT_ONCE }, createSandbox);
  idle.push(...sandboxes);
});
afterAll(() => {
  for (const sandbox of sandboxes) sandbox.remove();
});

describe('every gate can fail', () => {
  it('each gate has at least one planted violation', () => {
    expect(new Set(PLANTED.map((planted) => planted.gate))).toEqual(new Set(GATES.map((gate) => gate.name)));
  });

  for (const planted of PLANTED) {
    it.concurrent(`${planted.gate} refuses ${planted.violation}`, async () => {
      const gate = GATES.find(({ name }) => name === planted.gate)!;
      const sandbox = idle.pop()!;
      const takeBack = sandbox.plant(planted.path, planted.text);
      try {
        const run = await runTool(gate.tool, planted.targets ?? gate.args, { cwd: sandbox.root });
        expect(run.output).toMatch(planted.complaint);
        expect(run.exitCode).not.toBe(0);
      } finally {
        takeBack();
        idle.push(sandbox);
      }
    });
  }

  it('a gate whose tool is missing fails', async () => {
    expect((await runTool('no-such-tool', [], { cwd: idle[0]!.root })).exitCode).toBe(127);
  });
});
