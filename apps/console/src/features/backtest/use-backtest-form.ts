/**
 * The state of the form. Strategy, market and days stand in the address; parameters and costs are kept here until Start, because
 * half-typed numbers are nobody's bookmark. Parameters given in the address begin the form, as "run again with changes" does.
 */
'use client';

import { useSearchParams } from 'next/navigation';
import { useMemo, useState } from 'react';
import {
  type BacktestChoice,
  type ChoiceFault,
  dayOf,
  faultsOf,
  firstTradableDay,
  type StoredRange,
  storedRange,
  storedSymbols,
} from '../../lib/backtest/form';
import type { InventoryItem } from '../../lib/data/coverage';
import { faultOf, type ParamField, paramFields, paramsOf, textsOf, under } from '../../lib/param-schema';
import { isTimeframe, type Timeframe } from '../../lib/timeframes';
import type { ManagerError } from '../../manager/request';
import type { ItemOf } from '../../manager/types';
import { setUrl } from '../../ui/url-state';

export type Strategy = ItemOf<'/strategies'>;

export interface Catalogue {
  readonly strategies: readonly Strategy[];
  readonly inventory: readonly InventoryItem[];
}

type CostName = 'initialEquityUsd' | 'takerFeeBps' | 'slippageBps' | 'level';
type Costs = Pick<BacktestChoice, CostName>;

export interface BacktestForm {
  readonly strategy: Strategy;
  readonly symbols: readonly string[];
  readonly choice: BacktestChoice;
  readonly stored: StoredRange | null;
  readonly faults: readonly ChoiceFault[];
  readonly fields: readonly ParamField[];
  readonly texts: Readonly<Record<string, string>>;
  readonly setText: (name: string, text: string) => void;
  readonly setCost: (name: CostName, text: string) => void;
  readonly serverFaults: Readonly<Record<string, string>>;
  readonly setRefusal: (error: ManagerError | null) => void;
  /** Why it cannot be started; null when it can. */
  readonly obstacle: string | null;
}

const DEFAULT_COSTS: Costs = { initialEquityUsd: '10000', takerFeeBps: '', slippageBps: '', level: '' };

/** Null while nothing is stored. */
export function useBacktestForm({ strategies, inventory }: Catalogue): BacktestForm | null {
  const search = useSearchParams();
  const [costs, setCosts] = useState(DEFAULT_COSTS);
  const [refusal, setRefusal] = useState<ManagerError | null>(null);
  const symbols = useMemo(() => storedSymbols(inventory), [inventory]);
  const strategy = strategies.find(({ name }) => name === search.get('strategy')) ?? strategies[0];
  const { fields, texts, setText } = useParams(strategy, search.get('params'));
  const [firstSymbol] = symbols;
  if (strategy === undefined || firstSymbol === undefined) return null;

  const symbol = search.get('symbol') ?? firstSymbol;
  const timeframe = chosenTimeframe(strategy, search.get('timeframe'), inventory, symbol);
  const stored = storedRange(inventory, symbol, timeframe);
  const choice: BacktestChoice = {
    ...{ strategy: strategy.name, symbol, timeframe, params: paramsOf(fields, texts), ...costs },
    fromDay: search.get('from') ?? firstDay(strategy, stored, timeframe),
    toDay: search.get('to') ?? dayOf((stored?.toMs ?? 1) - 1),
  };
  const faults = faultsOf(choice, stored);
  const faultyParam = fields.find((field) => faultOf(field, texts[field.name] ?? field.initial) !== null);
  return {
    ...{ strategy, symbols, choice, stored, faults, fields, texts, setText, setRefusal },
    setCost: (name, text) => setCosts((before) => ({ ...before, [name]: text })),
    serverFaults: paramFaults(refusal),
    obstacle:
      faults[0]?.message ?? (faultyParam === undefined ? null : `${faultyParam.label}: see the parameters.`),
  };
}

function useParams(strategy: Strategy | undefined, given: string | null) {
  const fields = useMemo(() => paramFields(strategy?.schema ?? {}), [strategy]);
  const begun = useMemo(() => textsOf(fields, parsed(given)), [fields, given]);
  const [edits, setEdits] = useState<Readonly<Record<string, Readonly<Record<string, string>>>>>({});
  const name = strategy?.name ?? '';
  const texts = useMemo(() => ({ ...begun, ...edits[name] }), [begun, edits, name]);
  const setText = (field: string, text: string) =>
    setEdits((before) => ({ ...before, [name]: { ...before[name], [field]: text } }));
  return { fields, texts, setText };
}

/** An address that was mangled begins the form with the defaults. */
function parsed(given: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(given ?? '{}');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function firstDay(strategy: Strategy, stored: StoredRange | null, timeframe: Timeframe): string {
  return stored === null
    ? dayOf(0)
    : firstTradableDay(stored, strategy.warmupBars[timeframe] ?? 0, timeframe);
}

/**
 * The one asked for, else the first validated one that is stored with more than its warm-up, else any such, else any that is stored.
 */
function chosenTimeframe(
  strategy: Strategy,
  asked: string | null,
  inventory: readonly InventoryItem[],
  symbol: string,
): Timeframe {
  if (asked !== null && isTimeframe(asked) && strategy.timeframes.includes(asked)) return asked;
  const candidates = [...strategy.validatedTimeframes, ...strategy.timeframes].filter(isTimeframe);
  const bars = (each: Timeframe) => storedRange(inventory, symbol, each)?.rowCount ?? 0;
  const isRunnable = (each: Timeframe) => bars(each) > (strategy.warmupBars[each] ?? 0);
  return candidates.find(isRunnable) ?? candidates.find((each) => bars(each) > 0) ?? candidates[0] ?? '1h';
}

function paramFaults(refusal: ManagerError | null): BacktestForm['serverFaults'] {
  const field = refusal?.view.field ?? null;
  return refusal === null || field === null ? {} : under('params', { [field]: refusal.view.message });
}

/** Another strategy has other parameters: those in the address were for the one before. */
export function chooseStrategy(name: string): void {
  setUrl({ strategy: name, params: '', timeframe: '' });
}
