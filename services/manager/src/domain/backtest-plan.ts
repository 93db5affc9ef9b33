/** A request for a backtest, checked as a whole before anything is queued. */
import type { BacktestRequest, BotConfig, RunCreateRequest } from '@platform/contracts';
import { err, ok, type Result, type Timeframe } from '@platform/core';
import { type BacktestSettings, defaultSettings, LEVEL_SETTINGS, type Level } from '@platform/engine';
import { findStrategy } from '@platform/strategies';
import { type SettingsFault, strategyProblem, unknownStrategy } from './bot-settings';

export interface BacktestPlan {
  readonly strategy: string;
  readonly symbol: string;
  readonly timeframe: Timeframe;
  /** As given; the defaults of the strategy fill in the rest. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly fromMs: number;
  readonly toMs: number;
  readonly settings: BacktestSettings;
  /** Run however little of the span is stored. */
  readonly allowsPartialData: boolean;
  /** The bot whose days are simulated. */
  readonly botId: string | null;
}

const EQUITY_USD = { min: 1, max: 1e12 } as const;

export function planBacktest(request: BacktestRequest): Result<BacktestPlan, SettingsFault> {
  return plan(request, 'strategy');
}

/** POST /runs names the strategy differently, and says first what is wrong with it. */
export function planRun({
  strategy_name,
  kind,
  ...rest
}: RunCreateRequest): Result<BacktestPlan, SettingsFault> {
  if (findStrategy(strategy_name) === undefined) return err(unknownStrategy('strategy_name'));
  if (kind !== undefined && kind !== 'backtest') {
    const why = kind === 'live' ? 'live runs are opened by bots' : 'there is no paper trading';
    return err(invalid('kind', `kind must be backtest: ${why}`));
  }
  const { symbol, timeframe, from_ts, to_ts } = rest;
  if (symbol === undefined) return err(missing('symbol'));
  if (timeframe === undefined) return err(missing('timeframe'));
  if (from_ts === undefined) return err(missing('from_ts'));
  if (to_ts === undefined) return err(missing('to_ts'));
  return plan({ ...rest, strategy: strategy_name, symbol, timeframe, from_ts, to_ts }, 'strategy_name');
}

function plan(request: BacktestRequest, strategyField: string): Result<BacktestPlan, SettingsFault> {
  const { symbol, params = {}, from_ts: fromMs, to_ts: toMs, costs, level, initial_equity_usd } = request;
  const timeframe = request.timeframe as Timeframe;
  const strategy = findStrategy(request.strategy);
  if (strategy === undefined) return err(unknownStrategy(strategyField));
  const problem = strategyProblem(strategy, timeframe, params);
  if (problem !== null) return err(problem);
  if (fromMs >= toMs) return err(invalid('to_ts', 'to_ts must be after from_ts'));
  const defaults = defaultSettings(symbol);
  const initialEquity =
    initial_equity_usd === undefined ? defaults.initialEquity : Number(initial_equity_usd);
  if (initialEquity < EQUITY_USD.min || initialEquity > EQUITY_USD.max) {
    return err(invalid('initial_equity_usd', 'initial_equity_usd must be between 1 and 1000000000000'));
  }
  const settings = {
    ...defaults,
    ...(level === undefined ? {} : LEVEL_SETTINGS[level as Level]),
    initialEquity,
    takerFeeBps: costs?.taker_fee_bps ?? defaults.takerFeeBps,
    slippageBps: costs?.slippage_bps ?? defaults.slippageBps,
  };
  const allowsPartialData = request.allow_partial_data ?? false;
  return ok({
    strategy: strategy.name,
    symbol,
    timeframe,
    params,
    fromMs,
    toMs,
    settings,
    allowsPartialData,
    botId: request.bot_id ?? null,
  });
}

/**
 * Days of a bot are days of its strategy on its market; with anything else they would be shown as what they
 * are not.
 */
export function simulationFault(
  { strategy, symbol, timeframe }: BacktestPlan,
  bot: Pick<BotConfig, 'bot_name' | 'strategy' | 'symbol' | 'timeframe'> | undefined,
): SettingsFault | null {
  if (bot === undefined) return invalid('bot_id', 'there is no such bot');
  if (bot.strategy === strategy && bot.symbol === symbol && bot.timeframe === timeframe) return null;
  return invalid('bot_id', `${bot.bot_name} trades ${bot.strategy} on ${bot.symbol} ${bot.timeframe}`);
}

function missing(field: string): SettingsFault {
  return invalid(field, `${field} is required`);
}

function invalid(field: string, message: string): SettingsFault {
  return { code: 'MANAGER_INVALID_REQUEST', field, message };
}
