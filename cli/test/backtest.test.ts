/** The command as a user runs it: arguments in; output, error line and exit code out. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { registerBacktest } from '../src/commands/backtest';
import { registerStrategies } from '../src/commands/strategies';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const HOUR_MS = 3_600_000;
const START_MS = Date.parse('2024-01-01T00:00:00Z');
const HEADER = 'open_time,open,high,low,close,volume';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'platform-backtest-'));
  const rows = barRows(1000);
  write('bars.csv', [HEADER, ...rows]);
  writeFileSync(join(folder, 'bars.csv.gz'), gzipSync([HEADER, ...rows].join('\n')));
  write('unsorted.csv', [HEADER, rows[1]!, rows[0]!]);
  write('duplicated.csv', [HEADER, rows[0]!, rows[1]!, rows[1]!]);
  write('inverted.csv', [HEADER, rows[0]!, `${START_MS + HOUR_MS},100,90,80,95,1`]);
  write('words.csv', [HEADER, `${START_MS},100,abc,99,100,1`]);
  write('columns.csv', ['time,price', '1,2']);
  write('empty.csv', [HEADER]);
  const settlements = Array.from({ length: 125 }, (_, k) => `${START_MS + k * 8 * HOUR_MS},0.0001`);
  write('funding.csv', ['funding_time,funding_rate', ...settlements]);
  write('one-settlement.csv', ['funding_time,funding_rate', settlements[60]!]);
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** A slow wave with some noise, so that trends form and turn. */
function barRows(count: number): string[] {
  const price = (i: number) => Math.round(10_000 + 2_000 * Math.sin(i / 40) + ((i * 7919) % 13) * 10) / 100;
  return Array.from({ length: count }, (_, i) => {
    const [open, close] = [price(i), price(i + 1)];
    return [
      START_MS + i * HOUR_MS,
      open,
      Math.max(open, close) + 0.5,
      Math.min(open, close) - 0.5,
      close,
      10,
    ].join();
  });
}

function write(name: string, lines: readonly string[]): void {
  writeFileSync(join(folder, name), `${lines.join('\n')}\n`);
}

/** In this process, because starting one takes a second; the exit code is checked on a real process below. */
async function platform(...args: string[]) {
  const program = new Command();
  registerBacktest(program);
  registerStrategies(program);
  const out = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const err = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const [exitCode, invokedFrom] = [process.exitCode, process.env['PLATFORM_INVOKED_FROM']];
  process.exitCode = 0;
  process.env['PLATFORM_INVOKED_FROM'] = folder;
  try {
    await program.parseAsync(args, { from: 'user' });
    const written = (spy: typeof out) => spy.mock.calls.map(([text]) => String(text)).join('');
    return { code: process.exitCode, out: written(out), err: written(err) };
  } finally {
    process.exitCode = exitCode;
    process.env['PLATFORM_INVOKED_FROM'] = invokedFrom ?? '';
    vi.restoreAllMocks();
  }
}

const GOOD = ['--strategy', 'supertrend', '--symbol', 'BTCUSDT', '--timeframe', '1h', '--csv', 'bars.csv'];
const backtest = (...args: string[]) => platform('backtest', ...args);
/** The good request with one flag replaced. */
const except = (flag: string, value: string) => GOOD.map((arg, i) => (GOOD[i - 1] === flag ? value : arg));

describe('./platform backtest', () => {
  it('./platform backtest prints an aligned summary with signs, units, warnings and the digest of the run', async () => {
    const { code, out, err } = await backtest(...GOOD);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/^supertrend on BTCUSDT 1h\n/);
    expect(out).toMatch(/\nnet result {2,}[+-][\d,.]+ % {2}[+-][\d,.]+ USDT\n/);
    expect(out).toMatch(/\nwarning {2}no funding settlements were given/);
    expect(out).toMatch(/\nrun {6}[0-9a-f]{64}\n$/);
  });

  it('./platform backtest gives the same JSON for a plain and a gzipped file, with every section', async () => {
    const plain = await backtest(...GOOD, '--json');
    expect((await backtest(...except('--csv', 'bars.csv.gz'), '--json')).out).toBe(plain.out);
    const result = JSON.parse(plain.out) as Record<string, unknown>;
    expect(Object.keys(result)).toEqual([
      'strategy',
      'symbol',
      'timeframe',
      'params',
      'settings',
      'bars',
      'signals',
      'signals_sha256',
      'fills',
      'roundtrips',
      'equity',
      'performance',
      'warnings',
      'coverage',
      'certificate',
    ]);
  });

  it('./platform backtest writes a tear-sheet that asks nothing of any network', async () => {
    expect((await backtest(...GOOD, '--html', 'report.html')).code).toBe(0);
    const html = readFileSync(join(folder, 'report.html'), 'utf8');
    for (const part of ['Equity', 'Monthly returns', 'Where the money went', 'Roundtrips', 'Certificate']) {
      expect(html).toContain(`<h2>${part}</h2>`);
    }
    expect(html).not.toMatch(/https?:|src=|href=|@import|url\(/);
  });

  it('aggregates finer bars to the time frame that is asked for', async () => {
    const { out } = await backtest(...except('--timeframe', '4h'), '--allow-partial-data', '--json');
    expect(JSON.parse(out)).toMatchObject({ timeframe: '4h', bars: { count: 250 } });
  });

  it('warms up on bars before --from and trades none of them', async () => {
    const { out } = await backtest(...GOOD, '--from', '2024-01-25', '--to', '2024-02-05T12:00', '--json');
    const { bars, equity } = JSON.parse(out) as {
      bars: { count: number; last_open_time_ms: number };
      equity: { time_ms: number[] };
    };
    expect(equity.time_ms[0]).toBe(Date.parse('2024-01-25T01:00:00Z'));
    expect(bars.last_open_time_ms).toBe(Date.parse('2024-02-05T11:00:00Z'));
  });

  it('applies the level, the costs and the equity that are asked for', async () => {
    const costs = ['--fee-bps', '2', '--slippage-bps', '0', '--equity', '500'];
    const { out } = await backtest(...GOOD, '--level', '1', ...costs, '--funding', 'funding.csv', '--json');
    expect(JSON.parse(out)).toMatchObject({
      settings: { sizing: 'full', stops: false, taker_fee_bps: 2, slippage_bps: 0, initial_equity: 500 },
      performance: { slippage: 0, initial_equity: 500 },
    });
  });
});

describe('what the figures stand on', () => {
  const FUNDED = [...GOOD, '--funding', 'funding.csv'];

  it('the grade is an A when the file has every bar and settlement of the span', async () => {
    const { out } = await backtest(...FUNDED, '--from', '2024-01-25', '--to', '2024-02-05', '--json');
    const { coverage } = JSON.parse(out) as { coverage: object };
    expect(coverage).toMatchObject({
      grade: 'A',
      reasons: [],
      bars_expected: 264,
      bars_found: 264,
      warmup_bars_eaten: 0,
      settlements_expected: 33,
      settlements_found: 33,
      slippage_source: 'estimate',
    });
    expect((await backtest(...FUNDED)).out).toMatch(/\ndata grade +A +\d+ of \d+ bars\n/);
  });

  it('the grade is explained in sentences, in the terminal and in the tear-sheet', async () => {
    const { out } = await backtest(...GOOD, '--html', 'thin.html');
    expect(out).toMatch(/\ndata grade +F /);
    expect(out).toMatch(/\ndata {5}No funding settlements were given/);
    const html = readFileSync(join(folder, 'thin.html'), 'utf8');
    expect(html).toContain('<h2>Data</h2>');
    expect(html).toContain('No funding settlements were given');
  });

  it('the grade decides whether a span is run at all, unless partial data is asked for', async () => {
    const beyond = [...FUNDED, '--from', '2024-01-25', '--to', '2025-01-01'];
    const refused = await backtest(...beyond);
    expect({ code: refused.code, out: refused.out }).toEqual({ code: 2, out: '' });
    expect(refused.err).toContain('--to: 424 of the 8208 bars of the span are there');
    expect(refused.err).toContain('Asked: 2024-01-25 00:00 to 2025-01-01 00:00 UTC');
    expect(refused.err).toContain('can be traded: 2024-01-25 00:00 to 2024-02-11 16:00 UTC');
    const { code, out } = await backtest(...beyond, '--allow-partial-data', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ coverage: { grade: 'F', bars_missing: 7784 } });
  });

  it('the grade does not let a short file spend the span on its warm-up in silence', async () => {
    const { code, err } = await backtest(...FUNDED, '--from', '2024-01-01');
    expect(code).toBe(2);
    expect(err).toContain('369 of them only warm up');
  });

  it('the grade takes no single settlement for funding', async () => {
    const { code, err } = await backtest(...GOOD, '--funding', 'one-settlement.csv');
    expect(code).toBe(2);
    expect(err).toMatch(/1 of the \d+ funding settlements of the span are known/);
  });
});

describe('a bad request is one clear line on standard error and exit code 2', () => {
  const cases: [name: string, args: string[], line: RegExp][] = [
    [
      'unknown strategy',
      except('--strategy', 'martingale'),
      /no strategy called martingale; there are: supertrend/,
    ],
    ['missing option', GOOD.slice(2), /--strategy is missing/],
    [
      'parameter out of range',
      [...GOOD, '--params', '{"atr_period":1}'],
      /atr_period must be an integer from 2 to 120/,
    ],
    ['unknown parameter', [...GOOD, '--params', '{"speed":1}'], /speed unknown field/],
    ['malformed JSON', [...GOOD, '--params', '{atr'], /--params is not valid JSON/],
    [
      'parameters that are no object',
      [...GOOD, '--params', '[1]'],
      /--params of supertrend: must be an object/,
    ],
    ['unknown time frame', except('--timeframe', '3m'), /no time frame called 3m/],
    ['finer than the file', except('--timeframe', '30m'), /holds 1h bars; they do not make up 30m bars/],
    [
      'unsuitable time frame',
      except('--strategy', 'opening_range_breakout').map((a) => (a === '1h' ? '1d' : a)),
      /opening_range_breakout runs on .*; not on 1d/,
    ],
    ['lower-case symbol', except('--symbol', 'btcusdt'), /--symbol is a trading pair in upper case/],
    ['unsorted bars', except('--csv', 'unsorted.csv'), /unsorted.csv: line 3: .*opens before/],
    ['duplicated bars', except('--csv', 'duplicated.csv'), /duplicated.csv: line 4: .*same open time/],
    ['inverted bar', except('--csv', 'inverted.csv'), /inverted.csv: line 3: .*do not enclose/],
    ['words for numbers', except('--csv', 'words.csv'), /words.csv: line 2: high is not a number: "abc"/],
    ['missing columns', except('--csv', 'columns.csv'), /does not name the column open_time/],
    ['no bars', except('--csv', 'empty.csv'), /empty.csv holds no bars/],
    ['unreadable file', except('--csv', 'nowhere.csv'), /cannot read nowhere.csv: .*ENOENT/],
    [
      'from at to',
      [...GOOD, '--from', '2024-01-02', '--to', '2024-01-02'],
      /--from 2024-01-02 is not before --to/,
    ],
    [
      'empty window',
      [...GOOD, '--from', '2030-01-01'],
      /no bar opens between --from and --to: bars.csv covers 2024/,
    ],
    ['no date', [...GOOD, '--from', 'yesterday'], /--from is epoch milliseconds or a date/],
    ['no day of the calendar', [...GOOD, '--from', '2024-02-30'], /a date such as .* not "2024-02-30"/],
    ['no such day, with a time', [...GOOD, '--to', '2024-02-30T12:00'], /not "2024-02-30T12:00"/],
    ['unknown level', [...GOOD, '--level', '3'], /--level is 1 .* or 2/],
    ['negative fee', [...GOOD, '--fee-bps', '-1'], /--fee-bps is a number from 0 to 1000/],
    [
      'missing spot bars',
      except('--strategy', 'basis_revert'),
      /basis_revert needs spot_klines.*: give --spot-csv FILE/,
    ],
    [
      'missing funding',
      except('--strategy', 'funding_arb'),
      /funding_arb needs funding_rates.*: give --funding FILE/,
    ],
    ['missing taker split', except('--strategy', 'vpin_impulse'), /needs the column taker_buy_volume/],
    ['unwritable report', [...GOOD, '--html', 'no/such/folder/r.html'], /cannot write no\/such\/folder/],
  ];
  it.each(cases)('%s', async (_name, args, line) => {
    const { code, out, err } = await backtest(...args);
    expect(err).toMatch(line);
    expect(err.trimEnd().split('\n')).toHaveLength(1);
    expect({ code, out }).toEqual({ code: 2, out: '' });
  });
});

it('./platform strategies lists all fourteen, and as JSON with their parameter schemas', async () => {
  expect((await platform('strategies')).out.trimEnd().split('\n')).toHaveLength(14);
  const list = JSON.parse((await platform('strategies', '--json')).out) as {
    name: string;
    schema: object;
  }[];
  expect(list).toHaveLength(14);
  expect(list[0]).toMatchObject({
    name: 'supertrend',
    schema: { properties: { atr_period: { default: 10 } } },
  });
});

it('./platform exits with 2, writes one line and resolves files against where it was called from', () => {
  const args = ['--import', 'tsx', 'cli/src/main.ts', 'backtest', ...except('--csv', 'empty.csv')];
  const env = { ...process.env, PLATFORM_INVOKED_FROM: folder };
  const run = spawnSync(process.execPath, args, { cwd: ROOT, env, encoding: 'utf8' });
  expect(run).toMatchObject({ status: 2, stdout: '', stderr: 'platform: empty.csv holds no bars\n' });
});
