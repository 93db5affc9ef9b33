import { Decimal } from 'decimal.js';
import { type Checker, groupBy, takenEntries } from './checker';

export const capsHold: Checker = {
  invariant: 'I13',
  claim: 'what the venue filled stays within the cap per order, per bot and day, and for all',
  when: 'always',
  check({ database, venue, caps }) {
    const rows = new Map(database.orders.map((order) => [order.clientOrderId, order]));
    const used = takenEntries(venue).flatMap(({ clientOrderId, quantity, filledQuantity }) => {
      const row = rows.get(clientOrderId);
      if (row?.notionalUsd == null) return [];
      return [{ botId: row.botId, usd: new Decimal(row.notionalUsd).times(filledQuantity).div(quantity) }];
    });
    const sum = (entries: typeof used) => entries.reduce((total, { usd }) => total.plus(usd), new Decimal(0));
    const over = (what: string, usd: Decimal, capUsd: number | null) =>
      capUsd !== null && usd.gt(capUsd) ? [`${what} ${usd.toFixed(2)} USD, the cap is ${capUsd}`] : [];
    const perOrderUsd = Math.min(caps.networkUsd, caps.perOrderUsd ?? Number.POSITIVE_INFINITY);
    return [
      ...used.flatMap(({ usd }) => over('an order of', usd, perOrderUsd)),
      ...[...groupBy(used, ({ botId }) => botId)].flatMap(([botId, entries]) =>
        over(`bot ${botId} traded`, sum(entries), caps.perBotDailyUsd),
      ),
      ...over('all bots traded', sum(used), caps.globalDailyUsd),
    ];
  },
};
