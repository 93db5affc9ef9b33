import { createTestDatabase, eventually } from '@platform/testkit';
import { expect, test } from 'vitest';
import { withClient } from '../src';

test('a connection that is lost between two queries fails the next one and not the process', async () => {
  const database = await createTestDatabase({ empty: true });
  const work = withClient(database.adminUrl, async (client) => {
    const { rows } = await client.query('SELECT pg_backend_pid() AS pid');
    const own = [rows[0].pid];
    await withClient(database.adminUrl, async (other) => {
      await other.query('SELECT pg_terminate_backend($1)', own);
      const isGone = async () =>
        (await other.query('SELECT FROM pg_stat_activity WHERE pid = $1', own)).rowCount === 0;
      await eventually(isGone);
    });
    await client.query('SELECT 1');
  });
  await expect(work).rejects.toThrow(/connection/i);
  await database.drop();
});
