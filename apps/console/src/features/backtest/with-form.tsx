/**
 * What every form over stored history begins with: the strategies, what is stored, and what to do where that
 * is nothing.
 */
'use client';

import type { ReactNode } from 'react';
import { useManager } from '../../manager/use-manager';
import { Loaded } from '../../ui/loaded';
import { Empty } from '../../ui/states';
import { type BacktestForm, type Catalogue, useBacktestForm } from './use-backtest-form';

interface WithFormProps {
  readonly children: (form: BacktestForm, catalogue: Catalogue) => ReactNode;
}

export function WithForm({ children }: WithFormProps) {
  const strategies = useManager('/strategies', { pollMs: false });
  const inventory = useManager('/data/inventory', { pollMs: 60_000 });
  return (
    <Loaded read={strategies}>
      {(known) => (
        <Loaded read={inventory}>
          {(stored) => (
            <Form catalogue={{ strategies: known.items, inventory: stored.items }}>{children}</Form>
          )}
        </Loaded>
      )}
    </Loaded>
  );
}

function Form({ catalogue, children }: WithFormProps & { catalogue: Catalogue }) {
  const form = useBacktestForm(catalogue);
  if (form !== null) return children(form, catalogue);
  return (
    <Empty title="No history is stored yet" command="./platform data backfill klines trigger">
      It takes bars. Fill some on the data page; this form then offers what is there.
    </Empty>
  );
}
