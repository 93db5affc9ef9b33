/** The form of a new bot: texts as typed, what is wrong with them, and the request they make. */
import { SETTINGS_READ_LIVE } from '@platform/contracts';
import { DAY_MS, isTimeframe, timeframeMs } from '@platform/core';
import type { Answer, ItemOf } from '../manager/types';
import { type AllocationForm, allocationFault, allocationForm, allocationOf } from './allocation';
import type { InventoryItem } from './data/coverage';
import { fittingTimeframeOf, storedRange, storedSymbols } from './history';
import { type LeasingBot, leaseHolder } from './lifecycle';
import { faultOf, initialTexts, type ParamField, paramFields, paramsOf, textsOf } from './param-schema';

export type Strategy = ItemOf<'/strategies'>;
export type Overlay = ItemOf<'/overlays'>;
export type BotDefaults = Answer<'/bff/bot-defaults'>;

export interface BotForm extends AllocationForm {
  readonly botName: string;
  readonly strategy: string;
  readonly symbol: string;
  readonly timeframe: string;
  readonly network: string;
  readonly sizingMode: string;
  readonly sizingValue: string;
  readonly leverage: string;
  readonly clusterId: string;
  readonly warmupMode: string;
  readonly params: Texts;
  /** The chosen ones by name, with their parameters. */
  readonly overlays: Readonly<Record<string, Texts>>;
}

type Texts = Readonly<Record<string, string>>;

/** What the form is checked against and made into a request with. */
export interface BotSchemas {
  readonly fields: readonly ParamField[];
  readonly overlays: readonly Overlay[];
}

export interface StartingPoint {
  readonly strategies: readonly Strategy[];
  readonly inventory: readonly InventoryItem[];
  readonly bots: readonly LeasingBot[];
}

/**
 * What a form begins with is what can be started: the first strategy and symbol that no other bot holds, on a
 * time frame whose warm-up is stored. Where nothing is, the first strategy, and the summary says what is
 * missing.
 */
export function startingMarket({ strategies, inventory, bots }: StartingPoint): Market {
  const symbols = storedSymbols(inventory);
  for (const strategy of strategies) {
    for (const symbol of symbols) {
      const { timeframe, isEnough } = fittingTimeframeOf(strategy, inventory, symbol, 0);
      if (isEnough && leaseHolder({ strategy: strategy.name, symbol }, bots) === undefined) {
        return { strategy, symbol, timeframe };
      }
    }
  }
  const strategy = strategies[0]!;
  const symbol = symbols[0] ?? 'BTCUSDT';
  return { strategy, symbol, timeframe: fittingTimeframeOf(strategy, inventory, symbol, 0).timeframe };
}

interface Market {
  readonly strategy: Strategy;
  readonly symbol: string;
  readonly timeframe: string;
}

/** What stands in the way of a start, knowable before the bot exists. */
export function startObstacles(
  form: Pick<BotForm, 'strategy' | 'symbol' | 'timeframe' | 'warmupMode'>,
  warmupBars: number | null,
  { inventory, bots }: Pick<StartingPoint, 'inventory' | 'bots'>,
): StartObstacle[] {
  const obstacles: StartObstacle[] = [];
  const holder = leaseHolder(form, bots);
  if (holder !== undefined) {
    const text = `Symbol and strategy are held by ${holder.botName}: only one of the two can run. Stop that bot first, or choose another symbol.`;
    obstacles.push({ text, missing: null });
  }
  if (warmupBars === null || !isTimeframe(form.timeframe)) return obstacles;
  const stored = storedRange(inventory, form.symbol, form.timeframe);
  const have = stored?.rowCount ?? 0;
  if (have >= warmupBars) return obstacles;
  const barMs = timeframeMs(form.timeframe);
  const days = Math.ceil(((warmupBars - have) * barMs) / DAY_MS);
  const toMs = stored?.fromMs ?? Date.now();
  const then =
    form.warmupMode === 'strict'
      ? 'A strict bot would not start.'
      : 'A degraded bot would run without entering.';
  obstacles.push({
    text: `It needs ${warmupBars} bars of ${form.symbol} ${form.timeframe} to warm up; ${have} are stored. ${then}`,
    missing: { days, fromMs: toMs - days * DAY_MS, toMs },
  });
  return obstacles;
}

export interface StartObstacle {
  readonly text: string;
  /** What to fetch, where that is the remedy. */
  readonly missing: { readonly days: number; readonly fromMs: number; readonly toMs: number } | null;
}

/** Where a form begins: a market that can be traded, and the platform's defaults. */
export function startingForm({ strategy, symbol, timeframe }: Market, defaults: BotDefaults): BotForm {
  return {
    botName: '',
    symbol,
    network: defaults.network,
    clusterId: '',
    warmupMode: defaults.warmupMode,
    ...allocationForm(defaults.allocation),
    sizingMode: defaults.sizing.mode,
    sizingValue: String(defaults.sizing.value),
    leverage: String(defaults.leverage),
    overlays: {},
    ...strategyPart(strategy, timeframe),
  };
}

export type BotConfig = Answer<'/bots/{id}'>;

/** A form that says what the bot is now; a copy gets a name of its own. */
export function formOfBot(
  config: BotConfig,
  strategy: Pick<Strategy, 'name' | 'schema'>,
  overlays: readonly Overlay[],
): BotForm {
  const schemaOf = new Map(overlays.map(({ name, schema }) => [name, schema]));
  const chosen = config.overlays.flatMap(({ name, params = {} }) => {
    const schema = schemaOf.get(name);
    return schema === undefined ? [] : [[name, textsOf(paramFields(schema), params)] as const];
  });
  return {
    botName: config.bot_name,
    symbol: config.symbol,
    timeframe: config.timeframe,
    network: config.network,
    clusterId: config.cluster_id ?? '',
    warmupMode: config.warmup_mode,
    ...allocationForm(config.allocation),
    sizingMode: config.sizing.mode,
    sizingValue: String(config.sizing.value),
    leverage: String(config.leverage),
    strategy: strategy.name,
    params: textsOf(botFields(strategy), config.params),
    overlays: Object.fromEntries(chosen),
  };
}

interface RunOrigin {
  readonly symbol: string;
  readonly timeframe: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/**
 * What a run decided with, and the platform's defaults for what a run does not know. A size hint of the run
 * becomes the sizing.
 */
export function formOfRun(run: RunOrigin, strategy: Strategy, defaults: BotDefaults): BotForm {
  const form = startingForm({ strategy, symbol: run.symbol, timeframe: run.timeframe }, defaults);
  return { ...form, ...hintedSizing(run.params), params: textsOf(botFields(strategy), run.params) };
}

/** A size hint among parameters overrules the sizing: in a new bot it becomes the sizing. */
export function hintedSizing(
  params: Readonly<Record<string, unknown>>,
): Partial<Pick<BotForm, 'sizingMode' | 'sizingValue'>> {
  const hint = params['size_hint'] as { readonly kind?: unknown; readonly value?: unknown } | undefined;
  return typeof hint?.kind === 'string' && typeof hint.value === 'number'
    ? { sizingMode: hint.kind, sizingValue: String(hint.value) }
    : {};
}

export interface SettingChange {
  readonly field: string;
  readonly before: string;
  readonly after: string;
  /** The manager restarts the bot with it. */
  readonly restarts: boolean;
}

/**
 * What sending `after` would change of a bot that is `before`: parameters one by one, everything else by its
 * own field.
 */
export function settingChanges(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): SettingChange[] {
  return Object.keys(after).flatMap((field) => {
    const restarts = !SETTINGS_READ_LIVE.has(field);
    if (field !== 'params') return changed(field, before[field], after[field], restarts);
    const [old, now] = [before[field], after[field]] as [Texted, Texted];
    return [...new Set([...Object.keys(old), ...Object.keys(now)])].flatMap((name) =>
      changed(name, old[name], now[name], restarts),
    );
  });
}

/**
 * Only what differs from the bot as the form was opened with it: a parameter that is sent with its default
 * would count as a change and restart the bot, and what somebody else changed since (`present`) stays as it
 * is.
 */
export function editRequest(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
  present: Readonly<Record<string, unknown>> = before,
): Record<string, unknown> {
  const different = Object.entries(after).filter(
    ([field, value]) => settingChanges({ [field]: before[field] }, { [field]: value }).length > 0,
  );
  const request = Object.fromEntries(different);
  const isOneStrategy = [after, present].every((each) => each['strategy'] === before['strategy']);
  if (request['params'] === undefined || !isOneStrategy) return request;
  const old = before['params'] as Texted;
  const own = Object.entries(request['params'] as Texted).filter(
    ([name, value]) => settingText(old[name]) !== settingText(value),
  );
  return { ...request, params: { ...(present['params'] as Texted), ...Object.fromEntries(own) } };
}

/** The bot as a request of the form would say it, so that only what the form can change is compared. */
export function requestOfBot(bot: BotConfig, schemas: BotSchemas): Record<string, unknown> {
  const form = formOfBot(bot, { name: bot.strategy, schema: {} }, schemas.overlays);
  const asked = botRequest({ ...form, params: textsOf(schemas.fields, bot.params) }, schemas);
  return { ...asked, params: { ...bot.params, ...(asked['params'] as Texted) } };
}

/**
 * What the form says, with the size hint that the bot has among its parameters and the form does not ask for.
 */
export function requestForBot(
  bot: BotConfig,
  request: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const hint = bot.params['size_hint'];
  if (hint === undefined || request['strategy'] !== bot.strategy) return { ...request };
  return { ...request, params: { size_hint: hint, ...(request['params'] as Texted) } };
}

type Texted = Readonly<Record<string, unknown>>;

function changed(field: string, before: unknown, after: unknown, restarts: boolean): SettingChange[] {
  const [old, now] = [settingText(before), settingText(after)];
  return old === now ? [] : [{ field, before: old, after: now, restarts }];
}

function settingText(value: unknown): string {
  if (value === undefined || value === null || value === '') return 'none';
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(settingText).join('; ');
  if (typeof value !== 'object') return String(value);
  const parts = Object.values(value).filter((part) => part !== undefined);
  return parts.map(settingText).join(' ');
}

/** What a change of strategy changes with it. */
export function strategyPart(
  strategy: Strategy,
  timeframe: string,
): Pick<BotForm, 'strategy' | 'timeframe' | 'params'> {
  return { strategy: strategy.name, timeframe, params: initialTexts(botFields(strategy)) };
}

/**
 * A bot's sizing is a setting of its own, and a size hint among the parameters would overrule it: the form
 * asks once.
 */
export function botFields(strategy: Pick<Strategy, 'schema'>): ParamField[] {
  return paramFields(strategy.schema).filter(({ name }) => !name.startsWith('size_hint/'));
}

/** Faults by the manager's own field names; empty when the form can be sent. */
export function botFormFaults(form: BotForm, { fields, overlays }: BotSchemas): Record<string, string> {
  const faults: Record<string, string | null> = {
    bot_name: form.botName.trim() === '' ? 'Give it a name' : null,
    symbol: /^[A-Z0-9]{2,30}$/.test(form.symbol) ? null : 'Capital letters and digits, e.g. BTCUSDT',
    'allocation/value': allocationFault(form),
    'sizing/value': Number(form.sizingValue) > 0 ? null : 'A number above 0',
    leverage: isLeverage(form.leverage) ? null : 'A whole number from 1 to 125',
    ...faultsUnder('params', fields, form.params),
    ...Object.fromEntries(
      chosenOverlays(form, overlays).flatMap(({ fields: own, texts }, index) =>
        Object.entries(faultsUnder(`overlays/${index}`, own, texts)),
      ),
    ),
  };
  return Object.fromEntries(
    Object.entries(faults).filter((entry): entry is [string, string] => entry[1] !== null),
  );
}

function faultsUnder(
  path: string,
  fields: readonly ParamField[],
  texts: Texts,
): Record<string, string | null> {
  return Object.fromEntries(
    fields.map((field) => [`${path}/${field.name}`, faultOf(field, texts[field.name] ?? '')]),
  );
}

/** In the order of the catalogue, which is that of the request: the manager names faults by position. */
export function chosenOverlays(form: BotForm, overlays: readonly Overlay[]) {
  return overlays.flatMap(({ name, title, schema }) => {
    const texts = form.overlays[name];
    return texts === undefined ? [] : [{ name, title, texts, fields: paramFields(schema) }];
  });
}

/** Takes an overlay in with its defaults, or out. */
export function toggleOverlay(form: BotForm, { name, schema }: Overlay): Pick<BotForm, 'overlays'> {
  const { [name]: chosen, ...others } = form.overlays;
  if (chosen !== undefined) return { overlays: others };
  return { overlays: { ...others, [name]: initialTexts(paramFields(schema)) } };
}

function isLeverage(text: string): boolean {
  const value = Number(text);
  return Number.isInteger(value) && value >= 1 && value <= 125;
}

export function botRequest(form: BotForm, { fields, overlays }: BotSchemas): Record<string, unknown> {
  return {
    bot_name: form.botName.trim(),
    strategy: form.strategy,
    symbol: form.symbol,
    timeframe: form.timeframe,
    network: form.network,
    allocation: allocationOf(form),
    sizing: { mode: form.sizingMode, value: Number(form.sizingValue) },
    leverage: Number(form.leverage),
    cluster_id: form.clusterId.trim() === '' ? null : form.clusterId.trim(),
    warmup_mode: form.warmupMode,
    params: paramsOf(fields, form.params),
    overlays: chosenOverlays(form, overlays).map(({ name, fields: own, texts }) => ({
      name,
      params: paramsOf(own, texts),
    })),
  };
}
