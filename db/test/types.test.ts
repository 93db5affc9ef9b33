import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createTestDatabase, type TestDatabase } from '@platform/testkit';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { generateTypes } from '../src';

const GENERATED = fileURLToPath(new URL('../src/schema.generated.ts', import.meta.url));

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => await database.drop());

/** `npx vitest run --project integration db/test/types.test.ts -u` rewrites the file. */
test('the checked-in types are those of the migrated schema', async () => {
  await expect(await generateTypes(database.adminUrl)).toMatchFileSnapshot(GENERATED);
});

test('a column more or less makes them stale', async () => {
  const client = new pg.Client({ connectionString: database.adminUrl });
  await client.connect();
  await client.query('ALTER TABLE trading.runs ADD COLUMN one_more text');
  await client.end();
  expect(await generateTypes(database.adminUrl)).not.toBe(readFileSync(GENERATED, 'utf8'));
});
