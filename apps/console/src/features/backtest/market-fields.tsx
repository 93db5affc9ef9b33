/** Strategy, symbol, time frame and days. Choices that have no history say so instead of hiding. */
'use client';

import { isTimeframe } from '@platform/core';
import { dayOf } from '../../lib/backtest/form';
import { figure } from '../../lib/format';
import { storedRange } from '../../lib/history';
import { plural } from '../../lib/words';
import { SelectField, TextField } from '../../ui/field';
import { setUrl } from '../../ui/url-state';
import { type BacktestForm, type Catalogue, chooseStrategy } from './use-backtest-form';

export function MarketFields({ form, catalogue }: { form: BacktestForm; catalogue: Catalogue }) {
  const { choice, strategy, symbols, stored, faults } = form;
  const faultOf = (field: string) => faults.find((fault) => fault.field === field)?.message;
  const days = stored === null ? {} : { min: dayOf(stored.fromMs), max: dayOf(stored.toMs - 1) };
  const coverage =
    stored === null
      ? 'Nothing is stored.'
      : `Stored: ${days.min} to ${days.max}, ${figure(stored.rowCount, { decimals: 0 })} bars${stored.gapCount > 0 ? `, ${plural(stored.gapCount, 'gap')}` : ''}`;
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <SelectField
        label="Strategy"
        hint={strategy.summary}
        value={strategy.name}
        onChange={(event) => chooseStrategy(event.target.value)}
        choices={catalogue.strategies.map(({ name, title, status }) => ({
          value: name,
          label: status === 'validated' ? title : `${title} (validation in progress)`,
        }))}
      />
      <SelectField
        label="Symbol"
        hint="Symbols with stored perpetual bars"
        fault={faultOf('symbol')}
        value={choice.symbol}
        onChange={(event) => setUrl({ symbol: event.target.value, timeframe: '', from: '', to: '' })}
        choices={symbols.map((symbol) => ({ value: symbol, label: symbol }))}
      />
      <SelectField
        label="Time frame"
        hint={
          strategy.validatedTimeframes.length === 0
            ? 'None is validated yet'
            : `Validated: ${strategy.validatedTimeframes.join(', ')}`
        }
        value={choice.timeframe}
        onChange={(event) => setUrl({ timeframe: event.target.value, from: '', to: '' })}
        choices={strategy.timeframes.filter(isTimeframe).map((timeframe) => ({
          value: timeframe,
          label:
            storedRange(catalogue.inventory, choice.symbol, timeframe) === null
              ? `${timeframe} (not stored)`
              : timeframe,
        }))}
      />
      <TextField
        label="First day, UTC"
        hint={coverage}
        type="date"
        {...days}
        fault={faultOf('fromDay')}
        value={choice.fromDay}
        onChange={(event) => setUrl({ from: event.target.value })}
      />
      <TextField
        label="Last day, UTC"
        hint="Included"
        type="date"
        {...days}
        fault={faultOf('toDay')}
        value={choice.toDay}
        onChange={(event) => setUrl({ to: event.target.value })}
      />
    </div>
  );
}
