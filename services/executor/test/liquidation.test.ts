import { eventually } from '@platform/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Bot, ExecutorDesk } from './desk';

const LEVERAGE = 20;
let desk: ExecutorDesk;
beforeAll(async () => {
  desk = await ExecutorDesk.open({ seed: 23, initialBalance: '1000' });
  await desk.startReady({ PLATFORM_EXECUTOR_MAX_NOTIONAL_USD_TESTNET: '100000' });
});
afterAll(() => desk?.close());

async function leveraged(strategy: string, symbol: string): Promise<Bot> {
  const bot = await desk.addBot(strategy, symbol);
  await desk.configure(bot);
  await desk.rows('UPDATE trading.bot_configs SET leverage = $2 WHERE id = $1', [bot.botId, LEVERAGE]);
  return bot;
}

/** For so much money, with a stop so far from the market. */
async function enter(bot: Bot, side: 'long' | 'short', usd: number, stopAway: number) {
  const mark = await desk.markPrice(bot.symbol);
  const each = Number(await desk.quantity(bot.symbol)) / 500;
  const sl = (mark * (side === 'long' ? 1 - stopAway : 1 + stopAway)).toFixed(2);
  const decided = await desk.outcome(await desk.intend(bot, { side, qty: (each * usd).toFixed(1), sl }));
  if (decided.outcome === 'accepted') await eventually(() => desk.liveStops(bot.symbol).length > 0);
  return decided.outcome_reason ?? decided.outcome;
}

it('two entries on different symbols at the same moment are judged one after the other', async () => {
  const [one, two] = await Promise.all([leveraged('one', 'SOLUSDT'), leveraged('two', 'ETHUSDT')]);
  const outcomes = await Promise.all([enter(one, 'long', 5_000, 0.1), enter(two, 'long', 5_000, 0.1)]);
  expect(outcomes.sort()).toEqual(['accepted', 'margin_sanity_exceeded']);
  for (const bot of [one, two]) await desk.outcome(await desk.intend(bot, { side: 'flat' }));
});

it('an entry is refused whose stop, or a neighbour’s, would lie beyond the liquidation of the side they share', async () => {
  const first = await leveraged('first', 'SOLUSDT');
  expect(await enter(first, 'long', 5_000, 0.14)).toBe('accepted');
  const second = await leveraged('second', 'SOLUSDT');
  expect(await enter(second, 'long', 5_000, 0.11)).toBe('margin_sanity_exceeded');
  expect(await enter(second, 'long', 5_000, 0.05)).toBe('margin_sanity_exceeded');
  expect(await enter(first, 'long', 9_000, 0.14)).toBe('margin_sanity_exceeded');
  const elsewhere = await leveraged('elsewhere', 'ETHUSDT');
  expect(await enter(elsewhere, 'long', 5_000, 0.09)).toBe('margin_sanity_exceeded');
  const hedge = await leveraged('hedge', 'SOLUSDT');
  expect(await enter(hedge, 'short', 1_000, 0.05)).toBe('accepted');
});
