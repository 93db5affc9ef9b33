'use client';

import { useMemo } from 'react';
import { useManager } from './use-manager';

/** The bot's name, or the end of its id when it is gone. */
export type NameOf = (botId: string) => string;

export function useBotNames(): NameOf {
  const bots = useManager('/bff/bots', { pollMs: 15_000 }).data?.items;
  return useMemo(() => {
    const names = new Map(bots?.map(({ botId, botName }) => [botId, botName]));
    return (botId) => names.get(botId) ?? botId.slice(-8);
  }, [bots]);
}
