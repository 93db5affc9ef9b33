import { readFileSync } from 'node:fs';
import { createTestDatabase, type TestDatabase } from '@platform/testkit';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { generateTypes } from '../src';

const CHECKED_IN = readFileSync(new URL('../src/schema.generated.ts', import.meta.url), 'utf8');

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => await database.drop());

test('the checked-in types are those of the migrated schema (./platform generate refreshes them)', async () => {
  expect(await generateTypes(database.adminUrl)).toBe(CHECKED_IN);
});

test('a column more or less makes them stale', async () => {
  const client = new pg.Client({ connectionString: database.adminUrl });
  await client.connect();
  await client.query('ALTER TABLE trading.runs ADD COLUMN note text');
  await client.end();
  expect(await generateTypes(database.adminUrl)).not.toBe(CHECKED_IN);
});
