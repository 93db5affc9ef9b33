/** What the user typed after `./platform backtest`, checked field by field. */
import { isTimeframe, TIMEFRAMES, type Timeframe } from '@platform/core';
import { type BacktestSettings, defaultSettings, LEVEL_SETTINGS, type Level } from '@platform/engine';
import { findStrategy, type StrategyDefinition, strategies } from '@platform/strategies';
import { isCalendarDay } from '../calendar';
import { UsageFailure } from './failure';

/** As commander hands them over. */
export interface BacktestFlags {
  readonly strategy?: string;
  readonly symbol?: string;
  readonly timeframe?: string;
  readonly csv?: string;
  readonly params?: string;
  readonly from?: string;
  readonly to?: string;
  readonly spotCsv?: string;
  readonly pairCsv?: string;
  readonly funding?: string;
  readonly level?: string;
  readonly feeBps?: string;
  readonly slippageBps?: string;
  readonly equity?: string;
  readonly json?: boolean;
  readonly html?: string;
  readonly breakers?: boolean;
  readonly allowPartialData?: boolean;
}

export function parseStrategy(name: string | undefined): StrategyDefinition {
  const found = findStrategy(required('--strategy', name));
  if (found !== undefined) return found;
  throw new UsageFailure(
    `no strategy called ${name}; there are: ${strategies.map((s) => s.name).join(', ')}`,
  );
}

export function parseSymbol(symbol: string | undefined): string {
  const text = required('--symbol', symbol);
  if (/^[A-Z0-9]{2,20}$/.test(text)) return text;
  throw new UsageFailure(`--symbol is a trading pair in upper case, such as BTCUSDT; not "${text}"`);
}

export function parseTimeframe(timeframe: string | undefined, strategy: StrategyDefinition): Timeframe {
  const text = required('--timeframe', timeframe);
  if (!isTimeframe(text)) {
    throw new UsageFailure(`no time frame called ${text}; there are: ${TIMEFRAMES.join(', ')}`);
  }
  if (!strategy.timeframes.includes(text)) {
    throw new UsageFailure(`${strategy.name} runs on ${strategy.timeframes.join(', ')}; not on ${text}`);
  }
  return text;
}

export function parseParams(strategy: StrategyDefinition, text: string | undefined) {
  const result = strategy.parse(readJson(text ?? '{}'));
  if (result.ok) return result.value;
  const faults = result.error.map(({ field, message }) => (field === '' ? message : `${field} ${message}`));
  throw new UsageFailure(`--params of ${strategy.name}: ${faults.join('; ')}`);
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new UsageFailure(`--params is not valid JSON: ${(cause as Error).message}`);
  }
}

export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

export function parseSpan({ from, to }: BacktestFlags): Span {
  const fromMs = from === undefined ? Number.NEGATIVE_INFINITY : parseTime('--from', from);
  const toMs = to === undefined ? Number.POSITIVE_INFINITY : parseTime('--to', to);
  if (fromMs >= toMs) throw new UsageFailure(`--from ${from} is not before --to ${to}`);
  return { fromMs, toMs };
}

/** Epoch milliseconds, or an ISO date; without a zone it is UTC. */
function parseTime(flag: string, text: string): number {
  const isIso = isCalendarDay(text.slice(0, 10));
  const utc = isIso && text.includes('T') && !/(Z|[+-]\d\d:?\d\d)$/.test(text) ? `${text}Z` : text;
  const timeMs = /^\d+$/.test(text) ? Number(text) : isIso ? Date.parse(utc) : Number.NaN;
  if (Number.isFinite(timeMs)) return timeMs;
  throw new UsageFailure(`${flag} is epoch milliseconds or a date such as 2024-01-31; not "${text}"`);
}

export function parseSettings(symbol: string, flags: BacktestFlags): BacktestSettings {
  const settings = { ...defaultSettings(symbol), ...levelSettings(flags.level) };
  return {
    ...settings,
    takerFeeBps: parseNumber('--fee-bps', flags.feeBps, 0, 1000) ?? settings.takerFeeBps,
    slippageBps: parseNumber('--slippage-bps', flags.slippageBps, 0, 1000) ?? settings.slippageBps,
    initialEquity: parseNumber('--equity', flags.equity, 1, 1e12) ?? settings.initialEquity,
  };
}

function levelSettings(level: string | undefined): Partial<BacktestSettings> {
  return level === undefined ? {} : LEVEL_SETTINGS[parseLevel(level)];
}

export function parseLevel(level: string): Level {
  if (level === '1') return 1;
  if (level === '2') return 2;
  throw new UsageFailure(`--level is 1 (signal quality) or 2 (realistic simulation); not "${level}"`);
}

export function parseNumber(
  flag: string,
  text: string | undefined,
  least: number,
  most: number,
): number | undefined {
  if (text === undefined) return undefined;
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (value >= least && value <= most) return value;
  throw new UsageFailure(`${flag} is a number from ${least} to ${most}; not "${text}"`);
}

export function required(flag: string, value: string | undefined): string {
  if (value !== undefined) return value;
  throw new UsageFailure(`${flag} is missing; --help shows an example`);
}
