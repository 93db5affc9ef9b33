/** Macro series in the shape of FRED's observations endpoint, behind an api_key as there. */
import { DAY_MS } from '@platform/core';
import { drift } from '../domain/market/positioning';
import { hashText } from '../domain/random';
import { accept } from '../domain/trading/checks';
import { type Answer, type Call, integer, type Routes } from '../http/call';
import { isoDay, parseIsoDay, startOfDayMs } from './calendar';

interface Series {
  readonly level: number;
  readonly swing: number;
  readonly decimals: number;
  /** Business days, a weekday (0 is Sunday), or the first of each month. */
  readonly frequency: 'daily' | 'monthly' | { readonly weekday: number };
}

const SERIES: Readonly<Record<string, Series>> = {
  DFF: { level: 4.2, swing: 0.6, decimals: 2, frequency: 'daily' },
  DGS2: { level: 4.0, swing: 0.5, decimals: 2, frequency: 'daily' },
  DGS10: { level: 4.3, swing: 0.4, decimals: 2, frequency: 'daily' },
  T10Y2Y: { level: 0.3, swing: 0.4, decimals: 2, frequency: 'daily' },
  VIXCLS: { level: 18, swing: 4, decimals: 2, frequency: 'daily' },
  SP500: { level: 5600, swing: 500, decimals: 2, frequency: 'daily' },
  DTWEXBGS: { level: 121, swing: 3, decimals: 4, frequency: 'daily' },
  DCOILWTICO: { level: 72, swing: 7, decimals: 2, frequency: 'daily' },
  WALCL: { level: 7_100_000, swing: 150_000, decimals: 0, frequency: { weekday: 3 } },
  CPIAUCSL: { level: 315, swing: 4, decimals: 3, frequency: 'monthly' },
  UNRATE: { level: 4.1, swing: 0.3, decimals: 1, frequency: 'monthly' },
  M2SL: { level: 21_500, swing: 400, decimals: 1, frequency: 'monthly' },
};

const FIRST_DAY_MS = Date.UTC(2010, 0, 1);

export const MACRO_ROUTES: Routes = {
  'GET /fred/series/observations': { security: 'none', weight: 0, handle: observations },
};

function observations(call: Call): Answer {
  const { params } = call;
  if (params['api_key'] === undefined) return badRequest('Variable api_key is not set.');
  if (params['api_key'] !== call.sim.options.fredApiKey) {
    return badRequest('The value for variable api_key is not registered.');
  }
  const series = SERIES[params['series_id'] ?? ''];
  if (series === undefined) return badRequest('The series does not exist.');
  if (params['file_type'] !== 'json') return badRequest('This source answers file_type=json only.');
  const todayMs = startOfDayMs(call.nowMs);
  const fromMs = parseIsoDay(params['observation_start']) ?? FIRST_DAY_MS;
  const toMs = parseIsoDay(params['observation_end']) ?? todayMs;
  const rows = rowsOf(
    params['series_id']!,
    series,
    call.venue.options.seed,
    fromMs,
    Math.min(toMs, todayMs - DAY_MS),
  );
  const today = isoDay(todayMs);
  const descending = params['sort_order'] === 'desc';
  const offset = integer(params['offset']) ?? 0;
  const limit = integer(params['limit']) ?? 100_000;
  const sorted = descending ? rows.toReversed() : rows;
  return accept({
    realtime_start: today,
    realtime_end: today,
    observation_start: isoDay(fromMs),
    observation_end: isoDay(toMs),
    units: 'lin',
    output_type: 1,
    file_type: 'json',
    order_by: 'observation_date',
    sort_order: descending ? 'desc' : 'asc',
    count: rows.length,
    offset,
    limit,
    observations: sorted
      .slice(offset, offset + limit)
      .map((row) => ({ realtime_start: today, realtime_end: today, ...row })),
  });
}

function rowsOf(id: string, series: Series, seed: number, fromMs: number, toMs: number) {
  const hash = hashText(seed, id);
  const rows: { date: string; value: string }[] = [];
  for (let dayMs = Math.max(fromMs, FIRST_DAY_MS); dayMs <= toMs; dayMs += DAY_MS) {
    if (!isDue(series, dayMs)) continue;
    const value =
      series.level +
      series.swing * (drift(hash, dayMs, 60 * DAY_MS) + 0.15 * drift(hash ^ 1, dayMs, 2 * DAY_MS));
    rows.push({
      date: isoDay(dayMs),
      value: isHoliday(series, dayMs) ? '.' : value.toFixed(series.decimals),
    });
  }
  return rows;
}

function isDue(series: Series, dayMs: number): boolean {
  const date = new Date(dayMs);
  const weekday = date.getUTCDay();
  if (series.frequency === 'monthly') return date.getUTCDate() === 1;
  if (series.frequency === 'daily') return weekday >= 1 && weekday <= 5;
  return weekday === series.frequency.weekday;
}

/** Daily series print a dot on holidays. */
function isHoliday(series: Series, dayMs: number): boolean {
  const day = isoDay(dayMs).slice(5);
  return series.frequency === 'daily' && (day === '01-01' || day === '07-04' || day === '12-25');
}

function badRequest(message: string): Answer {
  return { ok: true, status: 400, value: { error_code: 400, error_message: `Bad Request.  ${message}` } };
}
