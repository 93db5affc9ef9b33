/**
 * What happened lately, from three logs at once. Each log is read backwards by its own id and the three are
 * merged by time; a page ends at an id in each of them. Within a log the ids alone decide: of two entries
 * written at once the later id may have the earlier time.
 */
import type { EventsQuery, EventView } from '@platform/contracts';
import type { Database as Schema } from '@platform/db';
import { type Kysely, sql } from 'kysely';
import type pg from 'pg';

type Source = EventView['source'];

const LOGS: Readonly<Record<Source, string>> = {
  bot: `SELECT id::text, 'bot' AS source, event_type AS type, bot_id AS "botId", NULL AS breaker,
      CASE WHEN emitted_by = 'platform_manager' THEN 'reconciler' ELSE replace(emitted_by, 'platform_', '') END AS actor,
      metadata ->> 'reason' AS reason, trace_id AS "traceId", created_at, metadata FROM trading.bot_events`,
  risk: `SELECT id::text, 'risk' AS source, event AS type, bot_id AS "botId", breaker, NULL AS actor,
      metadata ->> 'reason' AS reason, trace_id AS "traceId", created_at, metadata FROM risk.risk_events`,
  audit: `SELECT id::text, 'audit' AS source, action AS type,
      CASE WHEN resource_type = 'bot' THEN resource_id END AS "botId", NULL AS breaker, actor, reason,
      trace_id AS "traceId", created_at,
      jsonb_build_object('resource_type', resource_type, 'resource_id', resource_id) AS metadata FROM ops.audit_log`,
};

const SOURCES = Object.keys(LOGS) as Source[];

/**
 * The audit log of the risk service records the same actions as its events; only here it is read, so that no
 * action is missed.
 */
const RISK_AUDIT = `SELECT id::text, 'audit' AS source, action::text AS type, NULL AS "botId", breaker, actor, reason,
    halt_trace_id AS "traceId", created_at, jsonb_build_object('scope', scope) || metadata AS metadata FROM risk.risk_audit_log`;

/** Every entry of every log that carries the trace id, oldest first. */
export async function tracedEvents(db: Kysely<Schema>, traceId: string, limit: number): Promise<EventView[]> {
  const logs = [...SOURCES.map((source) => [LOGS[source], 'trace_id']), [RISK_AUDIT, 'halt_trace_id']];
  const found = await Promise.all(
    logs.map(([log, column]) =>
      sql<FeedRow>`${sql.raw(log!)} WHERE ${sql.ref(column!)} = ${traceId}::uuid ORDER BY id LIMIT ${limit}`.execute(
        db,
      ),
    ),
  );
  return found.flatMap(({ rows }) => rows.map(toEvent)).sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
}

/** Beyond every id: nothing of a log was given yet. */
const NEWEST = '9223372036854775807';

/** The id that a page ended at, by source; its order is that of a cursor. */
export type FeedPosition = Readonly<Record<Source, string>>;

export const FEED_CURSOR_FIELDS = SOURCES.length;

export function toFeedPosition(cursor: readonly string[] | null): FeedPosition {
  const entries = SOURCES.map((source, i) => [source, cursor?.[i] ?? NEWEST]);
  return Object.fromEntries(entries) as FeedPosition;
}

export function toFeedCursor(position: FeedPosition): string[] {
  return SOURCES.map((source) => position[source]);
}

export interface FeedPage {
  readonly items: EventView[];
  readonly next: FeedPosition | null;
}

export async function readFeed(
  pool: pg.Pool,
  { source: only, breaker }: Pick<EventsQuery, 'source' | 'breaker'>,
  from: FeedPosition,
  size: number,
): Promise<FeedPage> {
  const wanted = breaker === undefined ? SOURCES : SOURCES.filter((source) => source === 'risk');
  const asked = wanted.filter((source) => only === undefined || source === only);
  const logs = await Promise.all(
    asked.map((source) => readLog(pool, source, breaker, from[source], size + 1)),
  );
  const merged = merge(logs);
  const items = merged.slice(0, size);
  const next = { ...from };
  for (const { source, id } of items) next[source] = id;
  return { items, next: merged.length > size ? next : null };
}

/** Always the newest of what comes next in each log, so that no log is reordered. */
function merge(logs: readonly (readonly EventView[])[]): EventView[] {
  const waiting = logs.map((log) => [...log]).filter((log) => log.length > 0);
  const merged: EventView[] = [];
  while (waiting.length > 0) {
    const newest = waiting.reduce((a, b) => (b[0]!.createdAt > a[0]!.createdAt ? b : a));
    merged.push(newest.shift()!);
    if (newest.length === 0) waiting.splice(waiting.indexOf(newest), 1);
  }
  return merged;
}

async function readLog(
  pool: pg.Pool,
  source: Source,
  breaker: string | undefined,
  beforeId: string,
  limit: number,
): Promise<EventView[]> {
  const filter = breaker === undefined ? '' : 'AND breaker = $3::risk.breaker';
  const { rows } = await pool.query<FeedRow>(
    `${LOGS[source]} WHERE id < $1::bigint ${filter} ORDER BY id DESC LIMIT $2`,
    [beforeId, limit, ...(breaker === undefined ? [] : [breaker])],
  );
  return rows.map(toEvent);
}

type FeedRow = Omit<EventView, 'createdAt'> & { readonly created_at: Date };

function toEvent({ created_at, ...row }: FeedRow): EventView {
  return { ...row, createdAt: created_at.toISOString() };
}
