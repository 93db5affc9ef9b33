/** What trading costs and how signals become sizes. Empty means the platform's own figure. */
'use client';

import { SelectField, TextField } from '../../ui/field';
import type { BacktestForm } from './use-backtest-form';

const LEVELS = [
  { value: '', label: 'As the signal asks' },
  { value: '1', label: 'Level 1: signal quality' },
  { value: '2', label: 'Level 2: realistic simulation' },
] as const;

const LEVEL_HINTS = {
  '': 'Size by the strategy’s size hint, its stops in place',
  '1': 'The whole equity on every signal, no stops: are the signals any good?',
  '2': 'Sized so that a stop loses 2 % of equity: do the signals survive trading?',
} as const;

export function CostFields({ form: { choice, faults, setCost } }: { form: BacktestForm }) {
  const faultOf = (field: string) => faults.find((fault) => fault.field === field)?.message;
  return (
    <div className="grid gap-4 sm:grid-cols-4">
      <TextField
        label="Initial equity, USD"
        inputMode="decimal"
        fault={faultOf('initialEquityUsd')}
        value={choice.initialEquityUsd}
        onChange={(event) => setCost('initialEquityUsd', event.target.value)}
      />
      <TextField
        label="Taker fee, bps"
        hint="Per fill; 4 when empty"
        placeholder="4"
        inputMode="decimal"
        fault={faultOf('takerFeeBps')}
        value={choice.takerFeeBps}
        onChange={(event) => setCost('takerFeeBps', event.target.value)}
      />
      <TextField
        label="Slippage, bps"
        hint="Per fill; by symbol when empty"
        placeholder="by symbol"
        inputMode="decimal"
        fault={faultOf('slippageBps')}
        value={choice.slippageBps}
        onChange={(event) => setCost('slippageBps', event.target.value)}
      />
      <SelectField
        label="Sizing and stops"
        hint={LEVEL_HINTS[choice.level]}
        choices={LEVELS}
        value={choice.level}
        onChange={(event) => setCost('level', event.target.value)}
      />
    </div>
  );
}
