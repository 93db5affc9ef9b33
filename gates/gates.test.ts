import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GATES } from '../cli/src/quality/gates';
import { runTool, type ToolRun } from '../cli/src/quality/run-tool';
import { createSandbox, type Sandbox } from './sandbox';

/** As many as the project's maxConcurrency in vitest.config.ts. */
const AT_ONCE = 2;

/**
 * A violation, the gate that must catch it, and words of the complaint that prove it was caught for this
 * reason.
 */
interface Planted {
  readonly gate: string;
  readonly violation: string;
  /** Of a file of its own, so that the violations of a gate can be planted together and the tool run once. */
  readonly path: string;
  readonly text: string;
  /** What the file needs beside it to be one. */
  readonly also?: readonly { readonly path: string; readonly text: string }[];
  readonly complaint: RegExp;
  /** Not beside the others of its gate: it keeps the tool from getting to them. */
  readonly alone?: true;
}

const core = (name: string) => `packages/core/src/planted-${name}.ts`;
const risk = (name: string) => `services/risk/src/planted-${name}.ts`;
const domain = (name: string) => `services/risk/src/domain/planted-${name}.ts`;
const app = (name: string) => `services/executor/src/app/planted-${name}.ts`;

/** ESLint names the file in a line of its own, above what it says of it. */
const eslintSays = (name: string, words: string) =>
  new RegExp(`planted-${name}\\.ts\\n(?:.+\\n)*?.*${words}`);

/** What a gate looks at where only the planted files matter; the others need the whole repository. */
const NARROWED: Readonly<Record<string, (paths: readonly string[]) => readonly string[]>> = {
  biome: (paths) => ['check', '--error-on-warnings', ...paths],
  types: () => ['-b', 'packages/core'],
  eslint: (paths) => paths,
};

const PLANTED: readonly Planted[] = [
  {
    gate: 'biome',
    violation: 'unformatted code',
    path: core('unformatted'),
    text: 'export const   a = 1',
    complaint: /planted-unformatted\.ts format/,
  },
  {
    gate: 'biome',
    violation: 'an explicit any',
    path: core('any'),
    text: 'export const a: any = 1;\n',
    complaint: /planted-any\.ts\S* lint\S*noExplicitAny/,
  },
  {
    gate: 'biome',
    violation: 'a console statement',
    path: risk('console'),
    text: "console.log('a');\n",
    complaint: /planted-console\.ts\S* lint\S*noConsole/,
  },
  {
    gate: 'types',
    violation: 'an unchecked index',
    path: core('index'),
    text: 'export const a: number = [1][0];\n',
    complaint: /planted-index\.ts.*TS2322/,
  },
  {
    gate: 'types',
    violation: 'undefined given to an optional property',
    path: core('optional'),
    text: 'export const a: { b?: number } = { b: undefined };\n',
    complaint: /planted-optional\.ts.*exactOptionalPropertyTypes/,
  },
  {
    gate: 'types',
    violation: 'a Node global in a pure package',
    path: core('global'),
    text: 'export const a = process.env;\n',
    complaint: /planted-global\.ts.*Cannot find name 'process'/,
  },
  {
    gate: 'eslint',
    violation: 'a timer that nothing guards',
    path: risk('timer'),
    text: 'export const a = setInterval(() => undefined, 1_000);\n',
    complaint: eslintSays('timer', 'errors\\.guard'),
  },
  {
    gate: 'eslint',
    violation: 'a listener that nothing guards',
    path: risk('listener'),
    text: "import { EventEmitter } from 'node:events';\n\nexport const a = new EventEmitter().on('b', () => a.emit('c'));\n",
    complaint: eslintSays('listener', 'thrown in a listener'),
  },
  {
    gate: 'eslint',
    violation: 'an object literal spread into another',
    path: core('spread-object'),
    text: 'export const a = { ...{ b: 1 }, c: 2 };\n',
    complaint: eslintSays('spread-object', 'without the spread'),
  },
  {
    gate: 'eslint',
    violation: 'an array literal spread into arguments, in a service',
    path: risk('spread-arguments'),
    text: 'export const a = Math.max(...[1, 2]);\n',
    complaint: eslintSays('spread-arguments', 'without the spread'),
  },
  {
    gate: 'eslint',
    violation: 'an array literal spread into another, in a use case',
    path: app('spread-array'),
    text: 'export const a = [...[1, 2], 3];\n',
    complaint: eslintSays('spread-array', 'without the spread'),
  },
  {
    gate: 'eslint',
    violation: 'an object literal spread into another, in a program',
    path: 'cli/src/planted-spread.ts',
    text: 'export const a = { ...{ b: 1 }, c: 2 };\n',
    complaint: eslintSays('spread', 'without the spread'),
  },
  {
    gate: 'eslint',
    violation: 'an array literal with an assertion spread into another',
    path: core('spread-assertion'),
    text: "export const a = [...(['b'] as const), 'c'];\n",
    complaint: eslintSays('spread-assertion', 'without the spread'),
  },
  {
    gate: 'eslint',
    violation: 'a private name of ECMAScript in a pure package',
    path: core('private-name'),
    text: 'export class A {\n  readonly #b = 1;\n}\n',
    complaint: eslintSays('private-name', 'instead of `#name`'),
  },
  {
    gate: 'eslint',
    violation: 'a private name of ECMAScript in a service',
    path: risk('private-name'),
    text: 'export class A {\n  #b() {}\n}\n',
    complaint: eslintSays('private-name', 'instead of `#name`'),
  },
  {
    gate: 'eslint',
    violation: 'a private name of ECMAScript in a use case',
    path: app('private-name'),
    text: 'export class A {\n  static #b = 1;\n}\n',
    complaint: eslintSays('private-name', 'instead of `#name`'),
  },
  {
    gate: 'eslint',
    violation: 'a private name of ECMAScript in a program',
    path: 'cli/src/planted-private.ts',
    text: 'export class A {\n  get #b() {\n    return 1;\n  }\n}\n',
    complaint: eslintSays('private', 'instead of `#name`'),
  },
  {
    gate: 'eslint',
    violation: 'a floating promise',
    path: risk('floating'),
    text: 'Promise.resolve(1);\nexport {};\n',
    complaint: eslintSays('floating', 'no-floating-promises'),
  },
  {
    gate: 'eslint',
    violation: 'a misused promise',
    path: risk('misused'),
    text: 'export const a = [1].filter(async (n) => n > 0);\n',
    complaint: eslintSays('misused', 'no-misused-promises'),
  },
  {
    gate: 'eslint',
    violation: 'a switch that forgets a case',
    path: risk('switch'),
    text: "export function a(x: 'b' | 'c') {\n  switch (x) {\n    case 'b':\n      return 1;\n  }\n  return 0;\n}\n",
    complaint: eslintSays('switch', 'switch-exhaustiveness-check'),
  },
  {
    gate: 'eslint',
    violation: 'a clock in a pure package',
    path: core('clock'),
    text: 'export const a = Date.now();\n',
    complaint: eslintSays('clock', 'reads no clock'),
  },
  {
    gate: 'eslint',
    violation: 'a clock in a domain folder',
    path: domain('date'),
    text: 'export const a = new Date();\n',
    complaint: eslintSays('date', 'reads no clock'),
  },
  {
    gate: 'eslint',
    violation: 'a clock in a use case',
    path: app('use-case-clock'),
    text: 'export const a = Date.now();\n',
    complaint: eslintSays('use-case-clock', 'no clock of their own'),
  },
  {
    gate: 'eslint',
    violation: 'a timer in a use case',
    path: app('use-case-timer'),
    text: 'export const a = (call: () => void) => setTimeout(call, 1_000);\n',
    complaint: eslintSays('use-case-timer', 'no clock of their own'),
  },
  {
    gate: 'eslint',
    violation: 'a timeout of its own in a use case',
    path: app('use-case-timeout'),
    text: 'export const a = () => AbortSignal.timeout(1_000);\n',
    complaint: eslintSays('use-case-timeout', 'no clock of their own'),
  },
  {
    gate: 'eslint',
    violation: 'chance in a use case',
    path: app('use-case-chance'),
    text: 'export const a = () => Math.random();\n',
    complaint: eslintSays('use-case-chance', 'no chance of their own'),
  },
  {
    gate: 'eslint',
    violation: 'an id of its own in a use case',
    path: app('use-case-id'),
    text: "import { randomUUID } from 'node:crypto';\n\nexport const a = () => randomUUID();\n",
    complaint: eslintSays('use-case-id', 'no chance of their own'),
  },
  {
    gate: 'eslint',
    violation: 'the global randomUUID in a use case',
    path: app('use-case-crypto'),
    text: 'export const a = () => crypto.randomUUID();\n',
    complaint: eslintSays('use-case-crypto', 'no chance of their own'),
  },
  {
    gate: 'eslint',
    violation: 'the clock of the process in a use case',
    path: app('use-case-hrtime'),
    text: 'export const a = () => process.hrtime.bigint();\n',
    complaint: eslintSays('use-case-hrtime', 'no clock of their own'),
  },
  {
    gate: 'eslint',
    violation: 'the uptime of the process in a use case',
    path: app('use-case-uptime'),
    text: 'export const a = () => process.uptime();\n',
    complaint: eslintSays('use-case-uptime', 'no clock of their own'),
  },
  {
    gate: 'eslint',
    violation: 'a global by way of globalThis in a use case',
    path: app('use-case-global'),
    text: 'export const a = () => globalThis.crypto.randomUUID();\n',
    complaint: eslintSays('use-case-global', 'as arguments'),
  },
  {
    gate: 'eslint',
    violation: 'the global randomUUID in a domain folder',
    path: domain('crypto'),
    text: 'export const a = () => crypto.randomUUID();\n',
    complaint: eslintSays('crypto', "'crypto'"),
  },
  {
    gate: 'eslint',
    violation: 'the clock of the process in a domain folder',
    path: domain('hrtime'),
    text: 'export const a = () => process.hrtime.bigint();\n',
    complaint: eslintSays('hrtime', "'process'"),
  },
  {
    gate: 'eslint',
    violation: 'an imported timer in a use case',
    path: app('imported-timer'),
    text: "import { setTimeout as sleep } from 'node:timers/promises';\n\nexport const a = () => sleep(1_000);\n",
    complaint: eslintSays('imported-timer', 'no-restricted-imports'),
  },
  {
    gate: 'eslint',
    violation: 'randomness in a pure package',
    path: core('random'),
    text: 'export const a = Math.random();\n',
    complaint: eslintSays('random', 'no randomness'),
  },
  {
    gate: 'eslint',
    violation: 'a platform-dependent logarithm',
    path: core('logarithm'),
    text: 'export const a = Math.log(2);\n',
    complaint: eslintSays('logarithm', 'fixed-polynomial'),
  },
  {
    gate: 'imports',
    violation: 'a Node built-in in a pure package',
    path: core('builtin'),
    text: "import 'node:fs';\n",
    complaint: /pure-code-uses-no-node-builtin: .*planted-builtin\.ts/,
  },
  {
    gate: 'imports',
    violation: 'an I/O library in a domain folder',
    path: domain('library'),
    text: "import 'pg';\n",
    complaint: /pure-code-uses-no-io-library: .*planted-library\.ts/,
  },
  {
    gate: 'imports',
    violation: 'a use case importing a table',
    path: app('table'),
    text: "import '../store/orders';\n",
    complaint: /app-knows-nothing-outside-it: .*planted-table\.ts/,
  },
  {
    gate: 'imports',
    violation: 'a decision importing a use case',
    path: domain('use-case'),
    text: "import '../app/snapshot';\n",
    complaint: /domain-knows-nothing-outside-it: .*planted-use-case\.ts/,
  },
  {
    gate: 'imports',
    violation: 'a table importing an endpoint',
    path: 'services/risk/src/store/planted-endpoint.ts',
    text: "import '../http/latch-handlers';\n",
    complaint: /store-knows-nothing-outside-it: .*planted-endpoint\.ts/,
  },
  {
    gate: 'imports',
    violation: 'a table in memory importing the database',
    path: 'services/risk/src/memory/planted-database.ts',
    text: "import '../store/trips';\n",
    complaint: /memory-knows-nothing-outside-it: .*planted-database\.ts/,
  },
  {
    gate: 'imports',
    violation: 'a runtime of bots importing a table',
    path: 'services/manager/src/runtime/planted-table.ts',
    text: "import '../store/fleet';\n",
    complaint: /runtime-knows-nothing-outside-it: .*runtime\/planted-table\.ts/,
  },
  {
    gate: 'imports',
    violation: 'the live feed importing an endpoint',
    path: 'services/manager/src/live/planted-endpoint.ts',
    text: "import '../http/request';\n",
    complaint: /live-knows-nothing-outside-it: .*live\/planted-endpoint\.ts/,
  },
  {
    gate: 'imports',
    violation: 'a source importing the bus',
    path: 'services/data/src/sources/planted-bus.ts',
    text: "import '../bus/bar-publisher';\n",
    complaint: /sources-knows-nothing-outside-it: .*planted-bus\.ts/,
  },
  {
    gate: 'imports',
    violation: 'the bus importing an endpoint',
    path: 'services/executor/src/bus/planted-endpoint.ts',
    text: "import '../http/handlers';\n",
    complaint: /bus-knows-nothing-outside-it: .*bus\/planted-endpoint\.ts/,
  },
  {
    gate: 'imports',
    violation: 'the exchange importing a table',
    path: 'services/executor/src/exchange/planted-table.ts',
    text: "import '../store/orders';\n",
    complaint: /exchange-knows-nothing-outside-it: .*exchange\/planted-table\.ts/,
  },
  {
    gate: 'imports',
    violation: 'a client of another service importing a table',
    path: 'services/manager/src/upstream/planted-table.ts',
    text: "import '../store/fleet';\n",
    complaint: /upstream-knows-nothing-outside-it: .*upstream\/planted-table\.ts/,
  },
  {
    gate: 'imports',
    violation: 'an endpoint importing the composition root',
    path: 'services/risk/src/http/planted-root.ts',
    text: "import '../run';\n",
    complaint: /http-knows-nothing-outside-it: .*http\/planted-root\.ts/,
  },
  {
    gate: 'imports',
    violation: 'a worker thread importing the composition root',
    path: 'services/manager/src/workers/planted-root.ts',
    text: "import '../run';\n",
    complaint: /workers-knows-nothing-outside-it: .*planted-root\.ts/,
  },
  {
    gate: 'imports',
    violation: 'an endpoint changing a table by itself',
    path: 'services/manager/src/http/planted-change.ts',
    text: "import '../store/audit';\n",
    complaint: /http-reads-plainly-and-changes-through-app: .*planted-change\.ts/,
  },
  {
    gate: 'imports',
    violation: 'core importing contracts',
    path: core('upwards'),
    text: "import '../../contracts/src/index';\n",
    complaint: /packages-core-imports-only-what-it-may: .*planted-upwards\.ts/,
  },
  {
    gate: 'imports',
    violation: 'one service importing another',
    path: risk('neighbour'),
    text: "import '../../data/src/index';\n",
    complaint: /services-risk-imports-only-what-it-may: .*planted-neighbour\.ts/,
  },
  {
    gate: 'imports',
    violation: 'the console importing a service',
    path: 'apps/console/src/planted-service.ts',
    text: "import '../../../services/risk/src/index';\n",
    complaint: /apps-console-imports-only-what-it-may: .*planted-service\.ts/,
  },
  {
    gate: 'imports',
    violation: 'reaching past the index of a package',
    path: risk('past-index'),
    text: "import '../../../packages/core/src/ids';\n",
    complaint: /services-risk-imports-only-what-it-may: .*planted-past-index\.ts/,
  },
  {
    gate: 'imports',
    violation: 'the simulation importing a service',
    path: 'sim/src/planted-service.ts',
    text: "import '../../services/risk/src/index';\n",
    complaint: /sim-imports-only-what-it-may: .*planted-service\.ts/,
  },
  {
    gate: 'imports',
    violation: 'the command line importing the executor',
    path: 'cli/src/planted-executor.ts',
    text: "import '../../services/executor/src/index';\n",
    complaint: /cli-imports-only-what-it-may: .*planted-executor\.ts/,
  },
  {
    gate: 'imports',
    violation: 'a benchmark importing a service',
    path: 'bench/src/planted-service.ts',
    text: "import '../../services/risk/src/index';\n",
    complaint: /bench-imports-only-what-it-may: .*planted-service\.ts/,
  },
  {
    gate: 'imports',
    violation: 'the test helpers importing a service',
    path: 'packages/testkit/src/planted-service.ts',
    text: "import '../../../services/risk/src/index';\n",
    complaint: /packages-testkit-imports-only-what-it-may: .*planted-service\.ts/,
  },
  {
    gate: 'imports',
    violation: 'test helpers in production code',
    path: risk('helpers'),
    text: "import '@platform/testkit';\n",
    complaint: /test-helpers-stay-in-tests: .*planted-helpers\.ts/,
  },
  {
    gate: 'imports',
    violation: 'a cycle',
    path: core('cycle'),
    text: "import './planted-cycle';\nexport const a = 1;\n",
    complaint: /no-cycles: .*planted-cycle\.ts/,
  },
  {
    gate: 'imports',
    violation: 'a cycle of types alone',
    path: core('type-cycle'),
    text: "import type { B } from './planted-type-cycle-b';\nexport type A = B | null;\n",
    also: [
      {
        path: core('type-cycle-b'),
        text: "import type { A } from './planted-type-cycle';\nexport type B = A | null;\n",
      },
    ],
    complaint: /no-cycles: .*planted-type-cycle(-b)?\.ts/,
  },
  {
    gate: 'unused',
    violation: 'a file that is never imported',
    path: core('unused'),
    text: 'export const a = 1;\n',
    complaint: /Unused files[\s\S]*planted-unused\.ts/,
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
    path: 'packages/contracts/src/routes/manager/catalogue.ts',
    text: "Object.assign(catalogueReadRoutes.strategies, { summary: 'Planted' });\n",
    complaint: /stale +packages\/api-client\/src\/schema\.generated\.ts/,
  },
  {
    gate: 'generated',
    violation: 'a route without a summary',
    path: 'packages/contracts/src/routes/manager/catalogue.ts',
    text: "Object.assign(catalogueReadRoutes.strategies, { summary: '' });\n",
    complaint: /operation-summary/,
    alone: true,
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

/** The gate's tool on everything that is planted together. */
async function runGate(name: string, planted: readonly Planted[]): Promise<ToolRun> {
  const { tool, args } = GATES.find((gate) => gate.name === name)!;
  const sandbox = idle.pop()!;
  const takeBack = planted
    .flatMap((each) => [each, ...(each.also ?? [])])
    .map(({ path, text }) => sandbox.plant(path, text));
  try {
    const narrowed = NARROWED[name]?.(planted.map(({ path }) => path));
    return await runTool(tool, narrowed ?? args, { cwd: sandbox.root });
  } finally {
    for (const restore of takeBack) restore();
    idle.push(sandbox);
  }
}

const runs = new Map<string, Promise<ToolRun>>();

/** Shared by everything that is planted together. */
function runWith(planted: Planted): Promise<ToolRun> {
  if (planted.alone === true) return runGate(planted.gate, [planted]);
  const together = PLANTED.filter((each) => each.gate === planted.gate && each.alone !== true);
  const run = runs.get(planted.gate) ?? runGate(planted.gate, together);
  runs.set(planted.gate, run);
  return run;
}

describe('every gate can fail', () => {
  it('each gate has at least one planted violation', () => {
    expect(new Set(PLANTED.map((planted) => planted.gate))).toEqual(new Set(GATES.map((gate) => gate.name)));
  });

  for (const planted of PLANTED) {
    it.concurrent(`${planted.gate} refuses ${planted.violation}`, async () => {
      const { exitCode, output } = await runWith(planted);
      expect(output).toMatch(planted.complaint);
      expect(exitCode).not.toBe(0);
    });
  }

  it('a gate whose tool is missing fails', async () => {
    expect((await runTool('no-such-tool', [], { cwd: idle[0]!.root })).exitCode).toBe(127);
  });
});
