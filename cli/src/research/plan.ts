/** From what the user typed to a plan that says which trials are done on which bars. */
import { availableParallelism } from 'node:os';
import { firstBarFrom, type Timeframe } from '@platform/core';
import { auxiliaryNeed, daysFrom, type Experiment, type TrialMarket } from '@platform/research';
import type { StrategyDefinition } from '@platform/strategies';
import { UsageFailure } from '../backtest/failure';
import {
  type BacktestFlags,
  parseNumber,
  parseSettings,
  parseSpan,
  parseStrategy,
  parseSymbol,
  parseTimeframe,
  required,
  type Span,
} from '../backtest/options';
import { bySymbol, fromFiles, type MarketSource } from './market';

export interface ResearchFlags extends BacktestFlags {
  readonly symbols?: string;
  readonly stored?: boolean;
  readonly database?: string;
  readonly grid?: string;
  readonly objective?: string;
  readonly limit?: string;
  readonly seed?: string;
  readonly workers?: string;
  readonly output?: string;
  readonly train?: string;
  readonly test?: string;
  readonly purge?: string;
  readonly anchored?: boolean;
  readonly methods?: string;
  readonly paths?: string;
  readonly block?: string;
  readonly noise?: string;
  readonly delay?: string;
}

/** What every kind of experiment is given. */
export interface Request {
  readonly flags: ResearchFlags;
  readonly strategy: StrategyDefinition;
  readonly timeframe: Timeframe;
  readonly span: Span;
  readonly seed: number;
  readonly workers: number;
  readonly source: MarketSource;
}

export interface Plan<E extends Experiment = Experiment> {
  readonly experiment: E;
  readonly markets: readonly TrialMarket[];
  /** The numbers of the trials. */
  readonly indices: readonly number[];
  readonly workers: number;
}

export async function readRequest(flags: ResearchFlags, nowMs: number): Promise<Request> {
  const strategy = parseStrategy(flags.strategy);
  const timeframe = parseTimeframe(flags.timeframe, strategy);
  const seed = parseInteger('--seed', flags.seed, 0, 1e9) ?? 1;
  const workers = parseInteger('--workers', flags.workers, 1, 256) ?? availableParallelism();
  const span = parseSpan(flags);
  const beyond = auxiliaryNeed(strategy, timeframe);
  if (beyond !== undefined)
    throw new UsageFailure(`${beyond}: such experiments are made by the manager, over stored bars`);
  const source = await openSource(flags, nowMs);
  return { flags, strategy, timeframe, span, seed, workers, source };
}

/** Files are named as `--csv FILE` with `--symbol`, or as `--csv BTCUSDT=FILE,ETHUSDT=FILE`. */
async function openSource(flags: ResearchFlags, nowMs: number): Promise<MarketSource> {
  if (flags.stored === true) {
    if (flags.csv !== undefined) throw new UsageFailure('--csv and --stored exclude each other');
    if (flags.funding !== undefined)
      throw new UsageFailure('--funding and --stored exclude each other: settlements are stored as bars are');
    const { fromDatabase } = await import('./stored-market');
    return await fromDatabase(flags.database, nowMs);
  }
  if (flags.database !== undefined) throw new UsageFailure('--database needs --stored');
  const text = required('--csv', flags.csv);
  const { symbol, funding } = flags;
  const files =
    symbol === undefined
      ? bySymbol('--csv', text, '--symbol is missing; --help shows an example')
      : new Map([[parseSymbol(symbol), text]]);
  return fromFiles(files, funding === undefined ? undefined : fundingFiles(files, symbol, funding), nowMs);
}

/** Rates are those of one symbol: one file is not taken for several. */
function fundingFiles(
  files: ReadonlyMap<string, string>,
  symbol: string | undefined,
  text: string,
): ReadonlyMap<string, string> {
  const names = [...files.keys()];
  if (symbol !== undefined || (names.length === 1 && !text.includes('=')))
    return new Map([[names[0]!, text]]);
  const example = names.map((name) => `${name}=FILE`).join(',');
  const funding = bySymbol(
    '--funding',
    text,
    `--funding: a file holds one symbol's settlements: give ${example}`,
  );
  const stray = [...funding.keys()].find((name) => !files.has(name));
  if (stray !== undefined) throw new UsageFailure(`--funding: ${stray} is not among the symbols of --csv`);
  const missing = names.find((name) => !funding.has(name));
  if (missing !== undefined)
    throw new UsageFailure(`--funding: there is no file of ${missing}: give ${example}`);
  return funding;
}

/**
 * The market of one symbol, of which every bar from the first on can be traded by a set that warms up this
 * long.
 */
export async function readMarket(
  { flags, strategy, timeframe, span, source }: Request,
  symbol: string,
  warmupBars: number,
): Promise<TrialMarket> {
  const settings = parseSettings(symbol, flags);
  const { bars, funding } = await source.load(symbol, strategy, timeframe, span);
  const firstBar = Math.max(firstInSpan(bars, span), warmupBars - 1);
  if (firstBar >= bars.length) {
    throw new UsageFailure(
      `${symbol}: ${bars.length} bars up to --to are too few: the slowest set needs ${warmupBars} to warm up`,
    );
  }
  if (funding === undefined) refuseMissingFunding(strategy, timeframe);
  const days = daysFrom(bars, firstBar, timeframe);
  return { strategy, symbol, timeframe, bars, funding, settings, firstBar, days };
}

/** What the manager has counted on the same strategy and market. */
export function triedElsewhere(
  { source, strategy, timeframe }: Request,
  { symbol }: TrialMarket,
): Promise<readonly string[]> {
  return source.tried(strategy, symbol, timeframe);
}

function firstInSpan(bars: TrialMarket['bars'], { fromMs }: Span): number {
  return fromMs === Number.NEGATIVE_INFINITY ? 0 : firstBarFrom(bars, fromMs);
}

function refuseMissingFunding(strategy: StrategyDefinition, timeframe: Timeframe): void {
  const defaults = strategy.parse({});
  const needs = defaults.ok ? strategy.datasets(defaults.value, timeframe) : [];
  if (needs.some(({ input }) => input === 'funding'))
    throw new UsageFailure(`${strategy.name} needs funding_rates: give --funding FILE`);
}

export function parseInteger(
  flag: string,
  text: string | undefined,
  least: number,
  most: number,
): number | undefined {
  const value = parseNumber(flag, text, least, most);
  if (value === undefined || Number.isInteger(value)) return value;
  throw new UsageFailure(`${flag} is a whole number from ${least} to ${most}; not "${text}"`);
}
