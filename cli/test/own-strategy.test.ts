/** A strategy of one's own in the programs that are built with it: the command line, and every service. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildServices, bundlePath, bundleServices } from '@platform/stack/build';
import { refuseBrokenModules } from '@platform/stack/own-strategies-probe';
import { REPOSITORY } from '@platform/stack/repository';
import { eventually } from '@platform/testkit';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { templateFiles } from '../src/strategy/template';

const HOUR_MS = 3_600_000;
let folder: string;
let csv: string;
const NAME = 'own_cross';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'own-strategy-'));
  csv = join(folder, 'bars.csv');
  const price = (i: number) => Math.round(10_000 + 2_000 * Math.sin(i / 60)) / 100;
  const rows = Array.from({ length: 2_500 }, (_, i) => {
    const [open, close] = [price(i), price(i + 1)];
    return [
      Date.UTC(2024, 0, 1) + i * HOUR_MS,
      open,
      Math.max(open, close) + 1,
      Math.min(open, close) - 1,
      close,
      10,
    ].join();
  });
  writeFileSync(csv, ['open_time,open,high,low,close,volume', ...rows].join('\n'));
  write(NAME);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(() => vi.unstubAllEnvs());

function write(name: string, change = (text: string) => text): void {
  const home = join(folder, 'strategies', name);
  mkdirSync(home, { recursive: true });
  for (const [file, text] of Object.entries(templateFiles(name)))
    writeFileSync(join(home, file), change(text));
}

function platform(...args: string[]) {
  const run = spawnSync(process.execPath, [join(REPOSITORY, 'cli', 'start.mjs'), ...args], {
    env: { ...process.env, PLATFORM_HOME: folder, PLATFORM_STRATEGIES_DIR: join(folder, 'strategies') },
    encoding: 'utf8',
  });
  return { out: run.stdout, err: run.stderr, exitCode: run.status };
}

const market = () => ['--strategy', NAME, '--symbol', 'BTCUSDT', '--timeframe', '1h', '--csv', csv];
const codeDigest = () =>
  (JSON.parse(platform('backtest', ...market(), '--json').out) as { certificate: { code: string } })
    .certificate.code;

it('an own strategy is listed, backtested and swept like a built-in one, also by worker threads', () => {
  expect(platform('strategies').out).toContain(`${NAME} `);
  const sweep = ['research', 'sweep', ...market(), '--grid', 'fast=6|8|12', '--json'];
  const one = platform(...sweep, '--workers', '1');
  expect(one.err).toBe('');
  expect(platform(...sweep, '--workers', '2').out).toBe(one.out);
});

it('an own strategy’s certificate has a code digest that changes with every line, and back', () => {
  const before = codeDigest();
  write(NAME, (text) => text.replace('Follows the side', 'Follows each side'));
  expect(codeDigest()).not.toBe(before);
  write(NAME);
  expect(codeDigest()).toBe(before);
});

it('an own strategy that does not build is named with its line and stops the command', () => {
  write('half_done', () => 'const const\n');
  try {
    const { err, exitCode } = platform('strategies');
    expect(err).toMatch(/half_done\/half_done\.ts:1: /);
    expect(err.trim().split('\n')).toHaveLength(1);
    expect(exitCode).not.toBe(0);
  } finally {
    rmSync(join(folder, 'strategies', 'half_done'), { recursive: true });
  }
});

it.each([
  [
    'throws',
    "throw new Error('no idea');",
    /bad_module\.ts cannot be imported: bad_module\.ts:1: Error: no idea/,
  ],
  [
    'waits for what never comes',
    'await new Promise(() => undefined);',
    /bad_module\.ts cannot be imported: it does not come to an end/,
  ],
  [
    'calls itself otherwise',
    "export default { name: 'other' };",
    /bad_module\.ts cannot be imported: .*calls itself other/,
  ],
])(
  'an own strategy whose module %s is named when it is built in, and nothing is built',
  async (_, source, sentence) => {
    const home = join(folder, 'strategies', 'bad_module');
    mkdirSync(home, { recursive: true });
    writeFileSync(
      join(home, 'bad_module.ts'),
      `${source}\n${source.startsWith('export') ? '' : 'export default {};\n'}`,
    );
    vi.stubEnv('PLATFORM_STRATEGIES_DIR', join(folder, 'strategies'));
    try {
      const { err, exitCode } = platform('strategies');
      expect(err).toMatch(sentence);
      expect(err.trim().split('\n')).toHaveLength(1);
      expect(exitCode).not.toBe(0);
      // What `up` and a release are made by.
      await expect(bundleServices(['bot'])).rejects.toThrow(sentence);
    } finally {
      rmSync(home, { recursive: true });
    }
  },
);

it('an own strategy whose module loops is named when it is built in', async () => {
  const home = mkdtempSync(join(folder, 'looping-'));
  mkdirSync(join(home, 'spins'));
  writeFileSync(join(home, 'spins', 'spins.ts'), 'for (;;) Math.abs(1);\nexport default {};\n');
  await expect(refuseBrokenModules(home, 3_000)).rejects.toThrow(
    /spins\.ts cannot be imported: it does not come to an end/,
  );
});

it('an own strategy that throws whenever it is asked has no experiment: all trials failed', () => {
  const decides = 'const close = market.bars.close[i]!;';
  write('own_throws', (text) =>
    text.replace(decides, `${decides}\n    if (i > 0) throw new Error('always');`),
  );
  try {
    const own = market().map((arg) => (arg === NAME ? 'own_throws' : arg));
    const { out, err, exitCode } = platform('research', 'sweep', ...own, '--grid', 'fast=6|8|12');
    expect(err).toContain('all 3 trials failed; ./platform backtest shows why for one of them');
    expect({ out, isRefused: exitCode !== 0 }).toEqual({ out: '', isRefused: true });
    expect(err).toContain('trial 0 failed: always');
  } finally {
    rmSync(join(folder, 'strategies', 'own_throws'), { recursive: true });
  }
});

it('an own strategy that throws in a test of its walk-forward alone ends it with a line that names the test', () => {
  const decides = 'const close = market.bars.close[i]!;';
  write('own_shy', (text) =>
    text.replace(
      decides,
      `${decides}\n    if (i === 0 && market.bars.length < 1_000) throw new Error('shy');`,
    ),
  );
  try {
    const own = market().map((arg) => (arg === NAME ? 'own_shy' : arg));
    const windows = ['--train', '20', '--test', '10'];
    const { out, err } = platform(
      'research',
      'walk-forward',
      ...own,
      '--grid',
      'fast=2|3,slow=12',
      ...windows,
    );
    expect(err.trim()).toMatch(/the test from \d{4}-\d\d-\d\d with .*fast=\d.* failed: shy$/);
    expect(err.trim().split('\n')).toHaveLength(1);
    expect(out).toBe('');
  } finally {
    rmSync(join(folder, 'strategies', 'own_shy'), { recursive: true });
  }
});

it('an own strategy cannot take the name of a built-in one', () => {
  write('supertrend');
  try {
    expect(platform('strategies').err).toMatch(/supertrend\.ts has the name of a built-in strategy/);
  } finally {
    rmSync(join(folder, 'strategies', 'supertrend'), { recursive: true });
  }
});

it('an own strategy is in the bundle of a service that knows strategies', async () => {
  vi.stubEnv('PLATFORM_STRATEGIES_DIR', join(folder, 'strategies'));
  try {
    await buildServices(['bot']);
    expect(readFileSync(bundlePath('bot'), 'utf8')).toContain(NAME);
  } finally {
    vi.unstubAllEnvs();
    await buildServices(['bot']);
  }
});

it('watch checks and backtests on every save, shows changes, and outlives a save that does not build', async () => {
  const args = ['strategy', 'watch', NAME, ...market().slice(2)];
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', join(REPOSITORY, 'cli', 'src', 'main.ts'), ...args],
    {
      cwd: REPOSITORY,
      env: { ...process.env, PLATFORM_HOME: folder, PLATFORM_STRATEGIES_DIR: join(folder, 'strategies') },
    },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const shown = (times: number) =>
    eventually(() => expect([...output.matchAll(/total_return/g)]).toHaveLength(times));
  try {
    await shown(1);
    write(NAME, (text) => `${text}}`);
    await eventually(() => expect(output).toMatch(/FAILED .*own_cross\.ts/));
    expect(child.exitCode).toBeNull();
    write(NAME, (text) => text.replace('default: 12', 'default: 6').replace('integer(12', 'integer(6'));
    await shown(2);
    expect(output.split('total_return')[2]).toMatch(/\([+-−]/);
  } finally {
    child.kill('SIGTERM');
    await once(child, 'close');
    write(NAME);
  }
});
