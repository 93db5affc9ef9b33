/** Entries in memory: lease, caps, latch and pause are looked at once more as the row is written. */
import { clientOrderId } from '@platform/exchange';
import { HALTED, PAUSED, type Refusal } from '@platform/risk-rules';
import type { Chance } from '@platform/service-kit';
import type { Decimal } from 'decimal.js';
import type { Entries } from '../app/ports';
import { rowOf } from './orders';
import type { Access, IntentRow, Tables } from './tables';

export function entriesIn(tables: Tables, chance: Chance, access: Access): Entries {
  return {
    write({ terms }, limits) {
      const order = {
        orderId: chance.newId(),
        clientOrderId: clientOrderId(terms.intentId, 'entry', 0),
      };
      return access('entries.write', () => {
        const intent = tables.intents.find(({ intentId }) => intentId === terms.intentId);
        if (intent === undefined) throw new Error(`no intent ${terms.intentId}`);
        const lease = tables.leaseOf(intent.symbol, intent.strategy);
        if (lease === undefined || lease.heldUntilMs <= tables.nowMs()) return { kind: 'outdated' } as const;
        if (exceeds(tables, intent, terms.notionalUsd, limits)) return { kind: 'outdated' } as const;
        const refusal = guard(tables, intent, lease.fence);
        if (refusal !== undefined) return refusal;
        const isWritten = tables.insertOrder({
          ...order,
          ...rowOf(tables, {
            intentId: intent.intentId,
            botId: intent.botId,
            network: intent.network,
            symbol: intent.symbol,
            leg: 'entry',
            space: 'regular',
            side: terms.side,
            quantity: terms.quantity,
          }),
          attempt: 1,
          notionalUsd: terms.notionalUsd,
        });
        if (!isWritten) throw new Error(`intent ${intent.intentId} has an entry already`);
        return { kind: 'written', order } as const;
      });
    },
    usage: () =>
      access('entries.usage', () => {
        const entries = tables.orders.filter(({ leg }) => leg === 'entry');
        const used = new Map(
          entries.map(({ network, botId }) => {
            const usd = tables.used(network, botId!).toFixed();
            return [`${network} ${botId}`, { network, botId: botId!, usd }] as const;
          }),
        );
        return [...used.values()];
      }),
  };
}

function exceeds(
  tables: Tables,
  { network, botId }: IntentRow,
  notionalUsd: string,
  { perBotDailyUsd, globalDailyUsd }: Parameters<Entries['write']>[1],
): boolean {
  const isOverCap = (used: Decimal, cap: string | undefined) =>
    cap !== undefined && used.plus(notionalUsd).gt(cap);
  return (
    isOverCap(tables.used(network, botId), perBotDailyUsd) || isOverCap(tables.used(network), globalDailyUsd)
  );
}

/** As the table's own guard says it. */
function guard(tables: Tables, { botId, fence }: IntentRow, leaseFence: string): Refusal | undefined {
  if (tables.halted !== false) return HALTED;
  if (tables.paused.has(botId)) return PAUSED;
  if (fence === leaseFence) return undefined;
  return {
    kind: 'refused',
    gate: 'lease',
    code: 'EXECUTOR_INTENT_REJECTED',
    reason: 'stale_fence',
    detail: 'a new holder came while the order was written',
  };
}
