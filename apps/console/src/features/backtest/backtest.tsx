/** The backtest form. What may be chosen is what is stored; the summary beside Start says what will be run before it is. */
'use client';

import { useManager } from '../../manager/use-manager';
import { Loaded } from '../../ui/loaded';
import { Page, Panel } from '../../ui/page';
import { SchemaForm } from '../../ui/schema-form';
import { Empty } from '../../ui/states';
import { CostFields } from './cost-fields';
import { MarketFields } from './market-fields';
import { Summary } from './summary';
import { type Catalogue, useBacktestForm } from './use-backtest-form';

export function Backtest() {
  const strategies = useManager('/strategies', { pollMs: false });
  const inventory = useManager('/data/inventory', { pollMs: 60_000 });
  return (
    <Page
      title="Backtest"
      lead="The same code that trades live, over stored history, net of fees, slippage and funding."
    >
      <Loaded read={strategies}>
        {(known) => (
          <Loaded read={inventory}>
            {(stored) => <Form catalogue={{ strategies: known.items, inventory: stored.items }} />}
          </Loaded>
        )}
      </Loaded>
    </Page>
  );
}

function Form({ catalogue }: { catalogue: Catalogue }) {
  const form = useBacktestForm(catalogue);
  if (form === null) {
    return (
      <Empty title="No history is stored yet" command="./platform data backfill klines trigger">
        A backtest needs bars. Fill some on the data page; this form then offers what is there.
      </Empty>
    );
  }
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[1fr_22rem]">
      <div className="min-w-0 space-y-6">
        <Panel title="Strategy and market">
          <MarketFields form={form} catalogue={catalogue} />
        </Panel>
        <Panel title="Parameters" aside={form.strategy.title}>
          <SchemaForm
            fields={form.fields}
            texts={form.texts}
            onChange={form.setText}
            serverFaults={form.serverFaults}
          />
        </Panel>
        <Panel title="Costs and execution">
          <CostFields form={form} />
        </Panel>
      </div>
      <Summary form={form} />
    </div>
  );
}
