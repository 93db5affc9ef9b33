/**
 * trading.bot_configs. Every change is one transaction with the row locked, its audit entry and, where a bot
 * must hear, a command. Changes are made one after the other, since bots are judged by each other; what
 * collides is undone.
 */
import {
  type BotConfig,
  type BotListQuery,
  type BotUpdateRequest,
  type LifecycleAction,
  nextDesiredState,
  PROMOTION,
  scopeText,
} from '@platform/contracts';
import { err, ok, type Result } from '@platform/core';
import type { Database as Schema } from '@platform/db';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { BotFault, BotRecords, OperatorAction } from '../app/ports';
import {
  applySettings,
  type BotSettings,
  changesWhatRuns,
  type ProblemOf,
  testModeFault,
} from '../domain/bot-settings';
import { IN_FLIGHT } from '../domain/deploy-plan';
import { writeAudit } from './audit';
import { findAllocationCollision, findSymbolCollision, findWhatIsOpen } from './reads/shared-account';

type Row = Selectable<Schema['trading.bot_configs']>;
type Changed = Promise<Result<BotConfig, BotFault>>;
type Trx = Transaction<Schema>;

/**
 * Commands from the manager to a bot. The latest one holds, so a start takes back the pause before a stop.
 */
const COMMAND_OF = { start: 'resume', pause: 'pause', resume: 'resume' } as const;
/** A row in these states has no process that a deletion could orphan. */
const AT_REST: ReadonlySet<string> = new Set(['stopped', 'failed', 'quarantined']);

export class BotConfigStore implements BotRecords {
  constructor(private readonly db: Kysely<Schema>) {}

  async list(query: BotListQuery, after: readonly string[] | null, limit: number): Promise<BotConfig[]> {
    let select = this.db.selectFrom('trading.bot_configs').selectAll().where('deleted_at', 'is', null);
    if (query.status !== undefined) select = select.where('status', '=', query.status);
    if (query.desired_state !== undefined) select = select.where('desired_state', '=', query.desired_state);
    if (after !== null) {
      select = select.where(sql<boolean>`(created_at, id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`);
    }
    const rows = await select.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
    return rows.map(toBotConfig);
  }

  async get(id: string): Promise<BotConfig | undefined> {
    const select = this.db.selectFrom('trading.bot_configs').selectAll();
    const row = await select.where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst();
    return row && toBotConfig(row);
  }

  /** Deleted bots keep their history. */
  async everExisted(id: string): Promise<boolean> {
    const select = this.db.selectFrom('trading.bot_configs').select('id');
    return (await select.where('id', '=', id).executeTakeFirst()) !== undefined;
  }

  create(
    operatorAction: OperatorAction,
    id: string,
    request: BotUpdateRequest,
    problemOf: ProblemOf,
  ): Changed {
    return this.change(async (trx) => {
      const settings = await settingsFor(trx, undefined, request, problemOf);
      if (!settings.ok) return settings;
      const insert = trx.insertInto('trading.bot_configs').values({ id, ...toColumns(settings.value) });
      const after = toBotConfig(await insert.returningAll().executeTakeFirstOrThrow());
      const collision = await findSymbolCollision(trx, after);
      if (collision !== null) return err({ kind: 'collides', collision });
      await writeAudit(trx, operatorAction, { action: 'create', resourceType: 'bot', resourceId: id, after });
      return ok(after);
    });
  }

  update(
    operatorAction: OperatorAction,
    id: string,
    request: BotUpdateRequest,
    problemOf: ProblemOf,
  ): Changed {
    return this.changeBot(id, async (trx, before) => {
      const settings = await settingsFor(trx, before, request, problemOf);
      if (!settings.ok) return settings;
      const differs = (...fields: (keyof BotSettings)[]) =>
        fields.some((field) => JSON.stringify(before[field]) !== JSON.stringify(settings.value[field]));
      if (differs('symbol', 'network')) {
        const refusal = await whatKeeps(trx, before, 'changes its symbol or network');
        if (refusal !== null) return err(refusal);
      }
      const grows = changesWhatRuns(before, settings.value) ? 1 : 0;
      const columns = { ...toColumns(settings.value), generation: String(before.generation + grows) };
      const after = await updateBot(trx, operatorAction, before, 'update', columns);
      const collision =
        (differs('symbol', 'network', 'leverage') ? await findSymbolCollision(trx, after) : null) ??
        (differs('allocation') && after.desired_state !== 'stopped'
          ? await findAllocationCollision(trx, after)
          : null);
      return collision === null ? ok(after) : err({ kind: 'collides', collision });
    });
  }

  move(operatorAction: OperatorAction, id: string, action: LifecycleAction): Changed {
    return this.changeBot(id, async (trx, before) => {
      const desired_state = nextDesiredState(before.desired_state, action);
      if (desired_state === null) {
        return err({ kind: 'refused', message: `a bot that is ${before.desired_state} cannot ${action}` });
      }
      const fault = desired_state === 'running' ? testModeFault(before) : null;
      if (fault !== null) return err({ kind: 'invalid', fault });
      const after = await updateBot(trx, operatorAction, before, action, { desired_state });
      if (action === 'start') {
        const collision =
          (await findSymbolCollision(trx, after)) ?? (await findAllocationCollision(trx, after));
        if (collision !== null) return err({ kind: 'collides', collision });
      }
      if (action in COMMAND_OF && before.quarantined_at === null) {
        const kind = COMMAND_OF[action as keyof typeof COMMAND_OF];
        await trx
          .insertInto('trading.bot_commands')
          .values({
            kind,
            scope: scopeText({ kind: 'bot', botId: id }),
            bot_id: id,
            reason: `${action} requested through the manager`,
            issued_by: operatorAction.actor,
            trace_id: operatorAction.traceId,
          })
          .execute();
      }
      return ok(after);
    });
  }

  remove(operatorAction: OperatorAction, id: string): Changed {
    return this.changeBot(id, async (trx, before) => {
      const refusal = await whatKeeps(trx, before, 'is deleted');
      if (refusal !== null) return err(refusal);
      return ok(await updateBot(trx, operatorAction, before, 'delete', { deleted_at: sql<Date>`now()` }));
    });
  }

  clearQuarantine(operatorAction: OperatorAction, id: string): Changed {
    return this.changeBot(id, async (trx, before) => {
      if (before.quarantined_at === null)
        return err({ kind: 'refused', message: 'the bot is not quarantined' });
      const columns = { quarantined_at: null, status: 'stopped' } as const;
      return ok(await updateBot(trx, operatorAction, before, 'clear_quarantine', columns));
    });
  }

  /** Every mismatch that is known now; a later one stops the bot again. */
  acknowledgeParity(operatorAction: OperatorAction, id: string, reason: string): Changed {
    return this.changeBot(id, async (trx, bot) => {
      const acknowledged = await trx
        .updateTable('trading.parity_audits')
        .set({ acknowledged_by: operatorAction.actor, acknowledged_at: sql<Date>`now()` })
        .where('bot_id', '=', id)
        .where('result', '=', 'divergence')
        .where('acknowledged_at', 'is', null)
        .returning(['id', 'first_divergence'])
        .execute();
      if (acknowledged.length === 0) {
        return err({ kind: 'refused', message: 'no parity mismatch of this bot waits to be acknowledged' });
      }
      await writeAudit(trx, operatorAction, {
        action: 'acknowledge_parity',
        resourceType: 'bot',
        resourceId: id,
        reason,
        after: { acknowledged: acknowledged.map(({ first_divergence }) => first_divergence) },
      });
      return ok(bot);
    });
  }

  private changeBot(id: string, change: (trx: Trx, before: BotConfig) => Changed): Changed {
    return this.change(async (trx) => {
      const select = trx.selectFrom('trading.bot_configs').selectAll().where('id', '=', id);
      const row = await select.where('deleted_at', 'is', null).forUpdate().executeTakeFirst();
      return row === undefined ? err({ kind: 'not_found' }) : change(trx, toBotConfig(row));
    });
  }

  private async change(change: (trx: Trx) => Changed): Changed {
    try {
      return await this.db.transaction().execute(async (trx) => {
        await sql`SELECT pg_advisory_xact_lock(hashtextextended('manager.bots', 0))`.execute(trx);
        const changed = await change(trx);
        if (!changed.ok) throw new Undone(changed.error);
        return changed;
      });
    } catch (error) {
      if (error instanceof Undone) return err(error.fault);
      if ((error as { constraint?: string }).constraint === 'bot_configs_name')
        return err({ kind: 'name_taken' });
      throw error;
    }
  }
}

/** Ends a transaction without a trace of it. */
class Undone extends Error {
  constructor(readonly fault: BotFault) {
    super(fault.kind);
  }
}

/**
 * A position whose bot is gone, or trades something else, would never be exited; nor would a deploy of it
 * ever end.
 */
async function whatKeeps(trx: Trx, bot: BotConfig, what: string): Promise<BotFault | null> {
  if (bot.desired_state !== 'stopped' || !AT_REST.has(bot.status)) {
    return { kind: 'refused', message: `a bot ${what} only when stopped; this one is ${bot.status}` };
  }
  const deploys = trx.selectFrom('ops.deploys').select('id').where('bot_id', '=', bot.id);
  if ((await deploys.where('status', 'in', [...IN_FLIGHT]).executeTakeFirst()) !== undefined) {
    return { kind: 'refused', message: `a deploy of the bot has to end before it ${what}` };
  }
  const open = await findWhatIsOpen(trx, bot.id);
  if (open === null) return null;
  const message = `the bot ${open}: flatten bot:${bot.id}, or start it and let it exit, before it ${what}`;
  return { kind: 'collides', collision: { field: 'id', message } };
}

async function settingsFor(
  trx: Trx,
  current: BotSettings | undefined,
  request: BotUpdateRequest,
  problemOf: ProblemOf,
): Promise<Result<BotSettings, BotFault>> {
  const settings = applySettings(current && settingsOf(current), request, problemOf);
  if (!settings.ok) return err({ kind: 'invalid', fault: settings.error });
  const { symbol, candle_source } = settings.value;
  if (symbol === current?.symbol || candle_source === 'scripted' || (await isKnownSymbol(trx, symbol)))
    return settings;
  const message = `symbol ${symbol} is unknown: no bars of it are stored`;
  return err({ kind: 'invalid', fault: { code: 'MANAGER_INVALID_REQUEST', field: 'symbol', message } });
}

/** Known is what bars are stored of; the symbols of the promotion flow are known before the first bar. */
async function isKnownSymbol(trx: Trx, symbol: string): Promise<boolean> {
  if ((PROMOTION.requiredSymbols as readonly string[]).includes(symbol)) return true;
  const select = trx.selectFrom('market.kline_months').select('symbol').where('symbol', '=', symbol);
  return (await select.limit(1).executeTakeFirst()) !== undefined;
}

async function updateBot(
  trx: Trx,
  operatorAction: OperatorAction,
  before: BotConfig,
  action: string,
  columns: object,
): Promise<BotConfig> {
  const update = trx.updateTable('trading.bot_configs').set(columns).where('id', '=', before.id);
  const after = toBotConfig(await update.returningAll().executeTakeFirstOrThrow());
  const states = action === 'delete' ? { before } : { before, after };
  await writeAudit(trx, operatorAction, { action, resourceType: 'bot', resourceId: before.id, ...states });
  return after;
}

function toColumns({ allocation, sizing, params, overlays, timeframe, ...plain }: BotSettings) {
  return {
    ...plain,
    timeframe: timeframe as Row['timeframe'],
    params: JSON.stringify(params),
    overlays: JSON.stringify(overlays),
    allocation_mode: allocation.mode,
    allocation_value: String(allocation.value),
    sizing_mode: sizing.mode,
    sizing_value: String(sizing.value),
  };
}

export function settingsOf(bot: BotSettings): BotSettings {
  const { bot_name, image_tag, auto_deploy, strategy, symbol, timeframe, params, network, sizing } = bot;
  const { allocation, leverage, cluster_id, warmup_mode, candle_source, overlays } = bot;
  return {
    bot_name,
    image_tag,
    auto_deploy,
    strategy,
    symbol,
    timeframe,
    params,
    network,
    sizing,
    allocation,
    leverage,
    cluster_id,
    warmup_mode,
    candle_source,
    overlays,
  };
}

export function toBotConfig(row: Row): BotConfig {
  const { allocation_mode, allocation_value, sizing_mode, sizing_value, ...rest } = row;
  const { deleted_at: _, active_slot: __, ...plain } = rest;
  return {
    ...plain,
    allocation: { mode: allocation_mode, value: Number(allocation_value) },
    sizing: { mode: sizing_mode, value: Number(sizing_value) },
    params: row.params as BotConfig['params'],
    overlays: row.overlays as BotConfig['overlays'],
    generation: Number(row.generation),
    quarantined_at: row.quarantined_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
