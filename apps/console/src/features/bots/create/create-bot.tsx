/** A new bot, from the strategy's own schema and the platform's defaults, with a summary of what will exist before it does. */
'use client';

import { useRouter } from 'next/navigation';
import { type FormEvent, useMemo, useState } from 'react';
import {
  type BotDefaults,
  type BotForm,
  botFormFaults,
  botRequest,
  type Strategy,
  startingForm,
  strategyPart,
} from '../../../lib/bot-form';
import { paramFields } from '../../../lib/param-schema';
import { useCommand } from '../../../manager/use-command';
import { useManager } from '../../../manager/use-manager';
import { Loaded } from '../../../ui/loaded';
import { Page, Panel } from '../../../ui/page';
import { SchemaForm } from '../../../ui/schema-form';
import { useRefusal } from '../../frame/providers';
import { BotFields } from './bot-fields';
import { Summary } from './summary';

export function CreateBot() {
  const strategies = useManager('/strategies', { pollMs: false });
  const defaults = useManager('/bff/bot-defaults', { pollMs: false });
  return (
    <Page title="Create a bot" lead="It is created stopped; nothing trades until you start it.">
      <Loaded read={strategies}>
        {({ items }) => (
          <Loaded read={defaults}>{(values) => <CreateForm strategies={items} defaults={values} />}</Loaded>
        )}
      </Loaded>
    </Page>
  );
}

function CreateForm({ strategies, defaults }: { strategies: readonly Strategy[]; defaults: BotDefaults }) {
  const router = useRouter();
  const refusal = useRefusal();
  const command = useCommand<{ id: string }>();
  const [form, setForm] = useState(() => startingForm(strategies[0]!, defaults, 'BTCUSDT'));
  const strategy = strategies.find(({ name }) => name === form.strategy) ?? strategies[0]!;
  const fields = useMemo(() => paramFields(strategy.schema), [strategy]);
  const faults = botFormFaults(form, fields);
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
      .mutateAsync({ method: 'POST', path: '/bots', body: botRequest(form, fields) })
      .catch(() => null);
    if (created !== null) router.push(`/bots/${created.data.id}`);
  };
  const serverField = command.error?.view.field ?? '';
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
            faults={{
              ...faults,
              ...(serverField === '' ? {} : { [serverField]: command.error?.message ?? '' }),
            }}
          />
        </Panel>
        <Panel title={`Parameters of ${strategy.title}`} aside={strategy.summary}>
          <SchemaForm
            fields={fields}
            texts={form.params}
            onChange={(name, text) => change({ params: { ...form.params, [name]: text } })}
            serverFault={
              serverField.startsWith('params/')
                ? { name: serverField.slice('params/'.length), message: command.error?.message ?? '' }
                : null
            }
          />
        </Panel>
      </div>
      <Summary form={form} strategy={strategy} refusal={why} command={command} />
    </form>
  );
}
