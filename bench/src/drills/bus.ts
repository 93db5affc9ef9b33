/** The bus refuses one of its users: the file with its credentials holds those of another. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WatchedStack } from '../watching-harness';
import { all, type Drill, late, type Repair, slow, thenBreak } from './drill';
import { startBot, stopBot } from './services';

/** Until the user starts again it is what it was. */
function mixUp({ home }: WatchedStack, user: 'bot' | 'data'): Repair {
  const fileOf = (name: string) => join(home, 'nats', 'creds', `${name}.creds`);
  const own = readFileSync(fileOf(user), 'utf8');
  writeFileSync(fileOf(user), readFileSync(fileOf('worker')));
  return () => writeFileSync(fileOf(user), own);
}

const MARKET_BOT = {
  bot_name: 'Drill',
  strategy: 'rsi_mean_reversion',
  symbol: 'BTCUSDT',
  timeframe: '1m',
  params: { period: 2 },
  allocation: { mode: 'usd', value: 1_000 },
  sizing: { mode: 'fixed', value: 0.01 },
};

export const refusedBot: Drill = {
  what: 'the bus refuses a bot',
  raises: [late('BotWithoutCandles'), slow('BotOnFallback')],
  break: async (stack) => {
    const repairs = [mixUp(stack, 'bot')];
    return await thenBreak(
      () => all(...repairs)(),
      async () => {
        const id = await startBot(stack, MARKET_BOT);
        repairs.push(() => stopBot(stack, id));
      },
    );
  },
};

export const refusedData: Drill = {
  what: 'the bus refuses the data service',
  raises: [late('BarsUnpublished')],
  break: async (stack) => {
    const repair = mixUp(stack, 'data');
    const restart = async () => process.kill(await stack.pid('data'), 'SIGKILL');
    return await thenBreak(all(repair, restart), restart);
  },
};
