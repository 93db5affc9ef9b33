'use client';

import { Panel } from '../../ui/page';
import { SchemaForm } from '../../ui/schema-form';
import type { BacktestForm } from './use-backtest-form';

/** The parameters of the strategy, one value each. */
export function ParameterPanel({ form }: { form: BacktestForm }) {
  return (
    <Panel title="Parameters" aside={form.strategy.title}>
      <SchemaForm
        fields={form.fields}
        texts={form.texts}
        onChange={form.setText}
        serverFaults={form.serverFaults}
      />
    </Panel>
  );
}
