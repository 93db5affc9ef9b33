import type { ItemOf } from '../../manager/types';

/** A scope as people say it: the bot by its name. */
export function scopeName(
  scope: string,
  bots: readonly Pick<ItemOf<'/bff/bots'>, 'botId' | 'botName'>[],
): string {
  const wallet = /^wallet:(.+)$/.exec(scope)?.[1];
  if (wallet !== undefined) return `wallet of ${wallet}`;
  if (scope === 'portfolio:day') return 'loss of the day';
  const botId = /^bot:(.+)$/.exec(scope)?.[1];
  if (botId === undefined) return scope.replace(/^(symbol|cluster):/, '');
  return bots.find((bot) => bot.botId === botId)?.botName ?? `bot ${botId.slice(-6)}`;
}
