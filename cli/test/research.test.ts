/** Experiments as a user runs them: table, JSON, CSV, page and exit code out. */
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { triedSetDigest } from '@platform/research';
import { findStrategy } from '@platform/strategies';
import { createTestDatabase, type TestDatabase } from '@platform/testkit';
import { Command } from 'commander';
import pg from 'pg';
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
  '--strategy',
  'supertrend',
  '--symbol',
  'BTCUSDT',
  '--timeframe',
  '1h',
  '--csv',
  join(folder, 'bars.csv'),
];
const sweep = (...args: string[]) => platform('research', 'sweep', ...market(), ...args);
const GRID = ['--grid', 'atr_period=5:20:5,multiplier=1:3:0.5'];

it('the help of each experiment has the example that its errors point to', () => {
  const program = new Command();
  registerResearch(program);
  const experiments = program.commands[0]!.commands.filter((command) => command.name() !== 'ledger');
  expect(experiments).toHaveLength(5);
  for (const experiment of experiments) {
    let help = '';
    experiment.configureOutput({ writeOut: (text) => (help += text) }).outputHelp();
    expect(help, experiment.name()).toContain('./platform research sweep --strategy');
  }
});

interface SweepJson {
  readonly digest: string;
  readonly best: number | null;
  readonly luck: { readonly trialsEver: number };
  readonly trials: readonly {
    readonly index: number;
    readonly params: Record<string, number>;
    readonly figures: Record<string, number>;
  }[];
}

describe('research sweep', () => {
  it('research sweep gives the same bytes whatever the number of workers', async () => {
    const one = await sweep(...GRID, '--json', '--workers', '1');
    const three = await sweep(...GRID, '--json', '--workers', '3');
    expect(three.out).toBe(one.out);
    expect((JSON.parse(one.out) as SweepJson).trials).toHaveLength(20);
  });

  it('a sweep has trials that equal single backtests over the same bars', async () => {
    const grid = ['--grid', 'multiplier=2|3'];
    const { trials } = JSON.parse((await sweep(...grid, '--json', '--workers', '1')).out) as SweepJson;
    for (const { params, figures } of trials) {
      const run = await platform('backtest', ...market(), '--params', JSON.stringify(params), '--json');
      const { performance } = JSON.parse(run.out) as { performance: Record<string, number> };
      expect(figures['sharpe']).toBeCloseTo(performance['sharpe']!, 12);
      expect(figures['trades']).toBe(performance['trades']);
    }
  });

  it('research sweep counts what was ever tried once each, whatever sweep tried it', async () => {
    const ever = async (...grid: string[]) =>
      (JSON.parse((await sweep(...grid, '--json', '--workers', '1')).out) as SweepJson).luck.trialsEver;
    expect(await ever('--grid', 'multiplier=2|3')).toBe(2);
    expect(await ever('--grid', 'multiplier=2|4')).toBe(3);
    expect(await ever('--grid', 'multiplier=2|3|4', '--from', '2024-02-01')).toBe(3);
  });

  it('research sweep prints a table, and writes every trial as CSV and a page that stands alone', async () => {
    const files = { csv: join(folder, 'trials.csv'), html: join(folder, 'sweep.html') };
    const { out } = await sweep(...GRID, '--output', files.csv, '--html', files.html, '--workers', '1');
    expect(out).toContain('20 of 20 combinations');
    expect(out).toContain('plateau');
    expect(readFileSync(files.csv, 'utf8').trim().split('\n')).toHaveLength(21);
    const page = readFileSync(files.html, 'utf8');
    expect(page.match(/<rect x=/g)).toHaveLength(20);
    expect(page).not.toMatch(/src=|href=/);
  });

  it('research sweep has no best combination where none has what it is chosen by', async () => {
    // Bars end with the warm-up of the slowest set: without a trade there is no profit factor.
    const end = String(START_MS + 370 * HOUR_MS);
    const idle = ['--grid', 'atr_period=5|10', '--to', end, '--objective', 'profitFactor'];
    const { best, trials } = JSON.parse((await sweep(...idle, '--json')).out) as SweepJson;
    expect(trials.map(({ figures }) => figures['profitFactor'])).toEqual([null, null]);
    expect(best).toBeNull();
    const html = join(folder, 'idle.html');
    const { out } = await sweep(...idle, '--html', html);
    expect(out).toContain('none: no trial has the figure it is chosen by, profitFactor');
    expect(out).not.toMatch(/plateau|luck/);
    expect(readFileSync(html, 'utf8')).not.toMatch(/NaN|Infinity|undefined/);
  });

  it('research sweep tries a sample of a space that is too large, the same one for the same seed', async () => {
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
  ])('research sweep refuses %j with one clear line and exit code 2', async (args, sentence) => {
    const { err, exitCode } = await sweep(...args);
    expect(err).toMatch(sentence);
    expect(err.trim().split('\n')).toHaveLength(1);
    expect(exitCode).toBe(2);
  });
});

const WINDOWS = ['--train', '40', '--test', '10'];
const SMALL = ['--grid', 'atr_period=4:6,multiplier=1:2:0.5'];
const csv = () => join(folder, 'bars.csv');
/** Given to an experiment in the place of the file of each symbol. */
const OF_TWO = 'of two symbols';
const experiment = (kind: string, ...args: string[]) => {
  const given = args.map((arg) => (arg === OF_TWO ? `BTCUSDT=${csv()},DOGEUSDT=${csv()}` : arg));
  const all = [...market(), ...given];
  // Two symbols are those of the files.
  if (args.includes(OF_TWO)) all.splice(all.indexOf('--symbol'), 2);
  return platform('research', kind, ...all);
};

describe('every other experiment', () => {
  const KINDS: readonly (readonly string[])[] = [
    ['walk-forward', ...SMALL, ...WINDOWS],
    ['walk-forward', ...SMALL, ...WINDOWS, '--anchored', '--objective', 'calmar'],
    ['ablation', '--params', '{"atr_period":5}'],
    ['multi-asset', '--params', '{"atr_period":5}', '--csv', OF_TWO],
    ['monte-carlo', '--params', '{"atr_period":5}', '--paths', '6'],
  ];

  it.each(KINDS)(
    '%s gives the same bytes whatever the number of workers, and the digest is of the rest',
    async (kind, ...args) => {
      const one = await experiment(kind!, ...args, '--json', '--workers', '1');
      const three = await experiment(kind!, ...args, '--json', '--workers', '3');
      expect(one.err).toBe('');
      expect(three.out).toBe(one.out);
      const { digest, ...rest } = JSON.parse(one.out) as { digest: string };
      expect(digest).toBe(createHash('sha256').update(JSON.stringify(rest)).digest('hex'));
    },
  );

  it.each(KINDS.filter(([kind]) => kind!.includes('-')))(
    '%s is also found by its name with an underscore',
    async (kind, ...args) => {
      const { out } = await experiment(kind!, ...args, '--json', '--workers', '1');
      const alias = await experiment(kind!.replace('-', '_'), ...args, '--json', '--workers', '1');
      expect(out).toContain('digest');
      expect(alias.out).toBe(out);
    },
  );

  it.each(KINDS)('%s prints a table and writes CSV and a page that stands alone', async (kind, ...args) => {
    const files = { csv: join(folder, 'out.csv'), html: join(folder, 'out.html') };
    const { out, err } = await experiment(
      kind!,
      ...args,
      '--workers',
      '1',
      '--output',
      files.csv,
      '--html',
      files.html,
    );
    expect(err).toBe('');
    expect(out).toMatch(/^supertrend (on BTCUSDT 1h|1h on 2 symbols)/);
    expect(readFileSync(files.csv, 'utf8').split('\n').length).toBeGreaterThan(3);
    const page = readFileSync(files.html, 'utf8');
    expect(page).toContain('<svg');
    expect(page).not.toMatch(/src=|href=|NaN/);
  });

  it('multi-asset runs one set on each symbol with the costs of that symbol', async () => {
    const files = `BTCUSDT=${csv()},DOGEUSDT=${csv()}`;
    const args = [
      '--strategy',
      'supertrend',
      '--timeframe',
      '1h',
      '--csv',
      files,
      '--params',
      '{"atr_period":5}',
    ];
    const { out } = await platform('research', 'multi-asset', ...args, '--json', '--workers', '2');
    const { runs, holdsOnCore } = JSON.parse(out) as {
      runs: { name: string; figures: Record<string, number> }[];
      holdsOnCore: boolean;
    };
    expect(runs.map(({ name }) => name)).toEqual(['BTCUSDT', 'DOGEUSDT']);
    expect(runs[1]!.figures['totalReturn']!).toBeLessThan(runs[0]!.figures['totalReturn']!);
    expect(holdsOnCore).toBe(false);
  });

  describe('settlements of several symbols', () => {
    const settlements = (rate: number) => {
      const path = join(folder, `funding-${rate}.csv`);
      const rows = Array.from({ length: 375 }, (_, i) => `${START_MS + i * 8 * HOUR_MS},${rate}`);
      writeFileSync(path, ['funding_time,funding_rate', ...rows].join('\n'));
      return path;
    };
    const files = () => `BTCUSDT=${csv()},DOGEUSDT=${csv()}`;
    const assets = (funding: string) => {
      const given = [
        '--strategy',
        'supertrend',
        '--timeframe',
        '1h',
        '--slippage-bps',
        '1',
        '--csv',
        files(),
      ];
      const params = ['--params', '{"atr_period":5,"allow_short":false}', '--workers', '1', '--json'];
      return platform('research', 'multi-asset', ...given, ...params, '--funding', funding);
    };

    it('settlements of several symbols are those of each symbol', async () => {
      const rates = `BTCUSDT=${settlements(0.001)},DOGEUSDT=${settlements(-0.001)}`;
      const { runs } = JSON.parse((await assets(rates)).out) as {
        runs: { figures: Record<string, number> }[];
      };
      // The same bars and costs, and only long: one pays what the other is paid.
      expect(runs[0]!.figures['totalReturn']!).toBeLessThan(runs[1]!.figures['totalReturn']!);
    });

    it.each([
      ['one file for all', () => settlements(0.001), /a file holds one symbol's settlements: give BTCUSDT=/],
      ['a list that misses one', () => `BTCUSDT=${settlements(0.001)}`, /no file of DOGEUSDT/],
      [
        'a symbol without bars',
        () => `BTCUSDT=${settlements(0.001)},DOGEUSDT=${settlements(0.001)},SOLUSDT=${settlements(0.001)}`,
        /SOLUSDT is not among the symbols of --csv/,
      ],
    ])(
      'settlements of several symbols are refused as %s with one clear line',
      async (_, funding, sentence) => {
        const { err, exitCode } = await assets(funding());
        expect(err).toMatch(sentence);
        expect(err.trim().split('\n')).toHaveLength(1);
        expect(exitCode).toBe(2);
      },
    );
  });

  it('an ablation shows the whole as the backtest of the same parameters does', async () => {
    const { out } = await experiment('ablation', '--params', '{"atr_period":5}', '--json', '--workers', '1');
    const { runs } = JSON.parse(out) as { runs: { off: string | null; figures: Record<string, number> }[] };
    const run = await platform('backtest', ...market(), '--params', '{"atr_period":5}', '--json');
    const { performance } = JSON.parse(run.out) as { performance: Record<string, number> };
    expect(runs.map(({ off }) => off)).toEqual([null, 'stop', 'sizing', 'shorting']);
    expect(runs[0]!.figures['totalReturn']).toBe(performance['total_return']);
  });

  it('what was tried in a walk-forward counts in the sweep that follows', async () => {
    await experiment('walk-forward', ...SMALL, ...WINDOWS, '--workers', '1');
    const { out } = await sweep('--grid', 'multiplier=7|8', '--json', '--workers', '1');
    expect((JSON.parse(out) as SweepJson).luck.trialsEver).toBe(11);
  });

  it.each<[string, string[], RegExp]>([
    ['walk-forward', [...SMALL], /--train is missing/],
    ['walk-forward', [...SMALL, '--train', '400', '--test', '10'], /take 4\d\d days; 1\d\d can be traded/],
    ['walk-forward', [...SMALL, '--train', '100', '--test', '10'], /two tests of 10/],
    ['walk-forward', [...SMALL, '--train', '2.5', '--test', '10'], /--train is a whole number/],
    [
      'walk-forward',
      [...SMALL, ...WINDOWS, '--purge', '100'],
      /--purge 100 is shorter than the warm-up .* 222 bars/,
    ],
    ['walk-forward', [...SMALL, ...WINDOWS, '--objective', 'profitFactor'], /--objective is one of/],
    ['ablation', ['--params', '{"atr_period":1}'], /atr_period must be an integer from 2 to 120/],
    ['monte-carlo', ['--methods', 'magic'], /--methods is a list of/],
    ['monte-carlo', ['--paths', '0'], /--paths is a number from 1/],
    ['ablation', ['--stored'], /--csv and --stored exclude each other/],
    ['ablation', ['--database', 'postgresql://reader@127.0.0.1/platform'], /--database needs --stored/],
    ['multi-asset', [], /two symbols at least/],
    ['sweep', [...SMALL, '--output', '/dev/full'], /cannot write .*ENOSPC/],
  ])('%s refuses %j with one clear line and exit code 2', async (kind, args, sentence) => {
    const { err, exitCode } = await experiment(kind, ...args, '--workers', '1');
    expect(err).toMatch(sentence);
    expect(err.trim().split('\n')).toHaveLength(1);
    expect(exitCode).toBe(2);
  });

  it('an experiment whose file cannot be written has printed what it found', async () => {
    const { out, err } = await sweep(...SMALL, '--html', '/dev/full', '--workers', '1');
    expect(out).toContain('9 of 9 combinations');
    expect(err).toMatch(/cannot write .*ENOSPC/);
  });

  it('a ledger cannot be submitted to a manager that does not answer', async () => {
    await sweep('--grid', 'multiplier=2|3', '--workers', '1');
    vi.stubEnv('PLATFORM_MANAGER_OPERATOR_TOKEN', 'token');
    const { err, exitCode } = await platform('research', 'ledger', '--submit', '--url', 'http://127.0.0.1:1');
    expect(err).toMatch(/the manager does not answer/);
    expect(exitCode).toBe(2);
  });

  it('a trial ledger that cannot be written stops the experiment before it runs', async () => {
    vi.stubEnv('PLATFORM_HOME', csv());
    const { err, exitCode } = await sweep(...GRID, '--workers', '1');
    expect(err).toMatch(/cannot count trials/);
    expect(exitCode).toBe(2);
  });
});

describe('stored bars', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
    const client = new pg.Client({ connectionString: database.adminUrl });
    await client.connect();
    try {
      await client.query('SELECT market.ensure_kline_partitions($1, $2)', [
        START_MS,
        START_MS + 3_000 * HOUR_MS,
      ]);
      const rows = readFileSync(csv(), 'utf8')
        .split('\n')
        .slice(1)
        .map((line) => line.split(',').map(Number));
      const column = (k: number) => rows.map((row) => row[k]);
      for (const symbol of ['BTCUSDT', 'ETHUSDT']) {
        await client.query(
          `INSERT INTO market.klines SELECT 'perp', $1, '1h', t, o, h, l, c, v, 0, 0, 0
           FROM unnest($2::bigint[], $3::float8[], $4::float8[], $5::float8[], $6::float8[], $7::float8[]) AS b(t, o, h, l, c, v)`,
          [symbol, ...[0, 1, 2, 3, 4, 5].map(column)],
        );
      }
    } finally {
      await client.end();
    }
  });
  afterAll(() => database.drop());

  const stored = (kind: string, ...args: string[]) =>
    platform(
      'research',
      kind,
      '--strategy',
      'supertrend',
      '--timeframe',
      '1h',
      '--stored',
      '--database',
      database.adminUrl,
      '--params',
      '{"atr_period":5}',
      '--workers',
      '1',
      ...args,
    );

  it('stored bars give the same bytes as the file they came from', async () => {
    const fromFile = await experiment('ablation', '--params', '{"atr_period":5}', '--json', '--workers', '1');
    const fromDatabase = await stored('ablation', '--symbol', 'BTCUSDT', '--json');
    expect(fromDatabase.err).toBe('');
    expect(fromDatabase.out).toBe(fromFile.out);
  });

  it('stored bars of all symbols are taken where none is named, and symbols without data are refused', async () => {
    expect((await stored('multi-asset')).out).toContain('on 2 symbols');
    const missing = await stored('multi-asset', '--symbols', 'BTCUSDT,SOLUSDT');
    expect(missing.err).toMatch(/there are no 1h bars of SOLUSDT/);
    const single = await stored('ablation', '--symbol', 'SOLUSDT');
    expect(single.err).toMatch(/no 1h bars of SOLUSDT are stored/);
    expect(single.exitCode).toBe(2);
  });

  it('stored bars come with stored settlements, and a file of others is refused', async () => {
    const both = await stored('ablation', '--symbol', 'BTCUSDT', '--funding', csv());
    expect(both.err).toMatch(/--funding and --stored exclude each other/);
    expect(both.exitCode).toBe(2);
  });

  it('stored bars bring what the manager counted: each set counts once, whether tried here or there', async () => {
    const digests = [{ multiplier: 2 }, { multiplier: 5 }].map((given) => {
      const params = findStrategy('supertrend')!.parse(given);
      return triedSetDigest(params.ok ? params.value : {});
    });
    const owner = new pg.Client({ connectionString: database.adminUrl });
    await owner.connect();
    await owner.query(
      `INSERT INTO trading.tried_sets SELECT 'supertrend', 'BTCUSDT', '1h', decode(unnest($1::text[]), 'hex')`,
      [digests],
    );
    await owner.end();
    const args = ['--symbol', 'BTCUSDT', '--grid', 'multiplier=2|3', '--workers', '1', '--json'];
    const source = ['--stored', '--database', database.adminUrl];
    const { out } = await platform(
      'research',
      'sweep',
      '--strategy',
      'supertrend',
      '--timeframe',
      '1h',
      ...source,
      ...args,
    );
    expect((JSON.parse(out) as SweepJson).luck.trialsEver).toBe(3);
    expect((await platform('research', 'ledger')).out).toBe('supertrend on BTCUSDT 1h: 2 sets here\n');
  });

  it('stored bars that cannot be reached are one clear line', async () => {
    const url = 'postgres://absent@127.0.0.1:1/nothing';
    const args = [
      '--strategy',
      'supertrend',
      '--timeframe',
      '1h',
      '--symbol',
      'BTCUSDT',
      '--stored',
      '--database',
      url,
    ];
    const { err, exitCode } = await platform('research', 'ablation', ...args);
    expect(err).toMatch(/cannot read stored bars/);
    expect(exitCode).toBe(2);
  });
});
