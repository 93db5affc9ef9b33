/**
 * The state of the form, all of it in the address: a reload, a link and "run again with changes" bring back
 * what was typed, costs and half-typed numbers included.
 */
'use client';

import { isTimeframe, type Timeframe } from '@platform/core';
import { useMemo, useState } from 'react';
import {
  type BacktestChoice,
  type BacktestCosts,
  type ChoiceFault,
  chosenSpan,
  costsFrom,
  DEFAULT_COSTS,
  dayOf,
  faultsOf,
  written,
  writtenObject,
} from '../../lib/backtest/form';
import type { InventoryItem } from '../../lib/data/coverage';
import {
  firstTestableDayMs,
  fittingTimeframeOf,
  type Shortage,
  type StoredRange,
  shortageOf,
  storedRange,
  storedSymbols,
} from '../../lib/history';
import {
  faultOf,
  type ParamField,
  paramFields,
  paramsOf,
  textsObject,
  textsOf,
  under,
} from '../../lib/param-schema';
import type { ManagerError } from '../../manager/request';
import type { ItemOf } from '../../manager/types';
import { useWarmupBars } from '../../manager/use-warmup-bars';
import { setUrl, useSearch } from '../../ui/url-state';

export type Strategy = ItemOf<'/strategies'>;

export interface Catalogue {
  readonly strategies: readonly Strategy[];
  readonly inventory: readonly InventoryItem[];
}

export interface BacktestForm {
  readonly strategy: Strategy;
  readonly symbols: readonly string[];
  readonly choice: BacktestChoice;
  readonly stored: StoredRange | null;
  /** With the parameters as they are; null while they are not known to be sound. */
  readonly warmupBars: number | null;
  /** What the warm-up takes from the span; null while that cannot be said. */
  readonly shortage: Shortage | null;
  readonly faults: readonly ChoiceFault[];
  readonly fields: readonly ParamField[];
  readonly texts: Readonly<Record<string, string>>;
  readonly setText: (name: string, text: string) => void;
  readonly setCost: (name: keyof BacktestCosts, text: string) => void;
  readonly serverFaults: Readonly<Record<string, string>>;
  readonly setRefusal: (error: ManagerError | null) => void;
  /** Why it cannot be started; null when it can. */
  readonly obstacle: string | null;
}

/** Null while nothing is stored. */
export function useBacktestForm({ strategies, inventory }: Catalogue): BacktestForm | null {
  const search = useSearch();
  const [refusal, setRefusal] = useState<ManagerError | null>(null);
  const symbols = useMemo(() => storedSymbols(inventory), [inventory]);
  const strategy = strategies.find(({ name }) => name === search.get('strategy')) ?? strategies[0];
  const given = search.get('params');
  const fields = useMemo(() => paramFields(strategy?.schema ?? {}), [strategy]);
  const texts = useMemo(() => textsOf(fields, writtenObject(given)), [fields, given]);
  const faultyParam = fields.find((field) => faultOf(field, texts[field.name] ?? field.initial) !== null);
  const params = useMemo(() => paramsOf(fields, texts), [fields, texts]);
  const symbol = search.get('symbol') ?? symbols[0];
  const timeframe = chosenTimeframe(strategy, search.get('timeframe'), inventory, symbol ?? '');
  const warmupBars = useWarmupBars(strategy, timeframe, faultyParam === undefined ? params : null);
  if (strategy === undefined || symbol === undefined) return null;

  const stored = storedRange(inventory, symbol, timeframe);
  const costs = costsFrom(search.get('costs'));
  const firstMs = stored === null ? 0 : firstTestableDayMs(stored, timeframe, warmupBars ?? 1);
  const choice: BacktestChoice = {
    strategy: strategy.name,
    symbol,
    timeframe,
    params,
    ...costs,
    fromDay: search.get('from') ?? dayOf(firstMs),
    toDay: search.get('to') ?? dayOf((stored?.toMs ?? 1) - 1),
    allowsPartialData: search.get('partial') === 'yes',
  };
  const faults = faultsOf(choice, stored);
  const shortage =
    stored === null || warmupBars === null || faults.length > 0
      ? null
      : shortageOf(chosenSpan(choice, stored), stored, timeframe, warmupBars);
  return {
    strategy,
    symbols,
    choice,
    stored,
    warmupBars,
    shortage,
    faults,
    fields,
    texts,
    setRefusal,
    setText: (name, text) => {
      const changed = textsObject(fields, { ...texts, [name]: text });
      setUrl({ params: Object.keys(changed).length === 0 ? '' : JSON.stringify(changed) });
    },
    setCost: (name, text) => setUrl({ costs: written({ ...costs, [name]: text }, DEFAULT_COSTS) }),
    serverFaults: paramFaults(refusal),
    obstacle:
      faults[0]?.message ??
      (faultyParam === undefined ? null : `${faultyParam.label}: see the parameters.`) ??
      (shortage !== null && shortage.testedBars === 0 ? NOTHING_TESTED : null),
  };
}

const NOTHING_TESTED = 'The warm-up takes every stored bar: nothing would be decided.';

/** The one asked for, else the first that has its warm-up and something to test. */
function chosenTimeframe(
  strategy: Strategy | undefined,
  asked: string | null,
  inventory: readonly InventoryItem[],
  symbol: string,
): Timeframe {
  if (strategy === undefined) return '1h';
  if (asked !== null && isTimeframe(asked) && strategy.timeframes.includes(asked)) return asked;
  return fittingTimeframeOf(strategy, inventory, symbol).timeframe;
}

function paramFaults(refusal: ManagerError | null): BacktestForm['serverFaults'] {
  const field = refusal?.view.field ?? null;
  return refusal === null || field === null ? {} : under('params', { [field]: refusal.view.message });
}

/** Another strategy has other parameters: those in the address were for the one before. */
export function chooseStrategy(name: string): void {
  setUrl({ strategy: name, params: '', timeframe: '', from: '', to: '' });
}
