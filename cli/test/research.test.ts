/** The sweep as a user runs it: a grid in; table, JSON, CSV, page and exit code out. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { registerBacktest } from '../src/commands/backtest';
import { registerResearch } from '../src/commands/research';

const HOUR_MS = 3_600_000;
const START_MS = Date.parse('2024-01-01T00:00:00Z');

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'platform-research-'));
  const price = (i: number) => Math.round(10_000 + 2_000 * Math.sin(i / 40) + ((i * 7919) % 13) * 10) / 100;
  const rows = Array.from({ length: 3_000 }, (_, i) => {
    const [open, close] = [price(i), price(i + 1)];
    const range = [Math.max(open, close) + 0.5, Math.min(open, close) - 0.5];
    return [START_MS + i * HOUR_MS, open, ...range, close, 10].join();
  });
  writeFileSync(join(folder, 'bars.csv'), ['open_time,open,high,low,close,volume', ...rows].join('\n'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(() => vi.stubEnv('PLATFORM_HOME', mkdtempSync(join(folder, 'home-'))));
afterEach(() => {
  vi.unstubAllEnvs();
  process.exitCode = 0;
});

async function platform(...args: string[]) {
  const program = new Command();
  registerResearch(program);
  registerBacktest(program);
  const written = { out: '', err: '' };
  const out = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    written.out += text;
    return true;
  });
  const err = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    written.err += text;
    return true;
  });
  try {
    await program.parseAsync(args, { from: 'user' });
  } finally {
    out.mockRestore();
    err.mockRestore();
  }
  return { ...written, exitCode: process.exitCode };
}

const market = () => [
  ...['--strategy', 'supertrend', '--symbol', 'BTCUSDT', '--timeframe', '1h'],
  ...['--csv', join(folder, 'bars.csv')],
];
const sweep = (...args: string[]) => platform('research', 'sweep', ...market(), ...args);
const GRID = ['--grid', 'atr_period=5:20:5,multiplier=1:3:0.5'];

interface SweepJson {
  readonly digest: string;
  readonly best: number;
  readonly luck: { readonly trialsEver: number };
  readonly trials: readonly {
    readonly index: number;
    readonly params: Record<string, number>;
    readonly figures: Record<string, number>;
  }[];
}

describe('research sweep', () => {
  it('gives the same bytes whatever the number of workers', async () => {
    const one = await sweep(...GRID, '--json', '--workers', '1');
    const three = await sweep(...GRID, '--json', '--workers', '3');
    expect(three.out).toBe(one.out);
    expect((JSON.parse(one.out) as SweepJson).trials).toHaveLength(20);
  });

  it('has trials that equal single backtests over the same bars', async () => {
    const grid = ['--grid', 'multiplier=2|3'];
    const { trials } = JSON.parse((await sweep(...grid, '--json', '--workers', '1')).out) as SweepJson;
    for (const { params, figures } of trials) {
      const run = await platform('backtest', ...market(), '--params', JSON.stringify(params), '--json');
      const { performance } = JSON.parse(run.out) as { performance: Record<string, number> };
      expect(figures['sharpe']).toBeCloseTo(performance['sharpe']!, 12);
      expect(figures['trades']).toBe(performance['trades']);
    }
  });

  it('counts what was ever tried once each, whatever sweep tried it', async () => {
    const ever = async (...grid: string[]) =>
      (JSON.parse((await sweep(...grid, '--json', '--workers', '1')).out) as SweepJson).luck.trialsEver;
    expect(await ever('--grid', 'multiplier=2|3')).toBe(2);
    expect(await ever('--grid', 'multiplier=2|4')).toBe(3);
    expect(await ever('--grid', 'multiplier=2|3|4', '--from', '2024-02-01')).toBe(3);
  });

  it('prints a table, and writes every trial as CSV and a page that stands alone', async () => {
    const files = { csv: join(folder, 'trials.csv'), html: join(folder, 'sweep.html') };
    const { out } = await sweep(...GRID, '--output', files.csv, '--html', files.html, '--workers', '1');
    expect(out).toContain('20 of 20 combinations');
    expect(out).toContain('plateau');
    expect(readFileSync(files.csv, 'utf8').trim().split('\n')).toHaveLength(21);
    const page = readFileSync(files.html, 'utf8');
    expect(page.match(/<rect x=/g)).toHaveLength(20);
    expect(page).not.toMatch(/src=|href=/);
  });

  it('tries a sample of a space that is too large, the same one for the same seed', async () => {
    const huge = ['--grid', 'atr_period=2:60,multiplier=0.5:10:0.005'];
    const refused = await sweep(...huge);
    expect(refused.err).toMatch(/112,159 combinations would take about .* --limit/);
    expect(refused.exitCode).toBe(2);
    const sampled = (seed: string) =>
      sweep(...huge, '--limit', '5', '--seed', seed, '--json', '--workers', '1');
    const first = JSON.parse((await sampled('1')).out) as SweepJson;
    const again = JSON.parse((await sampled('1')).out) as SweepJson;
    const other = JSON.parse((await sampled('2')).out) as SweepJson;
    const indices = ({ trials }: SweepJson) => trials.map(({ index }) => index);
    expect(indices(again)).toEqual(indices(first));
    expect(indices(other)).not.toEqual(indices(first));
  });

  it.each([
    [['--grid', 'atr_period=1:5'], /atr_period=1 must be an integer from 2 to 120/],
    [['--grid', 'speed=1:5'], /speed=1 unknown field/],
    [[], /--grid is missing/],
    [[...GRID, '--objective', 'luck'], /--objective is one of/],
    [[...GRID, '--workers', '0'], /--workers is a number from 1/],
    [[...GRID, '--limit', '-3'], /--limit is a number from 1/],
    [['--grid', 'atr_period=100:120', '--to', '2024-01-20'], /needs 4440 to warm up/],
    [[...GRID, '--from', '2030-01-01'], /too few/],
  ])('refuses %j with one clear line and exit code 2', async (args, sentence) => {
    const { err, exitCode } = await sweep(...args);
    expect(err).toMatch(sentence);
    expect(err.trim().split('\n')).toHaveLength(1);
    expect(exitCode).toBe(2);
  });
});
