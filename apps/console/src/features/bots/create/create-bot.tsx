/** A new bot, from the strategy's own schema and the platform's defaults, with a summary of what will exist before it does. */
'use client';

import { useRouter } from 'next/navigation';
import { type FormEvent, useMemo, useState } from 'react';
import {
  type BotDefaults,
  type BotForm,
  botFields,
  botFormFaults,
  botRequest,
  type Overlay,
  type Strategy,
  startingForm,
  startingMarket,
  startObstacles,
  strategyPart,
} from '../../../lib/bot-form';
import type { InventoryItem } from '../../../lib/data/coverage';
import { fittingTimeframeOf } from '../../../lib/history';
import type { LeasingBot } from '../../../lib/lifecycle';
import { faultOf, paramsOf, under } from '../../../lib/param-schema';
import { words } from '../../../lib/words';
import { useCommand } from '../../../manager/use-command';
import { useManager } from '../../../manager/use-manager';
import { useWarmupBars } from '../../../manager/use-warmup-bars';
import { Loaded } from '../../../ui/loaded';
import { Page, Panel } from '../../../ui/page';
import { SchemaForm } from '../../../ui/schema-form';
import { useRefusal } from '../../frame/providers';
import { BotFields } from './bot-fields';
import { OverlayFields } from './overlay-fields';
import { Summary } from './summary';

export function CreateBot() {
  const strategies = useManager('/strategies', { pollMs: false });
  const overlays = useManager('/overlays', { pollMs: false });
  const defaults = useManager('/bff/bot-defaults', { pollMs: false });
  const inventory = useManager('/data/inventory', { pollMs: 60_000 });
  const bots = useManager('/bff/bots', { pollMs: 5_000 });
  return (
    <Page title="Create a bot" lead="It is created stopped; nothing trades until you start it.">
      <Loaded read={strategies}>
        {({ items }) => (
          <Loaded read={overlays}>
            {({ items: known }) => (
              <Loaded read={defaults}>
                {(values) => (
                  <Loaded read={inventory}>
                    {({ items: stored }) => (
                      <Loaded read={bots}>
                        {({ items: running }) => (
                          <CreateForm
                            strategies={items}
                            overlays={known}
                            defaults={values}
                            inventory={stored}
                            bots={running}
                          />
                        )}
                      </Loaded>
                    )}
                  </Loaded>
                )}
              </Loaded>
            )}
          </Loaded>
        )}
      </Loaded>
    </Page>
  );
}

interface CreateFormProps {
  readonly strategies: readonly Strategy[];
  readonly overlays: readonly Overlay[];
  readonly defaults: BotDefaults;
  readonly inventory: readonly InventoryItem[];
  readonly bots: readonly LeasingBot[];
}

function CreateForm({ strategies, overlays, defaults, inventory, bots }: CreateFormProps) {
  const router = useRouter();
  const refusal = useRefusal();
  const command = useCommand<{ id: string }>();
  const [form, setForm] = useState(() =>
    startingForm(startingMarket({ strategies, inventory, bots }), defaults),
  );
  const strategy = strategies.find(({ name }) => name === form.strategy) ?? strategies[0]!;
  const fields = useMemo(() => botFields(strategy), [strategy]);
  const schemas = { fields, overlays };
  const faults = botFormFaults(form, schemas);
  const change = (part: Partial<BotForm>) => setForm((before) => ({ ...before, ...part }));
  const choose = (name: string) => {
    const chosen = strategies.find((each) => each.name === name);
    if (chosen === undefined) return;
    change(strategyPart(chosen, fittingTimeframeOf(chosen, inventory, form.symbol, 0).timeframe));
  };
  const isSound = fields.every((field) => faultOf(field, form.params[field.name] ?? field.initial) === null);
  const warmupBars = useWarmupBars(strategy, form.timeframe, isSound ? paramsOf(fields, form.params) : null);
  const obstacles = startObstacles(form, warmupBars, { inventory, bots });
  const why = refusal ?? (Object.keys(faults).length > 0 ? firstFault(faults) : null);
  const create = async (event: FormEvent) => {
    event.preventDefault();
    if (why !== null || command.isPending) return;
    const created = await command
      .mutateAsync({ method: 'POST', path: '/bots', body: botRequest(form, schemas) })
      .catch(() => null);
    if (created !== null) router.push(`/bots/${created.data.id}`);
  };
  const serverField = command.error?.view.field ?? '';
  const serverFaults = serverField === '' ? {} : { [serverField]: command.error?.message ?? '' };
  return (
    <form onSubmit={(event) => void create(event)} className="grid gap-x-10 gap-y-6 xl:grid-cols-[2fr_1fr]">
      <div className="space-y-6">
        <Panel title="What it trades">
          <BotFields
            form={form}
            change={change}
            choose={choose}
            strategies={strategies}
            strategy={strategy}
            inventory={inventory}
            warmupBars={warmupBars}
            faults={{ ...faults, ...serverFaults }}
          />
        </Panel>
        <Panel title={`Parameters of ${strategy.title}`} aside={strategy.summary}>
          <SchemaForm
            fields={fields}
            texts={form.params}
            onChange={(name, text) => change({ params: { ...form.params, [name]: text } })}
            serverFaults={under('params', serverFaults)}
          />
        </Panel>
        <Panel title="Overlays" aside="Each may veto an entry, never an exit">
          <OverlayFields form={form} change={change} overlays={overlays} serverFaults={serverFaults} />
        </Panel>
      </div>
      <Summary
        form={form}
        strategy={strategy}
        overlays={overlays}
        obstacles={obstacles}
        refusal={why}
        command={command}
      />
    </form>
  );
}

/** The field by its own name, so that it is found. */
function firstFault(faults: Readonly<Record<string, string>>): string {
  const [field, fault] = Object.entries(faults)[0]!;
  return `${words(field.split('/').join(' '))}: ${fault}.`;
}
