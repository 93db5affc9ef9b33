/**
 * An executor process on durable PostgreSQL, NATS and a simulated venue of its own, and bots that hold
 * leases.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type JetStreamClient, jetstream } from '@nats-io/jetstream';
import { connect, credsAuthenticator } from '@nats-io/transport-node';
import { INTENTS_SUBJECT, inboxPrefix } from '@platform/contracts';
import { migrate, ROLES, setRolePasswords } from '@platform/db';
import { SIM_KEYS } from '@platform/exchange-sim';
import {
  type SpawnedService,
  spawnService,
  startPostgres,
  startTestNats,
  TEST_PASSWORD,
} from '@platform/testkit';
import pg from 'pg';

const OPERATOR_TOKEN = 'operator-token-of-the-bench-with-256-bits-of-it';
const BREAK_GLASS_TOKEN = 'break-glass-token-of-the-bench-with-256-bits-of-it';
const SILENCED =
  'trading.orders, trading.positions, trading.order_intents, trading.fills, trading.bot_events';

export interface BenchBot {
  readonly botId: string;
  readonly symbol: string;
  readonly strategy: string;
}

interface Arrival {
  readonly arrivedNs: string;
  readonly isBare: boolean;
}

export class ExecutorHarness {
  private readonly arrivals: { bare: bigint[]; executor: bigint[] } = { bare: [], executor: [] };

  private constructor(
    readonly owner: pg.Pool,
    readonly service: SpawnedService,
    venue: ChildProcess,
    private readonly venueUrl: string,
    private readonly bare: JetStreamClient,
    private readonly dispose: () => Promise<void>,
  ) {
    venue.on('message', ({ arrivedNs, isBare }: Arrival) => {
      this.arrivals[isBare ? 'bare' : 'executor'].push(BigInt(arrivedNs));
    });
  }

  static async open(symbols: readonly string[]): Promise<ExecutorHarness> {
    const [postgres, nats, bareNats] = await Promise.all([
      startPostgres({ durable: true }),
      startTestNats(),
      startTestNats(),
    ]);
    const adminUrl = postgres.adminUrl('postgres');
    await migrate({ connectionString: adminUrl, log: () => undefined });
    await setRolePasswords(adminUrl, Object.fromEntries(ROLES.map((role) => [role, TEST_PASSWORD])));
    const [venue, { url }] = await start<{ url: string }>(
      new URL('./executor-venue-process.ts', import.meta.url),
      [symbols.join()],
    );
    const bareArguments = [bareNats.url, bareNats.credsFor('executor'), url];
    const [bare] = await start(new URL('./executor-bare-process.ts', import.meta.url), bareArguments);
    const authenticator = credsAuthenticator(readFileSync(bareNats.credsFor('bot')));
    const connection = await connect({
      servers: bareNats.url,
      authenticator,
      inboxPrefix: inboxPrefix('bot'),
    });
    const service = await spawnService('executor', {
      PLATFORM_EXECUTOR_DATABASE_URL: `postgresql://platform_executor:${TEST_PASSWORD}@127.0.0.1:${postgres.port}/postgres`,
      PLATFORM_EXECUTOR_BIND_ADDR: '127.0.0.1:0',
      PLATFORM_EXECUTOR_OPERATOR_TOKEN: OPERATOR_TOKEN,
      PLATFORM_EXECUTOR_BREAK_GLASS_TOKEN: BREAK_GLASS_TOKEN,
      PLATFORM_BUS_NATS_URL: nats.url,
      PLATFORM_BUS_NATS_CREDS: nats.credsFor('executor'),
      EXCHANGE_TESTNET_API_KEY: SIM_KEYS.trading.key,
      EXCHANGE_TESTNET_API_SECRET: SIM_KEYS.trading.secret,
      EXCHANGE_TESTNET_REST_URL: url,
      EXCHANGE_TESTNET_WS_URL: url.replace('http', 'ws'),
    });
    const owner = new pg.Pool({ connectionString: adminUrl, max: 16 });
    const harness = new ExecutorHarness(owner, service, venue, url, jetstream(connection), async () => {
      await owner.end();
      await connection.close();
      await service.end('SIGTERM');
      await Promise.all([stop(bare), stop(venue)]);
      await Promise.all([postgres.dispose(), nats.dispose(), bareNats.dispose()]);
    });
    await until(async () => (await fetch(`${service.url}/readyz`)).status === 200);
    return harness;
  }

  close(): Promise<void> {
    return this.dispose();
  }

  async sql<T extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<T[]> {
    return (await this.owner.query<T>(text, values)).rows;
  }

  /** Leases are per symbol and strategy: bots that share a symbol have strategies of their own. */
  async addBot(
    symbol: string,
    leaseKey: number,
    { strategy = 'bench', botId = randomUUID() as string } = {},
  ): Promise<BenchBot> {
    await this.sql(
      `INSERT INTO trading.bot_leases (symbol, strategy, lease_key, fence, bot_id, holder_id, expires_at)
       VALUES ($1, $2, $3, 1, $4, gen_random_uuid(), '2100-01-01')`,
      [symbol, strategy, 2 * leaseKey, botId],
    );
    return { botId, symbol, strategy };
  }

  async markPrice(symbol: string): Promise<number> {
    const response = await fetch(`${this.venueUrl}/fapi/v1/premiumIndex?symbol=${symbol}`);
    return Number(((await response.json()) as { markPrice: string }).markPrice);
  }

  /** About 500 USD of the symbol, rounded to whole units of a coarse step; the stop is a tenth away. */
  async terms(symbol: string): Promise<{ qty: string; sl: string }> {
    const mark = await this.markPrice(symbol);
    const step = mark > 1_000 ? 0.01 : mark > 10 ? 1 : 100;
    const qty = Math.max(step, Math.round(500 / mark / step) * step);
    return { qty: qty.toFixed(2), sl: String(Number((mark * 0.9).toPrecision(4))) };
  }

  /** Resolves when the row is committed. */
  async intend(bot: BenchBot, side: 'long' | 'flat', terms: { qty: string; sl: string }): Promise<string> {
    const intentId = randomUUID();
    const isFlat = side === 'flat';
    await this.owner.query({
      name: 'intend',
      text: `INSERT INTO trading.order_intents (intent_id, bot_id, strategy, symbol, timeframe, network, side, qty, sl, fence)
             VALUES ($1, $2, $7, $3, '1h', 'testnet', $4, $5, $6, 1)`,
      values: [
        intentId,
        bot.botId,
        bot.symbol,
        side,
        isFlat ? '0' : terms.qty,
        isFlat ? null : terms.sl,
        bot.strategy,
      ],
    });
    return intentId;
  }

  async outcome(intentId: string): Promise<string> {
    let outcome: string | null = null;
    await until(async () => {
      const [row] = await this.sql<{ outcome: string | null; outcome_reason: string }>(
        'SELECT outcome, outcome_reason FROM trading.order_intents WHERE intent_id = $1',
        [intentId],
      );
      outcome = row!.outcome;
      return outcome !== null;
    });
    return outcome!;
  }

  async publishBare(): Promise<void> {
    await this.bare.publish(INTENTS_SUBJECT, '{"side":"long","qty":"0.01"}');
  }

  /** Takes the first submit that arrived since the last call. */
  async arrival(kind: 'bare' | 'executor'): Promise<bigint> {
    const arrivals = this.arrivals[kind];
    await until(() => arrivals.length > 0);
    return arrivals.splice(0)[0]!;
  }

  forgetArrivals(): void {
    this.arrivals.bare.splice(0);
    this.arrivals.executor.splice(0);
  }

  /** Sides of symbols with an open position, by the venue's ledger. */
  async openPositions(): Promise<number> {
    const moves = await this.ledger<{ symbol: string; positionSide: string; amount: string }>('position');
    const latest = new Map(
      moves.map(({ symbol, positionSide, amount }) => [`${symbol} ${positionSide}`, Number(amount)]),
    );
    return [...latest.values()].filter((amount) => amount !== 0).length;
  }

  /** Holdings of bots that are not zero, by the books. */
  async holdings(): Promise<number> {
    return (await this.sql('SELECT FROM trading.positions WHERE bot_id IS NOT NULL AND qty <> 0')).length;
  }

  /** Requests that reached the venue so far. */
  async requests(): Promise<number> {
    return (await this.ledger('request')).length;
  }

  /** The venue answers nothing but 503 for so long. */
  async outage(forMs: number): Promise<void> {
    const fault = { kind: 'unavailable_503', path: '/fapi/*', forMs };
    const response = await fetch(`${this.venueUrl}/admin/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(fault),
    });
    if (!response.ok) throw new Error(await response.text());
  }

  /** Queries of orders, positions, intents, fills and events wait meanwhile. */
  async whileSilent<T>(work: () => Promise<T>): Promise<T> {
    const holder = await this.owner.connect();
    // Waiting for one table while holding another could end in a deadlock with the executor.
    const lock = `BEGIN; LOCK TABLE ${SILENCED}, ops.audit_log IN ACCESS EXCLUSIVE MODE NOWAIT`;
    const isLocked = () =>
      holder.query(lock).then(
        () => true,
        () => holder.query('ROLLBACK').then(() => false),
      );
    try {
      await until(isLocked);
      return await work();
    } finally {
      await holder.query('ROLLBACK');
      holder.release();
    }
  }

  /** What an operator has when the usual ways are blocked. */
  async askToFlatten(way: 'flatten' | 'break-glass'): Promise<void> {
    const request = { network_scope: 'all', reason: 'bench' };
    const confirmed = { ...request, confirm_ts: Math.floor(Date.now() / 1_000) };
    const response =
      way === 'flatten'
        ? await this.post('/flatten', request, { 'x-operator-token': OPERATOR_TOKEN })
        : await this.post('/executor/break-glass/flatten', confirmed, {
            authorization: `Bearer ${BREAK_GLASS_TOKEN}`,
          });
    if (!response.ok) throw new Error(await response.text());
  }

  private post(path: string, body: unknown, headers: Record<string, string>): Promise<Response> {
    return fetch(`${this.service.url}${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    });
  }

  private async ledger<T>(kind: string): Promise<T[]> {
    const response = await fetch(`${this.venueUrl}/admin/ledger?kind=${kind}&limit=1000000`);
    return ((await response.json()) as { data: T }[]).map(({ data }) => data);
  }

  /** Orders that opened, by the venue's ledger; its own ids are larger than a number holds exactly. */
  async entryOrders(): Promise<number> {
    const orders = await this.ledger<{ clientOrderId: string; reduceOnly: boolean }>('order');
    return new Set(orders.filter(({ reduceOnly }) => !reduceOnly).map(({ clientOrderId }) => clientOrderId))
      .size;
  }
}

async function start<T>(file: URL, args: string[]): Promise<[ChildProcess, T]> {
  const child = fork(fileURLToPath(file), args, { execArgv: ['--import', 'tsx'] });
  const [message] = (await once(child, 'message')) as [T];
  return [child, message];
}

async function stop(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.disconnect();
  await exited;
}

export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await sleep(2);
}
