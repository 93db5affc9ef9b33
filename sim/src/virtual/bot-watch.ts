/**
 * The bots' tables beside the executor's: leases and intents that the one commits the other can read, and the
 * history hears of it first.
 */
import { BotTables } from '@platform/bot/core';
import type { Tables } from '@platform/executor/core';
import type { BotsHistory, DatabaseHistory } from '../history/history';
import type { VirtualPostgres } from './database';

export interface BotWatchParts {
  readonly tables: Tables;
  readonly postgres: VirtualPostgres;
  readonly fences: DatabaseHistory['fences'][number][];
  wallMs(): number;
}

export class BotWatch {
  readonly tables: BotTables;
  private readonly decisions: BotsHistory['decisions'][number][] = [];
  private readonly asked: BotsHistory['asked'][number][] = [];

  constructor({ tables, postgres, fences, wallMs }: BotWatchParts) {
    this.tables = new BotTables(
      wallMs,
      {
        standing: ({ botId, symbol }) => {
          const held = tables.positions.find((row) => row.botId === botId && row.symbol === symbol);
          const unbooked = tables.orders
            .filter((row) => row.botId === botId && row.symbol === symbol)
            .map(({ side, filledQuantity, bookedQuantity }) => {
              const quantity = Number(filledQuantity) - Number(bookedQuantity);
              return Math.max(0, quantity) * (side === 'buy' ? 1 : -1);
            });
          const newest = tables.intents.findLast((row) => row.botId === botId);
          return {
            quantity: unbooked.reduce((sum, quantity) => sum + quantity, Number(held?.quantity ?? 0)),
            newest:
              newest === undefined ? null : { intentId: newest.intentId, isDecided: newest.outcome !== null },
          };
        },
        context: ({ botId, symbol }) => {
          const bot = tables.bots.find((row) => row.botId === botId)!;
          const held = tables.positions.find((row) => row.botId === botId && row.symbol === symbol);
          return {
            paused: tables.paused.has(botId),
            book: {
              initialEquityUsd: Number(bot.allocationUsd),
              realizedPnlUsd: Number(held?.realizedPnl ?? 0),
              feesUsd: Number(held?.fees ?? 0),
              fundingUsd: Number(held?.funding ?? 0),
              quantity: Number(held?.quantity ?? 0),
              entryPrice: Number(held?.entryPrice ?? 0),
            },
          };
        },
        addIntent: ({ intent_id: intentId, bot_id: botId, bar_open_time: barOpenTime, ...intent }) => {
          const { strategy, symbol, timeframe, network, side, qty, sl, tp, fence } = intent;
          if (tables.intents.some((row) => row.intentId === intentId)) return false;
          tables.intents.push({
            intentId,
            botId,
            strategy,
            symbol,
            timeframe,
            network,
            side,
            quantity: qty,
            fence,
            stopPrice: sl,
            takeProfitPrice: tp,
            barOpenTime,
            createdMs: wallMs(),
            outcome: null,
            reason: null,
          });
          this.asked.push({ intentId, botId, side, barOpenTimeMs: barOpenTime!, committedMs: wallMs() });
          postgres.notify('intents');
          return true;
        },
      },
      {
        onLease: ({ symbol, strategy, fence, expiresMs, isReleased }) => {
          const heldUntilMs = isReleased ? 0 : expiresMs;
          const row = tables.leaseOf(symbol, strategy);
          if (Number(row?.fence ?? 0) !== fence)
            fences.push({ symbol, strategy, fence, committedMs: wallMs() });
          if (row === undefined) tables.leases.push({ symbol, strategy, fence: String(fence), heldUntilMs });
          else Object.assign(row, { fence: String(fence), heldUntilMs });
        },
        onDecisions: (settings, entries, target) => {
          const { quantity: held, newest } = this.tables.trading.standing(settings);
          const isUnderWay = newest?.isDecided === false;
          const at = { botId: settings.botId, committedMs: wallMs(), held, isUnderWay };
          for (const { bar, previousDigest, digest } of entries) {
            const decided = { openTimeMs: bar.openTimeMs, previousDigest, digest };
            this.decisions.push({ ...at, ...decided, target: entries.length === 1 ? target : null });
          }
        },
      },
    );
  }

  history(): BotsHistory {
    return {
      decisions: [...this.decisions],
      asked: [...this.asked],
      targets: [...this.tables.states].map(([botId, { held }]) => ({ botId, target: held })),
      divergences: this.tables.audits.filter(({ divergence }) => divergence !== null).length,
    };
  }
}
