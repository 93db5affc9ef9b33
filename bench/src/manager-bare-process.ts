/**
 * What the manager is measured against: the same pages by hand over Fastify and pg, without guard,
 * validation, cursors or metrics, and a loop that sends each database notification to every socket.
 */
import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import pg from 'pg';
import { WebSocketServer } from 'ws';

const connectionString = process.argv[2]!;
const pool = new pg.Pool({ connectionString, max: 10 });
const app = fastify();

app.get<{ Querystring: { after_ts?: string; after_id?: string } }>('/runs', async ({ query }) => {
  const { rows } = await pool.query(
    `SELECT * FROM trading.runs WHERE ($1::timestamptz IS NULL OR (created_at, id) < ($1, $2::uuid))
     ORDER BY created_at DESC, id DESC LIMIT 51`,
    [query.after_ts ?? null, query.after_id ?? null],
  );
  return { items: rows.slice(0, 50), next: rows[50]?.id ?? null };
});

app.get<{ Params: { id: string } }>('/runs/:id/equity', async ({ params }) => {
  const { rows } = await pool.query(
    'SELECT ts, equity, drawdown_pct FROM trading.equity_points WHERE run_id = $1 AND ts > 0 ORDER BY ts LIMIT 51',
    [params.id],
  );
  return { items: rows.slice(0, 50), next: rows[50]?.ts ?? null };
});

await app.listen({ host: '127.0.0.1', port: 0 });
const sockets = new WebSocketServer({ server: app.server, path: '/ws', perMessageDeflate: false });
const listener = new pg.Client({ connectionString });
await listener.connect();
await listener.query('LISTEN bare_fan_out');
listener.on('notification', ({ payload }) => {
  const text = JSON.stringify({ messages: [{ ts: Date.now(), payload: JSON.parse(payload ?? 'null') }] });
  for (const socket of sockets.clients) socket.send(text);
});

process.send?.({ url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}` });
process.once('disconnect', () => process.exit(0));
