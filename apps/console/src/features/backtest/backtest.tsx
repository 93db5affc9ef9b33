/**
 * The backtest form. What may be chosen is what is stored; the summary beside Start says what will be run
 * before it is.
 */
'use client';

import { Page, Panel } from '../../ui/page';
import { CostFields } from './cost-fields';
import { MarketFields } from './market-fields';
import { ParameterPanel } from './parameter-panel';
import { Summary } from './summary';
import { WithForm } from './with-form';

export function Backtest() {
  return (
    <Page
      title="Backtest"
      lead="The same code that trades live, over stored history, net of fees, slippage and funding."
    >
      <WithForm>
        {(form, catalogue) => (
          <div className="grid items-start gap-8 lg:grid-cols-[1fr_22rem]">
            <div className="min-w-0 space-y-6">
              <Panel title="Strategy and market">
                <MarketFields form={form} catalogue={catalogue} />
              </Panel>
              <ParameterPanel form={form} />
              <Panel title="Costs and execution">
                <CostFields form={form} />
              </Panel>
            </div>
            <Summary form={form} />
          </div>
        )}
      </WithForm>
    </Page>
  );
}
