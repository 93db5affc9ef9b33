/**
 * The risk service's tables beside the executor's: what the one commits the other can read, and the history
 * hears of it first. An operator is at hand who halts, resumes and drills as the schedule says, and after
 * every trip accepts the losses and resumes, so that the seed goes on testing entries.
 */

import type { BotTables } from '@platform/bot/core';
import { type Breaker, DEFAULT_RISK_LIMITS, riskEventMessageId } from '@platform/contracts';
import type { Tables } from '@platform/executor/core';
import { type MemoryRisk, memoryRisk, planDrill, RiskTables } from '@platform/risk/core';
import type { LatchStep, RiskHistory } from '../history/history';
import type { Draws } from '../schedule/random';
import { chanceOf } from './chance';
import type { VirtualPostgres } from './database';
import type { Scheduler } from './scheduler';

/** Longer than a drill lasts. */
const RESUMES_AFTER_MS = [13_000, 20_000] as const;
const OPERATOR = { reason: 'simulation', actor: 'operator:simulation' } as const;

export interface WatchParts {
  readonly scheduler: Scheduler;
  readonly tables: Tables;
  readonly postgres: VirtualPostgres;
  readonly draws: Draws;
  readonly bots: BotTables;
  wallMs(): number;
  markOf(symbol: string): number | null;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer E)[] ? E[] : T[K] };

export class RiskWatch {
  readonly tables: RiskTables;
  readonly latch: LatchStep[] = [];
  private readonly seen: Mutable<Omit<RiskHistory, 'events'>> = { audits: [], statuses: [], drills: [] };
  private readonly operator: MemoryRisk;
  private commands = 0;
  private willResume = false;

  constructor(private readonly parts: WatchParts) {
    const { draws, wallMs, scheduler, postgres } = parts;
    const committedMs = () => wallMs();
    this.tables = new RiskTables(wallMs, this.trading(), {
      onLatch: (halted, traceId) => {
        parts.tables.halted = halted;
        this.latch.push({ halted, traceId, committedMs: committedMs() });
        postgres.notify('halt');
      },
      onAudit: ({ traceId, action, actor }) =>
        this.seen.audits.push({ traceId, action, actor, committedMs: committedMs() }),
      onStatus: ({ breaker, scope, status, outcome }) => {
        this.seen.statuses.push({ breaker, scope, status, outcome, committedMs: committedMs() });
        if (status === 'tripped') this.resumeLater();
      },
      onPause: (botId, isPaused) =>
        isPaused ? parts.tables.paused.add(botId) : parts.tables.paused.delete(botId),
      onCommand: ({ kind, scope, reason }) => {
        if (kind === 'flatten') return this.addFlatten(scope);
        const id = ++this.commands;
        parts.bots.commands.push({ id, commandId: String(id), kind, scope, reason, createdMs: wallMs() });
        postgres.notify('commands');
      },
      onOutbox: () => postgres.notify('outbox'),
    });
    this.tables.limits = {
      ...DEFAULT_RISK_LIMITS,
      drawdown_bot_pause_fraction: draws.pick([0, 0.05]),
      drawdown_bot_flatten_fraction: draws.pick([0, 0, 0.1]),
    };
    const time = { monotonicMs: () => scheduler.nowMs };
    this.operator = memoryRisk(this.tables, chanceOf(draws), time, async (_statement, run) => run());
  }

  history(taken: ReadonlyMap<string, number>): RiskHistory {
    const { audits, statuses, drills } = this.seen;
    return {
      audits: [...audits],
      statuses: [...statuses],
      drills: [...drills],
      events: this.tables.outbox.map(({ event_id: eventId }) => ({
        eventId,
        taken: taken.get(riskEventMessageId(eventId)) ?? 0,
      })),
    };
  }

  async operate(halted: boolean): Promise<void> {
    if (halted) await this.operator.latch.halt(this.act());
    else await this.operator.latch.resume(this.act());
  }

  async startDrill(breaker: Breaker): Promise<void> {
    const plan = planDrill(breaker, this.tables.limits);
    if (plan === null) return;
    await this.operator.drills.start(this.act(), breaker, plan);
    this.seen.drills.push({ breaker, committedMs: this.parts.wallMs() });
  }

  addFlatten(scope: string): void {
    const { tables, postgres } = this.parts;
    const id = String(++this.commands);
    const commandId = `${id.padStart(8, '0')}-0000-7000-8000-c00000000000`;
    tables.commands.push({ id, commandId, scope, network: null, isDone: false });
    postgres.notify('commands');
  }

  private act() {
    return { ...OPERATOR, traceId: chanceOf(this.parts.draws).newId() };
  }

  private resumeLater(): void {
    if (this.willResume) return;
    this.willResume = true;
    const { scheduler, draws } = this.parts;
    scheduler.after(draws.whole(...RESUMES_AFTER_MS), () => {
      this.willResume = false;
      const { limits } = this.tables;
      this.tables.limits = { ...limits, drawdown_baseline: limits.drawdown_baseline + 1 };
      void this.operate(false);
    });
  }

  /** As the risk service reads the tables of the others. */
  private trading() {
    const { tables, markOf } = this.parts;
    const clusterOf = (botId: string | null) =>
      tables.bots.find((bot) => bot.botId === botId)?.clusterId ?? null;
    return {
      bots: () => tables.bots,
      positions: () =>
        tables.positions.map(({ botId, network, symbol, quantity, entryPrice, ...row }) => ({
          botId,
          network,
          symbol,
          clusterId: clusterOf(botId),
          qty: Number(quantity),
          entryPrice: Number(entryPrice ?? 0),
          bookedPnlUsd: Number(row.realizedPnl) - Number(row.fees) + Number(row.funding),
          openedAtMs: Number.POSITIVE_INFINITY,
        })),
      runs: () =>
        [...tables.runs].map(([botId, { initialEquity }]) => ({
          botId,
          network: 'testnet',
          initialEquityUsd: Number(initialEquity),
          startedAtMs: 0,
        })),
      marks: { latest: markOf, at: markOf },
    };
  }
}
