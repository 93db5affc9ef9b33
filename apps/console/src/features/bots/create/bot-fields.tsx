'use client';

import { NETWORKS, SIZING_MODES, WARMUP_MODES } from '@platform/contracts';
import type { BotForm, Strategy } from '../../../lib/bot-form';
import type { InventoryItem } from '../../../lib/data/coverage';
import { storedSymbols } from '../../../lib/history';
import { words } from '../../../lib/words';
import { SelectField, TextField } from '../../../ui/field';
import { AllocationFields } from './allocation-fields';

interface BotFieldsProps {
  readonly form: BotForm;
  readonly change: (part: Partial<BotForm>) => void;
  readonly choose: (strategy: string) => void;
  readonly strategies: readonly Strategy[];
  readonly strategy: Strategy;
  readonly inventory: readonly InventoryItem[];
  readonly warmupBars: number | null;
  readonly faults: Readonly<Record<string, string>>;
}

const WARMUP_HINTS: Readonly<Record<string, string>> = {
  strict: 'Never runs on partial data',
  degraded: 'Runs on partial data, without opening positions until it is complete',
};

const asWords = (values: readonly string[]) => values.map((value) => ({ value, label: words(value) }));

export function BotFields(props: BotFieldsProps) {
  const { form, change, choose, strategies, strategy, inventory, warmupBars, faults } = props;
  const fault = (field: string) =>
    form.botName === '' && field === 'bot_name' ? null : (faults[field] ?? null);
  return (
    <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      <TextField
        label="Name"
        value={form.botName}
        maxLength={128}
        hint="The name shown everywhere"
        fault={fault('bot_name')}
        onChange={(event) => change({ botName: event.target.value })}
      />
      <SelectField
        label="Strategy"
        value={form.strategy}
        choices={strategies.map(({ name, title, status }) => ({
          value: name,
          label: status === 'validated' ? title : `${title} (validation in progress)`,
        }))}
        hint={strategy.status === 'validated' ? 'Validated' : 'Validation is still in progress'}
        fault={fault('strategy')}
        onChange={(event) => choose(event.target.value)}
      />
      <SymbolField
        value={form.symbol}
        inventory={inventory}
        fault={fault('symbol')}
        onChange={(symbol) => change({ symbol })}
      />
      <SelectField
        label="Time frame"
        value={form.timeframe}
        choices={strategy.timeframes.map((value) => ({
          value,
          label: strategy.validatedTimeframes.includes(value) ? `${value} (validated)` : value,
        }))}
        hint={`${warmupBars ?? '–'} bars of warm-up`}
        fault={fault('timeframe')}
        onChange={(event) => change({ timeframe: event.target.value })}
      />
      <SelectField
        label="Network"
        value={form.network}
        choices={asWords(NETWORKS)}
        hint={form.network === 'prod' ? 'Real money' : 'No real money'}
        fault={fault('network')}
        onChange={(event) => change({ network: event.target.value })}
      />
      <TextField
        label="Cluster"
        value={form.clusterId}
        maxLength={64}
        hint="Bots to pause or flatten together; may be empty"
        fault={fault('cluster_id')}
        onChange={(event) => change({ clusterId: event.target.value })}
      />
      <AllocationFields
        form={form}
        change={change}
        fault={fault('allocation/value') ?? fault('allocation')}
      />
      <SelectField
        label="Sizing of orders"
        value={form.sizingMode}
        choices={asWords(SIZING_MODES)}
        hint="Fixed: fraction of allocation plus profit. Vol target: annual volatility"
        fault={fault('sizing/mode')}
        onChange={(event) => change({ sizingMode: event.target.value })}
      />
      <TextField
        label="Size"
        inputMode="decimal"
        value={form.sizingValue}
        hint="0.01 is one percent"
        fault={fault('sizing/value')}
        onChange={(event) => change({ sizingValue: event.target.value })}
      />
      <TextField
        label="Leverage"
        inputMode="numeric"
        value={form.leverage}
        hint="1 to 125"
        fault={fault('leverage')}
        onChange={(event) => change({ leverage: event.target.value })}
      />
      <SelectField
        label="Warm-up"
        value={form.warmupMode}
        choices={asWords(WARMUP_MODES)}
        hint={WARMUP_HINTS[form.warmupMode] ?? ''}
        fault={fault('warmup_mode')}
        onChange={(event) => change({ warmupMode: event.target.value })}
      />
    </div>
  );
}

interface SymbolFieldProps {
  readonly value: string;
  readonly inventory: readonly InventoryItem[];
  readonly fault: string | null;
  readonly onChange: (symbol: string) => void;
}

/** Symbols with stored history are offered; any other may be typed. */
function SymbolField({ value, inventory, fault, onChange }: SymbolFieldProps) {
  const symbols = storedSymbols(inventory);
  return (
    <>
      <TextField
        label="Symbol"
        list="stored-symbols"
        value={value}
        hint={symbols.length === 0 ? 'E.g. BTCUSDT' : `History is stored for ${symbols.join(', ')}`}
        fault={fault}
        onChange={(event) => onChange(event.target.value.toUpperCase())}
      />
      <datalist id="stored-symbols">
        {symbols.map((symbol) => (
          <option key={symbol} value={symbol} />
        ))}
      </datalist>
    </>
  );
}
