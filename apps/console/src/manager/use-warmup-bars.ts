/**
 * How many bars a strategy needs with the parameters as they stand in a form; until the manager has said,
 * those of the defaults.
 */
'use client';

import type { ItemOf } from './types';
import { useManager } from './use-manager';

type Strategy = Pick<ItemOf<'/strategies'>, 'name' | 'warmupBars'>;

/** `params` is null while a field is at fault. */
export function useWarmupBars(
  strategy: Strategy | undefined,
  timeframe: string,
  params: Readonly<Record<string, unknown>> | null,
): number | null {
  const { data } = useManager('/bff/warmup', {
    query: {
      strategy: strategy?.name ?? '',
      timeframe: timeframe as never,
      params: JSON.stringify(params ?? {}),
    },
    pollMs: false,
    enabled: strategy !== undefined && params !== null,
  });
  return data?.warmupBars ?? strategy?.warmupBars[timeframe] ?? null;
}
