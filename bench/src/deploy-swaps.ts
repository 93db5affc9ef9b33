/**
 * The swap as the manager makes it, from BEGIN to the answer to COMMIT with its audit row, on a durable
 * server that holds bots, ledgers and intents. What a deploy leaves before its swap is prepared in the
 * database, so that there are enough of them for a percentile.
 */
import type { Database as Schema } from '@platform/db';
import { DeployStore } from '@platform/manager';
import { newId } from '@platform/service-kit';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { BenchResult } from './benchmark';
import { type DataBench, openDataBench } from './data-environment';
import { roleUrl } from './manager-service';
import { median, percentile } from './percentile';

const SWAPS = 300;
/** Their connections and the code of the server are there then. */
const WARM_UP = 20;
const BOTS = 20;
const BARS = 5_000;
const AIM_MS = 50;

export async function measureSwaps(progress: (line: string) => void): Promise<BenchResult[]> {
  const bench = await openDataBench();
  const owner = new pg.Pool({ connectionString: bench.adminUrl, max: 2 });
  owner.on('error', () => undefined);
  try {
    return await measure(bench, owner, progress);
  } finally {
    await owner.end();
    await bench.close();
  }
}

async function measure(
  bench: DataBench,
  owner: pg.Pool,
  progress: (line: string) => void,
): Promise<BenchResult[]> {
  progress(`${BOTS} bots with ${BARS} bars and intents each`);
  const bots: string[] = [];
  for (let k = 0; k < BOTS; k++) bots.push(await prepareBot(owner, `SWAP${k}USDT`));
  const pool = new pg.Pool({ connectionString: roleUrl(bench, 'platform_manager'), max: 8 });
  const kysely = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  const store = new DeployStore(kysely);
  progress(`${SWAPS} swaps`);
  const times: number[] = [];
  try {
    for (let k = 0; k < WARM_UP + SWAPS; k++) {
      const deployId = newId();
      await owner.query(BEGIN_DEPLOY, [deployId, bots[k % BOTS]]);
      const startedMs = performance.now();
      const refusal = await store.swap(deployId, BARS - 1);
      if (k >= WARM_UP) times.push(performance.now() - startedMs);
      if (refusal !== null) throw new Error(`a swap was refused: ${refusal}`);
      await store.advance(deployId, 'completed');
    }
  } finally {
    await kysely.destroy();
  }
  const p99 = percentile(times, 0.99);
  return [
    { name: `swap, of ${SWAPS}, median`, value: median(times), unit: 'ms' },
    {
      name: `swap, of ${SWAPS}, p99`,
      value: p99,
      unit: 'ms',
      aim: `<= ${AIM_MS} ms`,
      met: p99 <= AIM_MS,
    },
  ];
}

/** One that stands on its last bar, with all that it asked for decided. Its bars open at 0, 1, 2 … */
async function prepareBot(owner: pg.Pool, symbol: string): Promise<string> {
  const id = newId();
  for (const statement of PREPARE_BOT) await owner.query(statement, [id, symbol]);
  return id;
}

const PREPARE_BOT = [
  `INSERT INTO trading.bot_configs (id, bot_name, strategy, symbol, timeframe, params, network, sizing_mode, sizing_value, image_tag,
     desired_state, status) VALUES ($1::uuid, 'bot on ' || $2::text, 'ewmac', $2, '1h', '{}', 'testnet', 'fixed', 0.05, 'v1', 'running', 'live')`,
  `INSERT INTO trading.bot_leases (symbol, strategy, shadow, lease_key, fence, bot_id, holder_id, expires_at)
   SELECT $2::text, 'ewmac', is_shadow, 2 * (hashtext($2::text)::bigint & 2147483647) + is_shadow::int, 1, $1::uuid, gen_random_uuid(),
     now() + interval '1 day' FROM unnest(ARRAY[false, true]) AS is_shadow`,
  `INSERT INTO trading.bot_states (bot_id, generation, strategy, symbol, timeframe, params, bar_open_time, digest, held, evaluator)
   VALUES ($1::uuid, 1, 'ewmac', $2::text, '1h', '{}', ${BARS - 1}, sha256('bar'), 0, '{}')`,
  `INSERT INTO trading.bar_decisions (bot_id, generation, bar_open_time, bar_digest, previous_digest, digest)
   SELECT $1::uuid, 1, k, sha256($2::text::bytea), sha256(k::text::bytea), sha256((k + 1)::text::bytea) FROM generate_series(0, ${BARS - 1}) AS k`,
  `INSERT INTO trading.order_intents (intent_id, bot_id, strategy, symbol, timeframe, network, side, qty, fence, trace_id, outcome,
     outcome_reason, outcome_at)
   SELECT gen_random_uuid(), $1::uuid, 'ewmac', $2::text, '1h', 'testnet', 'long', 1, 1, gen_random_uuid(), 'rejected', 'bench', now()
   FROM generate_series(1, ${BARS / 10})`,
];

/** A deploy whose new release holds the shadow lease and has decided the bar that the bot stands on. */
const BEGIN_DEPLOY = `
  WITH bot AS (SELECT * FROM trading.bot_configs WHERE id = $2),
    deploy AS (
      INSERT INTO ops.deploys (id, bot_id, status, from_image_tag, target_image_tag, slot, from_generation, requested_by)
      SELECT $1, id, 'shadowing', image_tag, CASE image_tag WHEN 'v1' THEN 'v2' ELSE 'v1' END,
        CASE active_slot WHEN 'blue' THEN 'green' ELSE 'blue' END::trading.bot_slot, generation, 'bench' FROM bot),
    lease AS (
      UPDATE trading.bot_leases SET fence = fence + 1, holder_id = gen_random_uuid(), released_at = NULL,
        expires_at = now() + interval '1 minute' WHERE bot_id = $2 AND shadow RETURNING fence)
  INSERT INTO trading.shadow_decisions (bot_id, fence, bar_open_time, bar_digest, replayed, params, evaluator)
  SELECT $2, fence, ${BARS - 1}, sha256('bar'), true, '{}', '{}' FROM lease`;
