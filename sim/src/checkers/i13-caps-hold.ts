import { Decimal } from 'decimal.js';
import type { OrderStep } from '../history/history';
import { type Checker, takenEntries } from './checker';

const DAY_MS = 86_400_000;
const NOTHING = new Decimal(0);

/** What it has not filled it will never fill. */
const ENDED_EARLY = new Set<OrderStep['status']>(['cancelled', 'rejected', 'expired']);

export const capsHold: Checker = {
  invariant: 'I13',
  claim:
    'what the venue filled, what is in flight and what is unknown stays at every moment within the cap per order, and within those per bot and for all of the UTC day that it was written on',
  when: 'always',
  check({ database, venue, caps }) {
    const rows = new Map(database.orders.map((order) => [order.clientOrderId, order]));
    const filled = new Map(
      takenEntries(venue).map(({ clientOrderId, filledQuantity }) => [clientOrderId, filledQuantity]),
    );
    const perOrderUsd = Math.min(caps.networkUsd, caps.perOrderUsd ?? Number.POSITIVE_INFINITY);
    const used = new Map<string, Decimal>();
    const sums = new Map<string, Decimal>();
    const over = new Map<string, string>();
    const add = (who: string, day: string, usd: Decimal, capUsd: number | null) => {
      const sum = (sums.get(`${who} ${day}`) ?? NOTHING).plus(usd);
      sums.set(`${who} ${day}`, sum);
      if (capUsd !== null && usd.gt(0) && sum.gt(capUsd))
        over.set(`${who} ${day}`, `${who} took ${sum.toFixed(2)} USD on ${day}, the cap is ${capUsd}`);
    };
    for (const { clientOrderId, leg, status } of database.orderSteps) {
      const row = rows.get(clientOrderId);
      if (leg !== 'entry' || row?.notionalUsd == null) continue;
      const share = ENDED_EARLY.has(status)
        ? new Decimal(filled.get(clientOrderId) ?? 0).div(row.quantity)
        : new Decimal(1);
      const usd = share.times(row.notionalUsd);
      const more = usd.minus(used.get(clientOrderId) ?? NOTHING);
      used.set(clientOrderId, usd);
      if (usd.gt(perOrderUsd))
        over.set(clientOrderId, `an order of ${usd.toFixed(2)} USD, the cap is ${perOrderUsd}`);
      const day = new Date(Math.floor(row.committedMs / DAY_MS) * DAY_MS).toISOString().slice(0, 10);
      add(`bot ${row.botId}`, day, more, caps.perBotDailyUsd);
      add('all bots', day, more, caps.globalDailyUsd);
    }
    return [...over.values()];
  },
};
