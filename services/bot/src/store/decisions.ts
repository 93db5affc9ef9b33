/**
 * Decisions become rows here. Everything a batch of bars leads to is one transaction that begins with the
 * lease: a bot that was fenced writes nothing. Running the same batch again changes nothing, so an unknown
 * commit is simply tried again.
 */
import { BAR_COLUMNS } from '@platform/core';
import { newId } from '@platform/service-kit';
import type { Target } from '@platform/strategies';
import type pg from 'pg';
import type {
  CommitOutcome,
  CommittedIntent,
  DecisionBatch,
  DecisionStore,
  HeldLease,
  RecordReplay,
} from '../app/ports';
import type { DeciderMemory } from '../domain/decider';
import { type IntentDraft, missedExit, orderIntent } from '../domain/intent';
import type { LedgerEntry } from '../domain/ledger';
import type { BotSettings } from '../domain/settings';
import { readEntryContext } from './entry-context';
import { leaseParameters, RENEW_LEASE } from './lease';
import { readStanding } from './standing';
import { inTransaction } from './transaction';

export class LedgerForked extends Error {
  constructor(openTimeMs: number) {
    super(`the ledger already holds another decision for the bar at ${openTimeMs}`);
  }
}

export class LiveDecisionStore implements DecisionStore {
  constructor(
    private readonly pool: pg.Pool,
    private readonly settings: BotSettings,
  ) {}

  commit(lease: HeldLease, batch: DecisionBatch): Promise<CommitOutcome> {
    return inTransaction(this.pool, async (client) => {
      if (!(await holdsLease(client, this.settings, lease))) return { kind: 'lost' };
      await this.appendLedger(client, batch);
      await this.storeState(client, batch);
      await this.recordOverlays(client, batch);
      const drafts = batch.hasSignal ? batch.draft(await readEntryContext(client, this.settings)) : [];
      const intents: CommittedIntent[] = [];
      for (const draft of drafts) {
        intents.push(await insertIntent(client, this.settings, lease.fence, draft, newId()));
      }
      if (drafts.length > 0) return { kind: 'committed', intents };
      const last = batch.entries[batch.entries.length - 1]!;
      return this.exitAgain(client, lease, batch.memory.held, last.bar.openTimeMs);
    });
  }

  repeatMissedExit(lease: HeldLease, target: Target, barOpenTimeMs: number): Promise<CommitOutcome> {
    return inTransaction(this.pool, async (client) => {
      if (!(await holdsLease(client, this.settings, lease))) return { kind: 'lost' };
      return this.exitAgain(client, lease, target, barOpenTimeMs);
    });
  }

  private async exitAgain(
    client: pg.PoolClient,
    lease: HeldLease,
    target: Target,
    barOpenTimeMs: number,
  ): Promise<CommitOutcome> {
    const standing = await readStanding(client, this.settings);
    const draft = missedExit(this.settings.botId, target, barOpenTimeMs, standing);
    if (draft === null) return { kind: 'committed', intents: [] };
    const intent = await insertIntent(client, this.settings, lease.fence, draft, newId());
    return { kind: 'committed', intents: [intent] };
  }

  private async appendLedger(client: pg.PoolClient, { entries }: DecisionBatch): Promise<void> {
    const { botId, generation } = this.settings;
    await client.query(APPEND_LEDGER, [
      botId,
      generation,
      entries.map((entry) => entry.bar.openTimeMs),
      entries.map((entry) => hex(entry.barDigest)),
      entries.map((entry) => entry.signal),
      entries.map((entry) => hex(entry.previousDigest)),
      entries.map((entry) => hex(entry.digest)),
      entries.map((entry) => `{${BAR_COLUMNS.map((column) => entry.bar[column]).join(',')}}`),
    ]);
    const last = entries[entries.length - 1]!;
    const { rows } = await client.query<{ digest: Buffer }>(
      'SELECT digest FROM trading.bar_decisions WHERE bot_id = $1 AND generation = $2 AND bar_open_time = $3',
      [botId, generation, last.bar.openTimeMs],
    );
    if (rows[0]?.digest.toString('hex') !== last.digest) throw new LedgerForked(last.bar.openTimeMs);
  }

  private async storeState(client: pg.PoolClient, { entries, memory }: DecisionBatch): Promise<void> {
    const { botId, generation, strategy, symbol, timeframe, plan } = this.settings;
    const last = entries[entries.length - 1]!;
    await client.query(STORE_STATE, [
      botId,
      generation,
      strategy,
      symbol,
      timeframe,
      JSON.stringify(plan?.params ?? {}),
      last.bar.openTimeMs,
      hex(last.digest),
      memory.held,
      JSON.stringify(memory.evaluator),
    ]);
  }

  private async recordOverlays(client: pg.PoolClient, { overlays }: DecisionBatch): Promise<void> {
    const { botId, symbol, timeframe } = this.settings;
    for (const { barOpenTimeMs, decision } of overlays) {
      await client.query(
        `INSERT INTO trading.overlay_decisions (bot_id, overlay, symbol, timeframe, bar_open_time, verdict, reason, metadata)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING`,
        [
          botId,
          decision.overlay,
          symbol,
          timeframe,
          barOpenTimeMs,
          decision.veto ? 'veto' : 'pass',
          decision.reason,
          JSON.stringify(decision.details),
        ],
      );
    }
  }
}

/**
 * The green side of a deploy: the shadow lease is checked alike, and decisions go to the compare buffer,
 * nowhere else.
 */
export function shadowDecisions(
  pool: pg.Pool,
  settings: BotSettings,
): { readonly decisions: DecisionStore; readonly recordReplay: RecordReplay } {
  /**
   * The state after the last of them goes with it: what the bot would go on with after a swap at that bar.
   */
  const append = (
    lease: HeldLease,
    entries: readonly LedgerEntry[],
    { evaluator }: DeciderMemory,
    isReplayed: boolean,
  ): Promise<CommitOutcome> =>
    inTransaction(pool, async (client) => {
      if (!(await holdsLease(client, settings, lease))) return { kind: 'lost' };
      await client.query(APPEND_SHADOW, [
        settings.botId,
        lease.fence,
        entries.map((entry) => entry.bar.openTimeMs),
        entries.map((entry) => hex(entry.barDigest)),
        entries.map((entry) => entry.signal),
        isReplayed,
        JSON.stringify(settings.plan?.params ?? {}),
        JSON.stringify(evaluator),
        entries[entries.length - 1]!.bar.openTimeMs,
      ]);
      return { kind: 'committed', intents: [] };
    });
  return {
    decisions: {
      commit: (lease, { entries, memory }) => append(lease, entries, memory, false),
      repeatMissedExit: async () => ({ kind: 'committed', intents: [] }),
    },
    recordReplay: (lease, entries, memory) => append(lease, entries, memory, true),
  };
}

/**
 * Renews the lease and locks its row until the transaction ends: a taker-over waits, and what it then reads
 * is final.
 */
export async function holdsLease(
  client: pg.PoolClient,
  settings: BotSettings,
  lease: HeldLease,
): Promise<boolean> {
  const { rowCount } = await client.query(RENEW_LEASE, [...leaseParameters(settings, lease)]);
  return rowCount === 1;
}

export async function insertIntent(
  client: pg.PoolClient,
  settings: BotSettings,
  fence: string,
  draft: IntentDraft,
  traceId: string,
): Promise<CommittedIntent> {
  const intent = orderIntent({ ...settings, fence }, draft, traceId);
  const { rows } = await client.query<{ created_at: Date }>(INSERT_INTENT, [
    intent.intent_id,
    intent.bot_id,
    intent.strategy,
    intent.symbol,
    intent.timeframe,
    intent.network,
    intent.side,
    intent.qty,
    intent.sl,
    intent.tp,
    fence,
    intent.bar_open_time,
    intent.signal_digest,
    traceId,
  ]);
  const createdAt = rows[0]?.created_at;
  return { intent: { ...intent, created_at: createdAt?.getTime() ?? 0 }, isNew: createdAt !== undefined };
}

const hex = (digest: string) => Buffer.from(digest, 'hex');

const INSERT_INTENT = `
  INSERT INTO trading.order_intents (intent_id, bot_id, strategy, symbol, timeframe, network, side, qty, sl, tp, fence,
    bar_open_time, signal_digest, trace_id)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
  ON CONFLICT (intent_id) DO NOTHING RETURNING created_at`;

const APPEND_LEDGER = `
  INSERT INTO trading.bar_decisions (bot_id, generation, bar_open_time, bar_digest, signal, previous_digest, digest, bar)
  SELECT $1, $2, row.* FROM (
    SELECT open_time, bar_digest, signal::jsonb, previous_digest, digest, bar::double precision[]
    FROM unnest($3::bigint[], $4::bytea[], $5::text[], $6::bytea[], $7::bytea[], $8::text[])
      AS given (open_time, bar_digest, signal, previous_digest, digest, bar)) AS row
  ON CONFLICT (bot_id, generation, bar_open_time) DO NOTHING`;

const APPEND_SHADOW = `
  INSERT INTO trading.shadow_decisions (bot_id, fence, bar_open_time, bar_digest, signal, replayed, params, evaluator)
  SELECT $1, $2, open_time, bar_digest, signal::jsonb, $6, CASE WHEN open_time = $9 THEN $7::jsonb END,
    CASE WHEN open_time = $9 THEN $8::jsonb END
  FROM unnest($3::bigint[], $4::bytea[], $5::text[]) AS given (open_time, bar_digest, signal)
  ON CONFLICT DO NOTHING`;

const STORE_STATE = `
  INSERT INTO trading.bot_states
    (bot_id, generation, strategy, symbol, timeframe, params, bar_open_time, digest, held, evaluator)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
  ON CONFLICT (bot_id, generation) DO UPDATE SET strategy = excluded.strategy, symbol = excluded.symbol,
    timeframe = excluded.timeframe, params = excluded.params, bar_open_time = excluded.bar_open_time,
    digest = excluded.digest, held = excluded.held, evaluator = excluded.evaluator`;
