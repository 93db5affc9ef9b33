import { expect, it } from 'vitest';
import type { CapUsage } from './ports';
import { showUsage } from './usage-gauges';

it('the usage gauges show the network that uses most of its caps, and add up no two networks', async () => {
  const byBot = new Map<string, number>();
  let global = Number.NaN;
  const metrics = {
    dailyNotionalUsed: {
      set: ({ bot_id }: { bot_id: string }, usd: number) => void byBot.set(bot_id, usd),
      reset: () => byBot.clear(),
    },
    dailyNotionalUsedGlobal: {
      set: (usd: number) => {
        global = usd;
      },
    },
  } as never;
  const used: CapUsage[] = [
    { network: 'testnet', botId: 'amber', usd: '100' },
    { network: 'prod', botId: 'amber', usd: '7' },
    { network: 'prod', botId: 'birch', usd: '3' },
  ];
  await showUsage({ usage: async () => used }, metrics);
  expect([...byBot]).toEqual([
    ['amber', 100],
    ['birch', 3],
  ]);
  expect(global).toBe(100);
  await showUsage({ usage: async () => [] }, metrics);
  expect([...byBot]).toEqual([]);
  expect(global).toBe(0);
});
