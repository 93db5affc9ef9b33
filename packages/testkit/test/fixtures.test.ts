import { connect as tcpConnect } from 'node:net';
import { SERVICE_ROLE } from '@platform/stack';
import { Client } from 'pg';
import { describe, expect, test } from 'vitest';
import { createTestDatabase, eventually, startPostgres, tcpProxy } from '../src';

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

describe('createTestDatabase', () => {
  test('two databases of one run do not see each other', async () => {
    const [first, second] = [await createTestDatabase(), await createTestDatabase()];
    await query(first.adminUrl, 'CREATE TABLE only_here (id int)');
    await expect(query(second.adminUrl, 'SELECT * FROM only_here')).rejects.toThrow('does not exist');
    await first.drop();
    await second.drop();
  });

  test('a service role can log in and finds its search path', async () => {
    const database = await createTestDatabase();
    const rows = await query(
      database.urlFor(SERVICE_ROLE.risk),
      'SELECT current_user, halted FROM risk_state',
    );
    expect(rows).toMatchObject([{ current_user: 'platform_risk' }]);
    await database.drop();
  });
});

test('a killed private server comes back with what was committed', async () => {
  const server = await startPostgres({ durable: true });
  try {
    await query(server.adminUrl('postgres'), 'CREATE TABLE kept (id int)');
    await server.kill();
    await expect(query(server.adminUrl('postgres'), 'SELECT 1')).rejects.toThrow();
    await server.start();
    expect(await query(server.adminUrl('postgres'), 'SELECT * FROM kept')).toEqual([]);
  } finally {
    await server.dispose();
  }
});

test('a black-holed proxy stays silent and a reset one hangs up', async () => {
  const server = await startPostgres();
  const proxy = await tcpProxy({ port: server.port });
  const through = () => server.adminUrl('postgres').replace(`:${server.port}/`, `:${proxy.port}/`);
  try {
    expect(await query(through(), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    proxy.blackhole(true);
    const silent = new Client({ connectionString: through(), connectionTimeoutMillis: 500 });
    silent.on('error', () => {});
    await expect(silent.connect()).rejects.toThrow('timeout');
    proxy.blackhole(false);
    const socket = tcpConnect(proxy.port, '127.0.0.1');
    let hungUp = false;
    socket.on('error', () => {});
    socket.on('close', () => {
      hungUp = true;
    });
    await eventually(() => socket.readyState === 'open');
    proxy.reset();
    await eventually(() => hungUp);
  } finally {
    await proxy.close();
    await server.dispose();
  }
});
