import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { MINUTE_MS } from '@platform/core';
import { REPOSITORY } from '@platform/stack';
import {
  createTestDatabase,
  TEST_PASSWORD,
  type TemporaryDirectory,
  type TestDatabase,
  temporaryDirectory,
} from '@platform/testkit';
import { Command } from 'commander';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { registerData } from '../src/commands/data';

interface Run {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The command within this process, which spares its start: what it writes and the code it would end with. */
async function platform(args: readonly string[]): Promise<Run> {
  const written = { stdout: '', stderr: '' };
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((chunk) => {
      written[name] += String(chunk);
      return true;
    }),
  );
  const program = new Command();
  registerData(program);
  try {
    await program.parseAsync(['data', ...args], { from: 'user' });
    return { code: Number(process.exitCode ?? 0), ...written };
  } finally {
    process.exitCode = undefined;
    for (const spy of spies) spy.mockRestore();
  }
}

/** The address as it may be given; the password is in the environment. */
function withoutPassword({ adminUrl }: TestDatabase): string {
  const url = new URL(adminUrl);
  url.password = '';
  return url.href;
}

/** The command as an operator runs it. */
function platformProcess(args: readonly string[]): Promise<Run> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['--import', 'tsx', 'cli/src/main.ts', 'data', ...args],
      { cwd: REPOSITORY },
      (error, stdout, stderr) => {
        resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr });
      },
    );
  });
}

describe('./platform data backfill', () => {
  const trigger = ['backfill', 'klines', 'trigger', '--url', 'http://127.0.0.1:9'];
  const symbols = ['--symbols', 'BTCUSDT'];

  it.each([
    ['an unknown source', ['backfill', 'tea_leaves', 'trigger'], 'tea_leaves'],
    ['from after to', [...trigger, ...symbols, '--from', '2024-02-01', '--to', '2024-01-01'], '--from'],
    ['a malformed date', [...trigger, ...symbols, '--from', '01/02/2024'], 'YYYY-MM-DD'],
    ['a day that does not exist', [...trigger, ...symbols, '--from', '2024-02-30'], 'YYYY-MM-DD'],
    ['an unknown period token', [...trigger, ...symbols, '--period', '7m'], '7m'],
    ['no symbols', [...trigger, '--symbols', ','], '--symbols'],
    ['a report of one symbol', ['backfill', 'report', ...symbols], 'it takes no --symbols'],
    [
      'a report from a day on',
      ['backfill', 'report', 'klines', '--from', '2024-01-01'],
      'it takes no --from',
    ],
  ])(
    './platform data backfill refuses %s with DATA_BACKFILL_CLI_INVALID and exit code 2',
    async (_, args, mentions) => {
      const { code, stderr } = await platform(args);
      expect(code).toBe(2);
      expect(stderr).toMatch(/^platform: DATA_BACKFILL_CLI_INVALID: [^\n]+\n$/);
      expect(stderr).toContain(mentions);
    },
  );

  it('./platform data backfill ends the process with that code and that line', async () => {
    const { code, stdout, stderr } = await platformProcess([...trigger, '--symbols', ',']);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^platform: DATA_BACKFILL_CLI_INVALID: [^\n]+\n$/);
  });

  it('./platform data backfill says in one line that the service does not answer', async () => {
    const { code, stderr } = await platform([...trigger, ...symbols]);
    expect([code, stderr]).toEqual([1, expect.stringContaining('does not answer')]);
  });

  it('./platform data seed says of every source that the service does not answer', async () => {
    const { code, stdout } = await platform(['seed', '--url', 'http://127.0.0.1:9']);
    expect(code).toBe(1);
    expect(stdout).toContain('klines: the data service does not answer at http://127.0.0.1:9\n');
  });

  it('./platform data backfill prints earliest, latest, rows and gaps of every source', async () => {
    const server = await serve({
      source: 'klines',
      coverage: [
        {
          symbol: 'BTCUSDT',
          market: 'perp',
          timeframe: '1m',
          earliest: Date.UTC(2024, 0, 1),
          latest: Date.UTC(2024, 0, 2),
          row_count: 1439,
          gap_count: 1,
          gaps: [{ from_ts: Date.UTC(2024, 0, 1, 5), to_ts: Date.UTC(2024, 0, 1, 5, 2), missing: 2 }],
        },
      ],
    });
    const { code, stdout } = await platform(['backfill', 'report', 'klines', '--url', server.url]);
    server.server.close();
    expect(code).toBe(0);
    expect(stdout).toMatch(/BTCUSDT +perp +1m +2024-01-01T00:00Z +2024-01-02T00:00Z +1439 +1/);
    expect(stdout).toContain('missing: BTCUSDT perp 1m 2024-01-01T05:00Z to 2024-01-01T05:02Z (2 rows)');
  });

  it('exports the OpenAPI description', async () => {
    const { code, stdout } = await platform(['openapi', 'export', '-']);
    expect(code).toBe(0);
    expect(Object.keys(JSON.parse(stdout).paths)).toContain('/warmup');
  });
});

async function serve(body: unknown): Promise<{ server: Server; url: string }> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

describe('./platform data import', () => {
  let database: TestDatabase;
  let directory: TemporaryDirectory;
  let sql: pg.Client;
  beforeAll(async () => {
    vi.stubEnv('PGPASSWORD', TEST_PASSWORD);
    database = await createTestDatabase();
    directory = temporaryDirectory('import');
    sql = new pg.Client({ connectionString: database.adminUrl });
    await sql.connect();
  });
  afterAll(async () => {
    await sql?.end();
    await database?.drop();
    vi.unstubAllEnvs();
    directory?.remove();
  });

  const FROM_MS = Date.UTC(2024, 0, 1);
  const HEADER = 'open_time,open,high,low,close,volume,quote_volume,count,taker_buy_volume';
  const line = (i: number, close = 101) => `${FROM_MS + i * MINUTE_MS},100,110,90,${close},5,500,7,2.5`;
  const run = (name: string, content: string | Buffer) => {
    const file = join(directory.path, name);
    writeFileSync(file, content);
    return platform(['import', file, '--symbol', 'BTCUSDT', '--database', withoutPassword(database)]);
  };
  const count = async (timeframe: string) =>
    (await sql.query(`SELECT count(*)::int AS count FROM market.klines WHERE timeframe = $1`, [timeframe]))
      .rows[0].count;

  it('./platform data import takes CSV, makes the higher bars, and changes nothing the second time', async () => {
    const csv = [HEADER, ...Array.from({ length: 60 }, (_, i) => line(i)), ''].join('\n');
    expect(await run('bars.csv', csv)).toMatchObject({
      code: 0,
      stdout: '60 bars read, 60 new or different\n',
    });
    expect([await count('1m'), await count('5m'), await count('1h')]).toEqual([60, 12, 1]);
    const again = await run('bars.csv.gz', gzipSync(csv));
    expect(again).toMatchObject({ code: 0, stdout: '60 bars read, 0 new or different\n' });
  });

  it('./platform data import takes CSV as spreadsheets write it: byte order mark, quotes, carriage returns', async () => {
    const quoted = (text: string) => text.replace(/[^,]+/g, '"$&"');
    const csv = [HEADER, line(0), line(1)].map(quoted).join('\r\n');
    expect(await run('quoted.csv', `\uFEFF${csv}\r\n`)).toMatchObject({
      code: 0,
      stdout: '2 bars read, 0 new or different\n',
    });
  });

  it('an import that was cut off before its higher bars is completed by repeating it', async () => {
    await sql.query(`DELETE FROM market.klines WHERE timeframe <> '1m'`);
    const csv = [HEADER, ...Array.from({ length: 60 }, (_, i) => line(i)), ''].join('\n');
    expect(await run('bars.csv', csv)).toMatchObject({
      code: 0,
      stdout: '60 bars read, 0 new or different\n',
    });
    expect([await count('1m'), await count('5m'), await count('1h')]).toEqual([60, 12, 1]);
  });

  const rebuild = (...args: string[]) =>
    platform(['rebuild', '--database', withoutPassword(database), ...args]);

  it('rebuild writes the higher bars that are missing or differ from their minutes, and nothing else', async () => {
    await sql.query(`DELETE FROM market.klines WHERE timeframe = '1h'`);
    await sql.query(`UPDATE market.klines SET volume = 1 WHERE timeframe = '5m' AND open_time = $1`, [
      FROM_MS,
    ]);
    const { code, stdout } = await rebuild(
      '--symbol',
      'BTCUSDT',
      '--from',
      '2024-01-01',
      '--to',
      '2024-01-02',
    );
    expect([code, stdout]).toEqual([
      0,
      'BTCUSDT perp: 2 bars were missing or different\n1 series compared, 2 bars written\n',
    ]);
    expect([await count('5m'), await count('1h')]).toEqual([12, 1]);
    const { rows } = await sql.query(
      `SELECT volume FROM market.klines WHERE timeframe = '5m' AND open_time = $1`,
      [FROM_MS],
    );
    expect(rows).toEqual([{ volume: 25 }]);
    expect((await rebuild()).stdout).toContain('1 series compared, 0 bars written');
  });

  it.each([
    ['from after to', ['--from', '2024-02-01', '--to', '2024-01-01'], '--from'],
    ['a malformed date', ['--from', '01/02/2024'], 'YYYY-MM-DD'],
    ['an unknown market', ['--market', 'moon'], 'moon'],
    ['a symbol that cannot be', ['--symbol', 'btc/usdt'], 'btc/usdt'],
  ])('rebuild refuses %s with exit code 2', async (_, args, mentions) => {
    const { code, stderr } = await rebuild(...args);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^platform: DATA_BACKFILL_CLI_INVALID: [^\n]+\n$/);
    expect(stderr).toContain(mentions);
  });

  it('./platform data import takes Parquet', async () => {
    const { parquetWriteBuffer } = await import('hyparquet-writer');
    const values = Array.from({ length: 5 }, (_, i) => i);
    const numbers = (name: string, value: number) => ({
      name,
      data: values.map(() => value),
      type: 'DOUBLE' as const,
    });
    const buffer = parquetWriteBuffer({
      columnData: [
        {
          name: 'open_time',
          data: values.map((i) => BigInt(FROM_MS + (100 + i) * MINUTE_MS)),
          type: 'INT64',
        },
        numbers('open', 100),
        numbers('high', 110),
        numbers('low', 90),
        numbers('close', 101),
        numbers('volume', 5),
        numbers('quote_volume', 500),
        numbers('trades', 7),
        numbers('taker_buy_volume', 2),
      ],
    });
    expect(await run('bars.parquet', Buffer.from(buffer))).toMatchObject({
      code: 0,
      stdout: '5 bars read, 5 new or different\n',
    });
  });

  it.each([
    ['a bar that cannot be', [HEADER, line(200), line(201, 999)].join('\n'), /row 2: .*high/],
    ['bars out of order', [HEADER, line(201), line(200)].join('\n'), /row 2: does not open after/],
    ['a column that is missing', 'open_time,open\n1,2', /no column high/],
    [
      'text where a number should be',
      [HEADER, line(200).replace('110', 'high')].join('\n'),
      /row 1: .*high is NaN/,
    ],
    [
      'a bar from the future',
      [HEADER, line(200).replace(/^\d+/, '4102444800000')].join('\n'),
      /row 1: it ends in the future/,
    ],
    ['quotes that never end', [HEADER, `"${line(200)}`].join('\n'), /Quote Not Closed.*nothing was imported/],
    ['nothing', `${HEADER}\n`, /holds no bars/],
  ])('./platform data import refuses %s, names the row and writes nothing', async (_, content, reason) => {
    const before = await count('1m');
    const { code, stderr } = await run('bad.csv', content);
    expect(code).toBe(1);
    expect(stderr).toMatch(reason);
    expect(await count('1m')).toBe(before);
  });

  it('./platform data import names a file that cannot be read', async () => {
    const { code, stderr } = await platform([
      'import',
      '/nowhere/bars.csv',
      '--symbol',
      'BTCUSDT',
      '--database',
      withoutPassword(database),
    ]);
    expect([code, stderr]).toEqual([1, expect.stringContaining('cannot read /nowhere/bars.csv')]);
    expect(readFileSync(join(directory.path, 'bars.csv')).length).toBeGreaterThan(0);
  });
});
