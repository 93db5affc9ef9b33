/** The form of a new bot: texts as typed, what is wrong with them, and the request they make. */
import type { Answer, ItemOf } from '../manager/types';
import { faultOf, initialTexts, type ParamField, paramFields, paramsOf } from './param-schema';

export type Strategy = ItemOf<'/strategies'>;
export type Overlay = ItemOf<'/overlays'>;
export type BotDefaults = Answer<'/bff/bot-defaults'>;

export interface BotForm {
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

/** Where a form begins: the validated strategy's own time frame, and the platform's defaults. */
export function startingForm(strategy: Strategy, defaults: BotDefaults, symbol: string): BotForm {
  return {
    ...{ botName: '', symbol, network: defaults.network, clusterId: '', warmupMode: defaults.warmupMode },
    ...{ sizingMode: defaults.sizing.mode, sizingValue: String(defaults.sizing.value) },
    ...{ leverage: String(defaults.leverage), overlays: {} },
    ...strategyPart(strategy),
  };
}

/** What a change of strategy changes with it. */
export function strategyPart(strategy: Strategy): Pick<BotForm, 'strategy' | 'timeframe' | 'params'> {
  const timeframe = strategy.validatedTimeframes[0] ?? strategy.timeframes[0] ?? '1h';
  return { strategy: strategy.name, timeframe, params: initialTexts(paramFields(strategy.schema)) };
}

/** Faults by the manager's own field names; empty when the form can be sent. */
export function botFormFaults(form: BotForm, { fields, overlays }: BotSchemas): Record<string, string> {
  const faults: Record<string, string | null> = {
    bot_name: form.botName.trim() === '' ? 'Give it a name' : null,
    symbol: /^[A-Z0-9]{2,30}$/.test(form.symbol) ? null : 'Capital letters and digits, e.g. BTCUSDT',
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
    ...{ strategy: form.strategy, symbol: form.symbol, timeframe: form.timeframe, network: form.network },
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
