/**
 * What a bot may be configured to. A request is laid over the settings there are (or the defaults of a new
 * bot), and the whole is checked as the bot itself will check it at its start: nothing is stored that could
 * not run.
 */
import {
  type BotConfig,
  type BotUpdateRequest,
  type ErrorCode,
  IMAGE_TAG_PATTERN,
  MANUAL_STRATEGY,
  SETTINGS_READ_LIVE,
  testModeFaults,
} from '@platform/contracts';
import { err, ok, type Result, type Timeframe } from '@platform/core';
import { configureOverlay, findStrategy, isOwnStrategy, type StrategyDefinition } from '@platform/strategies';

export type BotSettings = Pick<
  BotConfig,
  | 'bot_name'
  | 'image_tag'
  | 'auto_deploy'
  | 'strategy'
  | 'symbol'
  | 'timeframe'
  | 'params'
  | 'network'
  | 'allocation'
  | 'sizing'
  | 'leverage'
  | 'cluster_id'
  | 'warmup_mode'
  | 'candle_source'
  | 'overlays'
>;

export interface SettingsFault {
  readonly code: ErrorCode;
  readonly field: string;
  readonly message: string;
}

/**
 * A bot that says nothing else cannot touch real money; a twentieth of its equity is enough for the smallest
 * lot of any symbol. The allocation is what backtests begin with, whatever the wallet holds: one that is too
 * small refuses the start, and nothing is adapted.
 */
export const BOT_DEFAULTS = {
  image_tag: 'latest',
  auto_deploy: false,
  params: {},
  network: 'testnet',
  allocation: { mode: 'usd', value: 10_000 },
  sizing: { mode: 'fixed', value: 0.05 },
  leverage: 1,
  cluster_id: null,
  warmup_mode: 'strict',
  candle_source: 'data-ws',
  overlays: [],
} as const satisfies Partial<BotSettings>;

const REQUIRED = ['bot_name', 'strategy', 'symbol', 'timeframe'] as const;
const IMAGE_TAG = new RegExp(IMAGE_TAG_PATTERN);

/** What a strategy has against a time frame and parameters. */
export type ProblemOf = typeof strategyProblem;

export function applySettings(
  current: BotSettings | undefined,
  request: BotUpdateRequest,
  problemOf: ProblemOf,
): Result<BotSettings, SettingsFault> {
  const { desired_state, image_tag, ...rest } = request;
  if (image_tag !== undefined && !isImageTag(image_tag)) return err(invalidImageTag('image_tag'));
  if (desired_state !== undefined) {
    const message = 'desired_state changes by start, pause, resume and stop only';
    return err({ code: 'MANAGER_INVALID_STATE_TRANSITION', field: 'desired_state', message });
  }
  const tag = image_tag === undefined ? {} : { image_tag };
  const settings = { ...(current ?? BOT_DEFAULTS), ...rest, ...tag } as Partial<BotSettings>;
  const missing = REQUIRED.find((field) => settings[field] === undefined);
  if (missing !== undefined) return err(invalid(missing, `${missing} is required`));
  const complete = settings as BotSettings;
  const fault =
    strategyFault(complete, problemOf) ??
    testModeFault(complete) ??
    allocationFault(complete) ??
    overlayFault(complete);
  return fault === null ? ok(complete) : err(fault);
}

/** Whether what runs would differ. */
export function changesWhatRuns(before: BotSettings, after: BotSettings): boolean {
  const keys = (Object.keys(after) as (keyof BotSettings)[]).filter((key) => !SETTINGS_READ_LIVE.has(key));
  return keys.some((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]));
}

export function isImageTag(value: unknown): value is string {
  return typeof value === 'string' && IMAGE_TAG.test(value) && !value.endsWith('\n');
}

export function invalidImageTag(field: string): SettingsFault {
  return { code: 'MANAGER_INVALID_IMAGE_TAG', field, message: `${field} must match ${IMAGE_TAG_PATTERN}` };
}

export function unknownStrategy(field: string): SettingsFault {
  return { code: 'MANAGER_INVALID_STRATEGY', field, message: `${field} is not in the registry` };
}

/** Strategy, time frame and parameters as one question; also asked for backtests. */
export function strategyProblem(
  strategy: StrategyDefinition,
  timeframe: Timeframe,
  params: Readonly<Record<string, unknown>>,
): SettingsFault | null {
  if (!strategy.timeframes.includes(timeframe)) {
    return invalid('timeframe', `${strategy.name} runs on ${strategy.timeframes.join(', ')}`);
  }
  const parsed = strategy.parse(params);
  if (parsed.ok) return null;
  const first = parsed.error[0]!;
  const field = first.field === '' ? 'params' : `params/${first.field}`;
  return invalid(field, `${field} ${first.message}`);
}

/**
 * For where a transaction holds locks: an own strategy is not asked there. `asked` is what one was asked
 * before, for the settings as they were then.
 */
export function problemAskedBefore(asked?: {
  readonly strategy: string;
  readonly timeframe: Timeframe;
  readonly params: Readonly<Record<string, unknown>>;
  readonly problem: SettingsFault | null;
}): ProblemOf {
  return (strategy, timeframe, params) => {
    if (!isOwnStrategy(strategy.name)) return strategyProblem(strategy, timeframe, params);
    const isSame =
      asked !== undefined &&
      JSON.stringify([asked.strategy, asked.timeframe, asked.params]) ===
        JSON.stringify([strategy.name, timeframe, params]);
    const message = 'the bot was changed meanwhile: try again';
    return isSame ? asked.problem : { code: 'MANAGER_CONFLICT', field: 'params', message };
  };
}

function strategyFault(settings: BotSettings, problemOf: ProblemOf): SettingsFault | null {
  if (settings.strategy === MANUAL_STRATEGY) return null;
  const strategy = findStrategy(settings.strategy);
  if (strategy === undefined) return unknownStrategy('strategy');
  const timeframe = settings.timeframe as Timeframe;
  const { mode, value } = settings.sizing;
  const sized = { size_hint: { kind: mode, value }, ...settings.params };
  const problem = problemOf(strategy, timeframe, sized);
  if (problem !== null) return problem;
  if (settings.network === 'prod' && !strategy.validatedTimeframes.includes(timeframe)) {
    return invalid(
      'network',
      `${strategy.name} is not validated on ${timeframe}: it may run on testnet only`,
    );
  }
  return null;
}

function allocationFault({ allocation: { mode, value } }: BotSettings): SettingsFault | null {
  if (mode === 'usd' || value <= 1) return null;
  return invalid(
    'allocation/value',
    'allocation/value is a share of the wallet: at most 1, and 0.01 is one percent',
  );
}

/** Also asked when a bot is started: a row may be older than the rule. */
export function testModeFault(
  settings: Pick<BotSettings, 'network' | 'strategy' | 'candle_source'>,
): SettingsFault | null {
  const [first] = testModeFaults({ ...settings, candleSource: settings.candle_source });
  return first === undefined ? null : invalid(first.field, `${first.field} ${first.message}`);
}

function overlayFault({ overlays }: BotSettings): SettingsFault | null {
  for (const [index, { name, params }] of overlays.entries()) {
    const configured = configureOverlay(name, params ?? {});
    if (configured.ok) continue;
    const first = configured.error[0]!;
    return invalid(`overlays/${index}/${first.field}`, `overlays/${index}/${first.field} ${first.message}`);
  }
  return null;
}

function invalid(field: string, message: string): SettingsFault {
  return { code: 'MANAGER_INVALID_REQUEST', field, message };
}
