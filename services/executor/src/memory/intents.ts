/** Intents that wait for their outcome, in memory. */
import type { Network } from '@platform/contracts';
import type { Intent, Intents } from '../app/ports';
import { compare, ofSymbol } from './rows';
import type { Access, Tables } from './tables';

export function intentsIn(tables: Tables, access: Access): Intents {
  return {
    waitingSymbols: () =>
      access('intents.waitingSymbols', () => {
        const waiting = tables.intents.filter(({ outcome }) => outcome === null);
        const keyed = new Map(
          waiting.map(({ network, symbol }) => [`${network} ${symbol}`, { network, symbol }]),
        );
        return [...keyed.values()];
      }),
    undecided: (network, symbol) => access('intents.undecided', () => undecided(tables, network, symbol)),
    decide: ({ intentId }, { outcome, reason }) =>
      access('intents.decide', () => {
        const row = tables.intents.find((each) => each.intentId === intentId);
        if (row === undefined || row.outcome !== null) return false;
        Object.assign(row, { outcome, reason });
        tables.witness.onOutcome(row);
        if (outcome !== 'rejected') return true;
        const metadata = JSON.stringify({ intent_id: intentId, reason_code: reason });
        tables.events.push({ bot_id: row.botId, event_type: 'IntentRejected', metadata, trace_id: null });
        return true;
      }),
  };
}

const MOST_INTENTS = 50;

export function undecided(tables: Tables, network: Network, symbol: string): Intent[] {
  const nowMs = tables.nowMs();
  const orders = ofSymbol(tables.orders, network, symbol);
  const waiting = ofSymbol(tables.intents, network, symbol)
    .filter(({ outcome }) => outcome === null)
    .sort(
      (a, b) =>
        a.createdMs - b.createdMs ||
        (a.barOpenTime ?? 0) - (b.barOpenTime ?? 0) ||
        compare(a.intentId, b.intentId),
    );
  if (waiting.length === 0) return [];
  const globalUsedUsd = tables.used(network).toFixed();
  return waiting.slice(0, MOST_INTENTS).map((row, index) => {
    const { intentId, botId, strategy, timeframe, side, quantity, stopPrice, takeProfitPrice, fence } = row;
    const entry = orders.find((order) => order.intentId === intentId && order.leg === 'entry');
    const lease = tables.leaseOf(symbol, strategy);
    return {
      intentId,
      botId,
      strategy,
      symbol,
      timeframe,
      network,
      side,
      quantity,
      stopPrice,
      takeProfitPrice,
      fence,
      ageMs: nowMs - row.createdMs,
      barAgeMs: row.barOpenTime === null ? null : nowMs - row.barOpenTime,
      isSuperseded: waiting.slice(index + 1).some((later) => later.botId === botId),
      entryStatus: entry?.status ?? null,
      isEntryFilled: Number(entry?.filledQuantity ?? 0) > 0,
      hasExit: orders.some((order) => order.intentId === intentId && order.leg === 'exit'),
      leverage: tables.bots.find((bot) => bot.botId === botId)?.leverage ?? 1,
      leaseFence: lease?.fence ?? null,
      isLeaseHeld: lease !== undefined && lease.heldUntilMs > nowMs,
      isPaused: tables.paused.has(botId),
      traceId: null,
      botUsedUsd: tables.used(network, botId).toFixed(),
      globalUsedUsd,
      orderMaxUsd: null,
      grossMaxUsd: null,
      grossUsd: null,
    };
  });
}
