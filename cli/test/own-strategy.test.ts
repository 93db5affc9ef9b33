/** A strategy of one's own in the programs that are built with it: the command line, and every service. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildServices, bundlePath } from '@platform/stack/build';
import { REPOSITORY } from '@platform/stack/repository';
import { eventually } from '@platform/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
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

describe("a strategy of one's own", () => {
  it('is listed, backtested and swept like a built-in one, also by worker threads', () => {
    expect(platform('strategies').out).toContain(`${NAME} `);
    const sweep = ['research', 'sweep', ...market(), '--grid', 'fast=6|8|12', '--json'];
    const one = platform(...sweep, '--workers', '1');
    expect(one.err).toBe('');
    expect(platform(...sweep, '--workers', '2').out).toBe(one.out);
  });

  it('is certified by its source: the code digest changes with every line of it, and back', () => {
    const before = codeDigest();
    write(NAME, (text) => text.replace('Follows the side', 'Follows each side'));
    expect(codeDigest()).not.toBe(before);
    write(NAME);
    expect(codeDigest()).toBe(before);
  });

  it('that does not build is named with its line and stops the command', () => {
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

  it('cannot take the name of a built-in one', () => {
    write('supertrend');
    try {
      expect(platform('strategies').err).toMatch(/supertrend\.ts has the name of a built-in strategy/);
    } finally {
      rmSync(join(folder, 'strategies', 'supertrend'), { recursive: true });
    }
  });

  it('is in the bundle of a service that knows strategies', async () => {
    vi.stubEnv('PLATFORM_STRATEGIES_DIR', join(folder, 'strategies'));
    try {
      await buildServices(['bot']);
      expect(readFileSync(bundlePath('bot'), 'utf8')).toContain(NAME);
    } finally {
      vi.unstubAllEnvs();
      await buildServices(['bot']);
    }
  });
});

it('watch checks and backtests on every save, shows what changed, and outlives a save that does not build', async () => {
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
