/**
 * The audit of any bot from outside its process, as `./platform parity <bot_id>` runs it: ledger from the
 * database, bars from the data service.
 */
import { err, isUuid, ok, type Result, type Timeframe } from '@platform/core';
import { findStrategy, type MarketSeries } from '@platform/strategies';
import pg from 'pg';
import { type AuditSubject, auditLedger } from './app/auditor';
import type { AuditRecord } from './app/ports';
import { AuxiliarySeries } from './sources/auxiliary';
import { DataClient } from './sources/data-client';
import { DatabaseLedger } from './store/ledger';

export type { AuditRecord } from './app/ports';

export interface StoredBotAudit {
  readonly botId: string;
  /** DSN of a role that may read the ledger and record audits. */
  readonly databaseUrl: string;
  readonly dataUrl: string;
}

/** Audits the newest generation and records what it found; the error is a sentence for the operator. */
export async function auditStoredBot(request: StoredBotAudit): Promise<Result<AuditRecord, string>> {
  if (!isUuid(request.botId)) return err(`${request.botId} is not the id of a bot`);
  const client = new pg.Client({ connectionString: request.databaseUrl, statement_timeout: 30_000 });
  await client.connect();
  try {
    const bot = await newestState(client, request.botId);
    if (bot === undefined) return err(`bot ${request.botId} has not decided on any bar yet`);
    // Its bars are known to its own process alone: the market's would show false mismatches.
    if (bot.candle_source === 'scripted') {
      return err(
        `bot ${request.botId} decides on the bars of a script, which only its own hourly audit replays`,
      );
    }
    const subject = subjectOf(bot);
    if (subject === undefined)
      return err(`its strategy ${bot.strategy} does not run with the stored parameters here`);
    const ledger = new DatabaseLedger(client, request.botId, bot.generation);
    const data = new DataClient(request.dataUrl);
    const market = (fromMs: number, toMs: number) => readMarket(data, bot.symbol, subject, fromMs, toMs);
    const record = await auditLedger(subject, ledger, { market });
    if (record === null) return err(`the ledger of bot ${request.botId} holds no chain`);
    await ledger.recordAudit(record);
    return ok(record);
  } finally {
    await client.end();
  }
}

interface StoredBot {
  readonly generation: string;
  readonly strategy: string;
  readonly symbol: string;
  readonly timeframe: Timeframe;
  readonly params: unknown;
  readonly candle_source: string | null;
}

async function newestState(client: pg.Client, botId: string): Promise<StoredBot | undefined> {
  const { rows } = await client.query<StoredBot>(
    `SELECT state.generation, state.strategy, state.symbol, state.timeframe, state.params, config.candle_source
     FROM trading.bot_states state LEFT JOIN trading.bot_configs config ON config.id = state.bot_id
     WHERE state.bot_id = $1 ORDER BY state.generation DESC LIMIT 1`,
    [botId],
  );
  return rows[0];
}

function subjectOf({ strategy, timeframe, params }: StoredBot): AuditSubject | undefined {
  const definition = findStrategy(strategy);
  const parsed = definition?.parse(params);
  return definition !== undefined && parsed?.ok ? { definition, params: parsed.value, timeframe } : undefined;
}

async function readMarket(
  data: DataClient,
  symbol: string,
  { definition, params, timeframe }: AuditSubject,
  fromMs: number,
  toMs: number,
): Promise<MarketSeries> {
  const bars = await data.series('perp', symbol, timeframe, fromMs, toMs);
  const needs = definition.datasets(params, timeframe);
  return { bars, ...(await new AuxiliarySeries(data, symbol, timeframe).over(needs, fromMs, toMs)) };
}
