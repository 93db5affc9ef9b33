/**
 * A bot as a form: a new one, from the strategy's own schema and the platform's defaults, from a run or from
 * another bot; or one that exists. The summary says what will exist or change before the button is pressed.
 */
'use client';

import { useRouter } from 'next/navigation';
import { type FormEvent, type ReactNode, useMemo, useState } from 'react';
import {
  type BotConfig,
  type BotDefaults,
  type BotForm,
  botFields,
  botFormFaults,
  botRequest,
  editRequest,
  formOfBot,
  formOfRun,
  hintedSizing,
  type Overlay,
  requestForBot,
  requestOfBot,
  type Strategy,
  settingChanges,
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
import { useCommand } from '../../../manager/request';
import { useManager } from '../../../manager/use-manager';
import { useWarmupBars } from '../../../manager/use-warmup-bars';
import { Loaded } from '../../../ui/loaded';
import { Page, Panel } from '../../../ui/page';
import { SchemaForm } from '../../../ui/schema-form';
import { Empty, SkeletonRows } from '../../../ui/states';
import { useRefusal } from '../../frame/providers';
import { BotFields } from './bot-fields';
import { OverlayFields } from './overlay-fields';
import { Summary } from './summary';

/** Everything that the form of a bot is made from. */
interface Catalogue {
  readonly strategies: readonly Strategy[];
  readonly overlays: readonly Overlay[];
  readonly defaults: BotDefaults;
  readonly inventory: readonly InventoryItem[];
  readonly bots: readonly LeasingBot[];
}

function WithCatalogue({ children }: { children: (catalogue: Catalogue) => ReactNode }) {
  const strategies = useManager('/strategies', { pollMs: false });
  const overlays = useManager('/overlays', { pollMs: false });
  const defaults = useManager('/bff/bot-defaults', { pollMs: false });
  const inventory = useManager('/data/inventory', { pollMs: 60_000 });
  const bots = useManager('/bff/bots', { pollMs: 5_000 });
  return (
    <Loaded read={strategies}>
      {({ items }) => (
        <Loaded read={overlays}>
          {({ items: known }) => (
            <Loaded read={defaults}>
              {(values) => (
                <Loaded read={inventory}>
                  {({ items: stored }) => (
                    <Loaded read={bots}>
                      {({ items: running }) =>
                        children({
                          strategies: items,
                          overlays: known,
                          defaults: values,
                          inventory: stored,
                          bots: running,
                        })
                      }
                    </Loaded>
                  )}
                </Loaded>
              )}
            </Loaded>
          )}
        </Loaded>
      )}
    </Loaded>
  );
}

/** From nothing, from a run (`?run=`) or as a copy of a bot (`?clone=`). */
export function CreateBot({ runId, cloneId }: { runId: string | undefined; cloneId: string | undefined }) {
  return (
    <Page title="Create a bot" lead="It is created stopped; nothing trades until you start it.">
      <WithCatalogue>
        {(catalogue) =>
          runId !== undefined ? (
            <FromRun runId={runId} catalogue={catalogue} />
          ) : cloneId !== undefined ? (
            <FromBot botId={cloneId} catalogue={catalogue} purpose="clone" />
          ) : (
            <BotEditor
              catalogue={catalogue}
              initial={startingForm(startingMarket(catalogue), catalogue.defaults)}
            />
          )
        }
      </WithCatalogue>
    </Page>
  );
}

export function EditBot({ botId }: { botId: string }) {
  return (
    <Page title="Edit a bot" lead="The summary says what changes and whether the bot restarts for it.">
      <WithCatalogue>
        {(catalogue) => <FromBot botId={botId} catalogue={catalogue} purpose="edit" />}
      </WithCatalogue>
    </Page>
  );
}

function FromRun({ runId, catalogue }: { runId: string; catalogue: Catalogue }) {
  const run = useManager('/runs/{id}', { params: { id: runId }, pollMs: false });
  return (
    <Loaded read={run}>
      {(origin) => {
        const strategy = catalogue.strategies.find(({ name }) => name === origin.strategy);
        if (strategy === undefined) return <NoStrategy name={origin.strategy} />;
        return <BotEditor catalogue={catalogue} initial={formOfRun(origin, strategy, catalogue.defaults)} />;
      }}
    </Loaded>
  );
}

interface FromBotProps {
  readonly botId: string;
  readonly catalogue: Catalogue;
  readonly purpose: 'clone' | 'edit';
}

function FromBot({ botId, catalogue, purpose }: FromBotProps) {
  const config = useManager('/bots/{id}', { params: { id: botId }, pollMs: false });
  // What the page before has kept may be older than the last change, and a form keeps what it begins with.
  if (config.isFetching && !config.isFetchedAfterMount) return <SkeletonRows />;
  return (
    <Loaded read={config}>
      {(bot) => {
        const strategy = catalogue.strategies.find(({ name }) => name === bot.strategy);
        if (strategy === undefined) return <NoStrategy name={bot.strategy} />;
        const form = formOfBot(bot, strategy, catalogue.overlays);
        return purpose === 'clone' ? (
          <BotEditor
            catalogue={catalogue}
            initial={{ ...form, ...hintedSizing(bot.params), botName: `Copy of ${form.botName}` }}
          />
        ) : (
          <BotEditor catalogue={catalogue} initial={form} editing={bot} />
        );
      }}
    </Loaded>
  );
}

function NoStrategy({ name }: { name: string }) {
  return (
    <Empty title={`The strategy ${name} is not in the registry`}>
      A bot of it can neither be created nor changed here.
    </Empty>
  );
}

interface BotEditorProps {
  readonly catalogue: Catalogue;
  readonly initial: BotForm;
  /** The bot as it is; absent for a new one. */
  readonly editing?: BotConfig;
}

function BotEditor({ catalogue, initial, editing }: BotEditorProps) {
  const { strategies, overlays, inventory, bots } = catalogue;
  const router = useRouter();
  const refusal = useRefusal();
  const command = useCommand<{ id: string }>();
  // What the page reads again later must not take away what was typed.
  const [form, setForm] = useState(initial);
  // Nor may it count as a change of this form what somebody else has changed since.
  const [opened] = useState(editing);
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
  const others = bots.filter(({ botId }) => botId !== editing?.id);
  const obstacles = startObstacles(form, warmupBars, { inventory, bots: others });
  const asked = botRequest(form, schemas);
  const request = opened === undefined ? asked : requestForBot(opened, asked);
  const before = opened && requestOfBot(opened, schemas);
  const changes = before === undefined ? null : settingChanges(before, request);
  const isUnchanged = changes !== null && changes.length === 0;
  const why =
    refusal ??
    (Object.keys(faults).length > 0 ? firstFault(faults) : null) ??
    (isUnchanged ? 'Nothing is changed yet.' : null);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (why !== null || command.isPending) return;
    const sent = await command
      .mutateAsync(
        editing === undefined || before === undefined
          ? { method: 'POST', path: '/bots', body: request }
          : {
              method: 'PUT',
              path: '/bots/{id}',
              params: { id: editing.id },
              body: editRequest(before, request, requestOfBot(editing, schemas)),
            },
      )
      .catch(() => null);
    if (sent !== null) router.push(`/bots/${sent.data.id}`);
  };
  const serverField = command.error?.view.field ?? '';
  const serverFaults = serverField === '' ? {} : { [serverField]: command.error?.message ?? '' };
  return (
    <form onSubmit={(event) => void send(event)} className="grid gap-x-10 gap-y-6 xl:grid-cols-[2fr_1fr]">
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
        changes={changes}
        desiredState={editing?.desired_state ?? null}
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
