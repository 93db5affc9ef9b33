import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  createTestDatabase,
  type TemporaryDirectory,
  type TestDatabase,
  temporaryDirectory,
} from '@platform/testkit';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { MigrationError, migrate, pendingMigrations } from '../src';

const REAL = fileURLToPath(new URL('../migrations', import.meta.url));
const COUNT = readdirSync(REAL).length;

let database: TestDatabase;
let temporary: TemporaryDirectory;

beforeEach(async () => {
  database = await createTestDatabase({ empty: true });
  temporary = temporaryDirectory('migrations');
});

afterEach(async () => {
  temporary.remove();
  await database.drop();
});

const run = (directory?: string) => {
  const lines: string[] = [];
  const log = (line: string) => void lines.push(line);
  return migrate({
    connectionString: database.adminUrl,
    log,
    ...(directory === undefined ? {} : { directory }),
  }).then((summary) => ({ ...summary, lines }));
};

/** A directory of small migrations, each making one table. */
function files(names: readonly string[]): string {
  const directory = join(temporary.path, 'migrations');
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory);
  for (const name of names)
    writeFileSync(join(directory, name), `CREATE TABLE ${name.slice(0, -4).replace(/^\d+/, 't')} ();`);
  return directory;
}

async function query(text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: database.adminUrl });
  await client.connect();
  const { rows } = await client.query({ text, rowMode: 'array' });
  await client.end();
  return rows.flat();
}

test('the real migrations bring an empty database to the newest schema, and a second run changes nothing', async () => {
  expect(await pendingMigrations({ connectionString: database.adminUrl })).toHaveLength(COUNT);
  const first = await run();
  expect(first.applied).toHaveLength(COUNT);
  expect(first.lines).toHaveLength(COUNT);
  expect(await pendingMigrations({ connectionString: database.adminUrl })).toEqual([]);
  expect(await run()).toEqual({ applied: [], schemaVersion: COUNT, lines: [] });
  expect(await query('SELECT count(*)::int FROM ops.migrations')).toEqual([COUNT]);
});

test('the real migrations run once when two runs start together: the second waits and does nothing', async () => {
  const runs = await Promise.all([run(), run(), run()]);
  expect(runs.map(({ applied }) => applied.length).sort((a, b) => a - b)).toEqual([0, 0, COUNT]);
});

test('the real migrations run in two databases of one server at once, though they share the roles', async () => {
  const other = await createTestDatabase({ empty: true });
  try {
    const log = () => {};
    const runs = await Promise.all([run(), migrate({ connectionString: other.adminUrl, log })]);
    for (const { applied } of runs) expect(applied).toHaveLength(COUNT);
  } finally {
    await other.drop();
  }
});

describe('history', () => {
  test('an edited file is refused by name and nothing further runs', async () => {
    const directory = files(['0001_first.sql', '0002_second.sql']);
    await run(directory);
    files(['0001_first.sql', '0002_second.sql', '0003_third.sql']);
    writeFileSync(join(directory, '0002_second.sql'), 'CREATE TABLE other ();');
    await expect(run(directory)).rejects.toThrow(/^0002_second\.sql differs from what the database applied/);
    expect(await query(`SELECT to_regclass('t_third')`)).toEqual([null]);
  });

  test('a renamed file is refused', async () => {
    await run(files(['0001_first.sql']));
    const directory = files([]);
    writeFileSync(join(directory, '0001_renamed.sql'), 'CREATE TABLE t_first ();');
    await expect(run(directory)).rejects.toThrow(/0001_renamed\.sql differs from .* as 0001_first\.sql/);
  });

  test('a database newer than the code is refused', async () => {
    await run(files(['0001_first.sql', '0002_second.sql']));
    await expect(run(files(['0001_first.sql']))).rejects.toThrow(
      /0002_second\.sql, which this release does not know/,
    );
  });

  test('a database that lost a row of its history is refused', async () => {
    const directory = files(['0001_first.sql', '0002_second.sql']);
    await run(directory);
    await query('DELETE FROM ops.migrations WHERE number = 1');
    await expect(run(directory)).rejects.toThrow(
      /the database lacks migration 0001_first\.sql but has later ones/,
    );
  });

  test.each([
    ['a missing number', ['0001_first.sql', '0003_third.sql'], /0003_third\.sql should have number 2/],
    ['a number used twice', ['0001_first.sql', '0001_second.sql'], /0001_second\.sql should have number 2/],
    ['a misnamed file', ['0001_first.sql', '2_second.sql'], /2_second\.sql is not named like/],
  ])('%s is refused before the database is touched', async (_, names, message) => {
    await expect(run(files(names))).rejects.toThrow(message);
    expect(await query(`SELECT to_regclass('ops.migrations')`)).toEqual([null]);
  });
});

test('a failing file leaves nothing behind, keeps the files before it and names its line', async () => {
  const directory = files(['0001_first.sql', '0002_second.sql']);
  writeFileSync(join(directory, '0002_second.sql'), 'CREATE TABLE t_second ();\n\nSELECT * FROM nowhere;\n');
  const failure = await run(directory).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(MigrationError);
  expect((failure as Error).message).toBe(
    '0002_second.sql failed at line 3: relation "nowhere" does not exist',
  );
  expect(
    await query(`SELECT to_regclass('t_first') IS NOT NULL, to_regclass('t_second') IS NOT NULL`),
  ).toEqual([true, false]);
  writeFileSync(join(directory, '0002_second.sql'), 'CREATE TABLE t_second ();');
  expect((await run(directory)).applied).toEqual(['0002_second.sql']);
});
