/** Shows how much of the UTC day's notional is used, by bot and in all. Read from the table: the same sum that the caps judge by. */
import type { metricsByService } from '@platform/contracts';
import type { Instruments } from '@platform/service-kit';
import type { Entries } from './ports';

type Metrics = Pick<
  Instruments<typeof metricsByService.executor>,
  'dailyNotionalUsed' | 'dailyNotionalUsedGlobal'
>;

/** A read that fails leaves the gauges at their last word. */
export async function showUsage(entries: Entries, metrics: Metrics): Promise<void> {
  const { global, byBot } = await entries.usage();
  metrics.dailyNotionalUsedGlobal.set(Number(global));
  metrics.dailyNotionalUsed.reset();
  for (const [bot_id, usd] of byBot) metrics.dailyNotionalUsed.set({ bot_id }, Number(usd));
}
