/** A new bot, from the strategy's own schema and the platform's defaults, with a summary of what will exist before it does. */
'use client';

import { useRouter } from 'next/navigation';
import { type FormEvent, useMemo, useState } from 'react';
import {
  type BotDefaults,
  type BotForm,
  botFormFaults,
  botRequest,
  type Overlay,
  type Strategy,
  startingForm,
  strategyPart,
} from '../../../lib/bot-form';
import { paramFields, under } from '../../../lib/param-schema';
import { useCommand } from '../../../manager/use-command';
import { useManager } from '../../../manager/use-manager';
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
  return (
    <Page title="Create a bot" lead="It is created stopped; nothing trades until you start it.">
      <Loaded read={strategies}>
        {({ items }) => (
          <Loaded read={overlays}>
            {({ items: known }) => (
              <Loaded read={defaults}>
                {(values) => <CreateForm strategies={items} overlays={known} defaults={values} />}
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
}

function CreateForm({ strategies, overlays, defaults }: CreateFormProps) {
  const router = useRouter();
  const refusal = useRefusal();
  const command = useCommand<{ id: string }>();
  const [form, setForm] = useState(() => startingForm(strategies[0]!, defaults, 'BTCUSDT'));
  const strategy = strategies.find(({ name }) => name === form.strategy) ?? strategies[0]!;
  const fields = useMemo(() => paramFields(strategy.schema), [strategy]);
  const schemas = { fields, overlays };
  const faults = botFormFaults(form, schemas);
  const change = (part: Partial<BotForm>) => setForm((before) => ({ ...before, ...part }));
  const choose = (name: string) => {
    const chosen = strategies.find((each) => each.name === name);
    if (chosen !== undefined) change(strategyPart(chosen));
  };
  const why =
    refusal ?? (Object.keys(faults).length > 0 ? 'Some fields are not filled in rightly yet.' : null);
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
      <Summary form={form} strategy={strategy} overlays={overlays} refusal={why} command={command} />
    </form>
  );
}
