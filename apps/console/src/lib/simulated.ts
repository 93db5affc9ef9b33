/**
 * Days that a bot did not trade but was simulated on, as charts and tables show them: always beside what was
 * traded, never in it.
 */
import type { ItemOf } from '../manager/types';
import { type ChartLine, lastAtMost } from './chart-data';
import { utcDay } from './time';

export type SimulatedDays = NonNullable<ItemOf<'/bff/bots'>['simulated']>;

const STEPS = 100;

export function simulatedTitle({ fromTs, toTs }: Pick<SimulatedDays, 'fromTs' | 'toTs'>): string {
  return `Simulated, not traded: ${utcDay(fromTs)} to ${utcDay(toTs)}`;
}

/** Where trading begins: the simulated days end there, at what there was. */
interface Beginning {
  readonly timeMs: number;
  readonly equityUsd: number;
}

/** One line over the simulated days of all bots; null when there is nothing before trading began. */
function simulatedLine(days: readonly SimulatedDays[], { timeMs, equityUsd }: Beginning): ChartLine | null {
  const fromMs = Math.min(...days.map(({ fromTs }) => fromTs));
  const toMs = Math.min(timeMs - 1, Math.max(...days.map(({ toTs }) => toTs)));
  if (!(fromMs < toMs)) return null;
  const ts = Array.from({ length: STEPS + 1 }, (_, step) =>
    Math.round(fromMs + ((toMs - fromMs) * step) / STEPS),
  );
  const values = ts.map((at) =>
    days.reduce((sum, each) => sum + equityAt(each, at) - equityAt(each, toMs), equityUsd),
  );
  return { label: 'Simulated days, USD', ts, values, tone: 'reference' };
}

interface TradedPoint {
  readonly ts: number;
  readonly equityUsd: string;
  readonly drawdownPct: number;
}

/**
 * What stands before what was traded: simulated days, and the capital they end at until there is a traded
 * point.
 */
export interface Past {
  readonly days: readonly SimulatedDays[];
  readonly capitalUsd: number;
}

type Bot = Pick<ItemOf<'/bff/bots'>, 'botId' | 'equityUsd' | 'simulated'>;

/** Of one bot where it is named. */
export function pastOf(bots: readonly Bot[], isUntraded: boolean, botId?: string): Past {
  const shown = bots.filter((bot) => botId === undefined || bot.botId === botId);
  return {
    days: shown.flatMap(({ simulated }) => simulated ?? []),
    capitalUsd: isUntraded ? shown.reduce((sum, { equityUsd }) => sum + Number(equityUsd ?? 0), 0) : 0,
  };
}

/** What was traded, once there are two points of it, behind the simulated days. */
export function equityLines(equity: readonly TradedPoint[], { days, capitalUsd }: Past) {
  const ts = equity.map((point) => point.ts);
  const values = equity.map((point) => Number(point.equityUsd));
  const simulated = simulatedLine(days, {
    timeMs: ts[0] ?? Number.POSITIVE_INFINITY,
    equityUsd: values[0] ?? capitalUsd,
  });
  const traded: ChartLine[] = ts.length < 2 ? [] : [{ label: 'Equity, USD', ts, values, tone: 'main' }];
  return {
    lines: simulated === null ? traded : [simulated, ...traded],
    drawdown: ts.length < 2 ? undefined : { ts, values: equity.map((point) => point.drawdownPct) },
    isSimulated: simulated !== null,
  };
}

/** Before its first day and after its last a simulation stands still. */
function equityAt({ fromTs, toTs, sparkline }: SimulatedDays, atMs: number): number {
  const times = sparkline.map((_, i) => fromTs + ((toTs - fromTs) * i) / Math.max(1, sparkline.length - 1));
  return sparkline[Math.max(0, lastAtMost(times, atMs))] ?? 0;
}
