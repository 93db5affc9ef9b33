/** Sessions that hold what others wait for, and rows that somebody changed by hand. */
import pg from 'pg';
import type { WatchedStack } from '../watching-harness';
import { all, type Drill, late, type Repair, repeat, slow, thenBreak } from './drill';
import { haltThroughManager } from './services';

async function connect({ variables }: WatchedStack): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: variables['PLATFORM_DATABASE_URL'] });
  // A drill may take the server away under it.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

export async function query<Row extends pg.QueryResultRow>(
  stack: WatchedStack,
  statement: string,
  values: readonly unknown[] = [],
): Promise<readonly Row[]> {
  const client = await connect(stack);
  try {
    return (await client.query<Row>(statement, [...values])).rows;
  } finally {
    await client.end();
  }
}

/** Keeps what the statement took until it is repaired. */
async function hold(stack: WatchedStack, statement: string): Promise<Repair> {
  const client = await connect(stack);
  return await thenBreak(
    () => client.end(),
    async () => {
      await client.query('BEGIN');
      await client.query(statement);
    },
  );
}

export const lockedLease: Drill = {
  what: 'a session holds the leases of the bots',
  raises: [late('BotIntentNotCommitted'), late('BotLeaseStale'), late('DatabaseErrors', { job: 'bot' })],
  break: (stack) => hold(stack, 'SELECT FROM trading.bot_leases FOR UPDATE'),
};

export const lockedBars: Drill = {
  what: 'a session holds the table of bars',
  raises: [late('BarsNotStored'), late('BooksUnwatched'), late('QueriesFail'), slow('MarketDataStale')],
  break: async (stack) => {
    const release = await hold(stack, 'LOCK TABLE market.klines IN ACCESS EXCLUSIVE MODE');
    return all(
      repeat(5_000, () => askForBars(stack)),
      release,
    );
  },
};

async function askForBars({ variables }: WatchedStack): Promise<void> {
  const toMs = Date.now();
  const span = `from_ts=${toMs - 3_600_000}&to_ts=${toMs}&limit=10`;
  await fetch(`${variables['PLATFORM_DATA_URL']}/klines?market=perp&symbol=BTCUSDT&timeframe=1m&${span}`);
}

/** The latch goes out first; its audit row is tried several times. */
export const lockedAudit: Drill = {
  what: 'a session holds the audit log while an operator halts',
  raises: [late('CriticalError', { code: 'MANAGER_AUDIT_NOT_WRITTEN' })],
  break: async (stack) => {
    const release = await hold(stack, 'LOCK TABLE ops.audit_log IN ACCESS EXCLUSIVE MODE');
    return await thenBreak(release, () => haltThroughManager(stack));
  },
};

const EVALUATOR = `hashtextextended('risk.evaluator', 0)`;

export const takenTurn: Drill = {
  what: 'a dead session keeps the turn to evaluate the breakers',
  raises: [late('RiskNotEvaluated')],
  break: async (stack) => {
    const client = await connect(stack);
    const takesTurn = async () => await client.query(`SELECT pg_advisory_lock(${EVALUATOR})`);
    const endsHolder = async () =>
      await query(
        stack,
        `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted
         AND (classid::bigint << 32 | objid::bigint) = ${EVALUATOR}`,
      );
    return await thenBreak(
      () => client.end(),
      () => Promise.all([takesTurn(), endsHolder()]),
    );
  },
};

/** Compared every five minutes. */
export const changedFill: Drill = {
  what: 'a fill is changed by hand',
  raises: [slow('BooksDrift')],
  break: async (stack) => {
    const change = (by: number) =>
      query(
        stack,
        'UPDATE trading.fills SET qty = qty + $1 WHERE fill_id = (SELECT min(fill_id) FROM trading.fills)',
        [by],
      );
    await change(0.1);
    return () => change(-0.1);
  },
};

/**
 * Of the executor and on a subject that is not its own: the row is tried again and again, and the others wait
 * behind it.
 */
export const refusedEvent: Drill = {
  what: 'the bus refuses an event',
  raises: [late('OutboxStuck'), late('PublishErrors', { job: 'executor' })],
  break: async (stack) => {
    const event = { producer: 'platform_executor', subject: 'risk.events.drill' };
    await query(stack, `INSERT INTO ops.outbox (producer, subject, payload) VALUES ($1, $2, '{}')`, [
      ...Object.values(event),
    ]);
    return () => query(stack, 'DELETE FROM ops.outbox WHERE subject = $1', [event.subject]);
  },
};

/** As a process does that has lost its lease and goes on. */
export const fencedBot: Drill = {
  what: 'a bot that was fenced keeps asking',
  raises: [late('IntentsRejected')],
  break: async (stack) =>
    repeat(1_000, () =>
      query(
        stack,
        `INSERT INTO trading.order_intents (intent_id, bot_id, strategy, symbol, timeframe, network, side, qty, sl, fence)
         SELECT gen_random_uuid(), bot_id, strategy, symbol, timeframe, network, side, qty, sl, fence - 1
         FROM trading.order_intents WHERE side <> 'flat' ORDER BY created_at DESC LIMIT 1`,
      ),
    ),
};

export const grantedBots: Drill = {
  what: 'bots are granted what only the risk service may do',
  raises: [late('BotPrivilegesUnproven')],
  break: async (stack) => {
    await query(stack, 'GRANT UPDATE ON risk.risk_state TO platform_bot');
    return () => query(stack, 'REVOKE UPDATE ON risk.risk_state FROM platform_bot');
  },
};

/** Far past what a daily cap would allow, if one were set: the next entry of the bot is counted. */
export const raisedVolume: Drill = {
  what: 'a bot trades far more in a day than it should',
  raises: [late('DailyCapWouldReject', { scope: 'per_bot_daily' })],
  break: async (stack) => {
    const [{ id } = { id: '' }] = await query<{ id: string }>(
      stack,
      `SELECT order_id AS id FROM trading.orders WHERE leg = 'entry' AND status = 'filled' ORDER BY created_at DESC LIMIT 1`,
    );
    if (id === '') throw new Error('the bot of the demonstration has not entered yet');
    const add = (usd: number) =>
      query(stack, 'UPDATE trading.orders SET notional_usd = notional_usd + $1 WHERE order_id = $2', [
        usd,
        id,
      ]);
    await add(1_000_000);
    return () => add(-1_000_000);
  },
};
