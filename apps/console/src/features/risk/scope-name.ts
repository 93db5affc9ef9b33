import { readScope } from '@platform/contracts';
import type { ItemOf } from '../../manager/types';

/** A scope as people say it: the bot by its name. */
export function scopeName(
  scope: string,
  bots: readonly Pick<ItemOf<'/bff/bots'>, 'botId' | 'botName'>[],
): string {
  const wallet = /^wallet:(.+)$/.exec(scope)?.[1];
  if (wallet !== undefined) return `wallet of ${wallet}`;
  if (scope === 'portfolio:day') return 'loss of the day';
  const read = readScope(scope);
  switch (read?.kind) {
    case 'bot':
      return bots.find(({ botId }) => botId === read.botId)?.botName ?? `bot ${read.botId.slice(-6)}`;
    case 'symbol':
      return read.symbol;
    case 'cluster':
      return read.clusterId;
    default:
      return scope;
  }
}
