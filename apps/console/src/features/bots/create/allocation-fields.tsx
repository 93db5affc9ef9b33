'use client';

import { allocationForm } from '../../../lib/allocation';
import type { BotForm } from '../../../lib/bot-form';
import { SelectField, TextField } from '../../../ui/field';

interface AllocationFieldsProps {
  readonly form: BotForm;
  readonly change: (part: Partial<BotForm>) => void;
  readonly fault: string | null;
}

const MODES = [
  { value: 'usd', label: 'US dollars' },
  { value: 'share', label: 'Share of the wallet' },
];
/** What a change of the kind begins with: a careful number of the other unit. */
const BEGINNINGS = { usd: { mode: 'usd', value: 1_000 }, share: { mode: 'share', value: 0.01 } };

/** The capital of the bot: what its sizes are fractions of and its drawdown is measured against. */
export function AllocationFields({ form, change, fault }: AllocationFieldsProps) {
  const isShare = form.allocationMode === 'share';
  return (
    <>
      <SelectField
        label="Allocation"
        value={form.allocationMode}
        choices={MODES}
        hint="The capital the bot trades with"
        onChange={(event) =>
          change(allocationForm(BEGINNINGS[event.target.value as keyof typeof BEGINNINGS]))
        }
      />
      <TextField
        label={isShare ? 'Allocated, % of the wallet' : 'Allocated, USD'}
        inputMode="decimal"
        value={form.allocationValue}
        hint="Orders are sized from it, and drawdown is measured against it"
        fault={fault}
        onChange={(event) => change({ allocationValue: event.target.value })}
      />
    </>
  );
}
