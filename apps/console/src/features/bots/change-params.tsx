/**
 * Other parameters for a bot that runs: a deploy of the release that it has, compared with the decisions of
 * its own first.
 */
'use client';

import { useMemo, useState } from 'react';
import { type BotConfig, botFields, type Strategy, settingChanges } from '../../lib/bot-form';
import { faultOf, paramsOf, textsOf } from '../../lib/param-schema';
import { useCommand } from '../../manager/request';
import { useManager } from '../../manager/use-manager';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { Loaded } from '../../ui/loaded';
import { SchemaForm } from '../../ui/schema-form';
import { useRefusal } from '../frame/providers';

export function ChangeParams({ config }: { config: BotConfig }) {
  const refusal = useRefusal();
  // As it was when the dialog was opened: what is read later must not change what was typed.
  const [opened, setOpened] = useState<BotConfig | null>(null);
  return (
    <>
      <Button refusal={refusal} onClick={() => setOpened(config)}>
        Change parameters…
      </Button>
      {opened === null ? null : <WithStrategy config={opened} close={() => setOpened(null)} />}
    </>
  );
}

interface DialogProps {
  readonly config: BotConfig;
  readonly close: () => void;
}

function WithStrategy(props: DialogProps) {
  const strategies = useManager('/strategies', { pollMs: false });
  return (
    <Loaded read={strategies}>
      {({ items }) => {
        const strategy = items.find(({ name }) => name === props.config.strategy);
        return strategy === undefined ? (
          <p className="text-muted">The strategy of this bot has no parameters to change here.</p>
        ) : (
          <ParamsDialog {...props} strategy={strategy} />
        );
      }}
    </Loaded>
  );
}

function ParamsDialog({ config, close, strategy }: DialogProps & { strategy: Pick<Strategy, 'schema'> }) {
  const command = useCommand();
  const fields = useMemo(() => botFields(strategy), [strategy]);
  const before = useMemo(() => textsOf(fields, config.params), [fields, config.params]);
  const [texts, setTexts] = useState(before);
  const fault = fields.find((field) => faultOf(field, texts[field.name] ?? '') !== null);
  const changed = fields.filter(({ name }) => texts[name] !== before[name]);
  const unchanged = Object.fromEntries(
    Object.entries(config.params).filter(([name]) => changed.every((field) => field.name !== name)),
  );
  const why =
    fault !== undefined
      ? `${fault.label}: ${faultOf(fault, texts[fault.name] ?? '')}.`
      : changed.length === 0
        ? 'Nothing is changed yet.'
        : null;
  return (
    <ConfirmDialog
      close={close}
      title={`Change the parameters of ${config.bot_name}`}
      consequence={`A second ${config.image_tag} runs as a shadow with them. Its different decisions are listed; once you accept the list, it takes over the position and its stop unchanged.`}
      verb="Deploy"
      asksReason={false}
      refusal={why}
      act={() =>
        command.mutateAsync({
          method: 'POST',
          path: '/bots/{id}/deploy/promote',
          params: { id: config.id },
          body: {
            target_image_tag: config.image_tag,
            params: { ...unchanged, ...paramsOf(changed, texts) },
          },
        })
      }
      outcome={() => 'The deploy of these parameters has begun.'}
    >
      <SchemaForm
        fields={fields}
        texts={texts}
        onChange={(name, text) => setTexts((now) => ({ ...now, [name]: text }))}
      />
    </ConfirmDialog>
  );
}

interface ChangedProps {
  readonly from_params: BotConfig['params'] | null;
  readonly params: BotConfig['params'] | null;
}

/** What a deploy changes of the parameters, as "fast 4 → 6"; null where they stay as they are. */
export function paramChanges({ from_params: before, params: after }: ChangedProps): string | null {
  if (before === null || after === null) return null;
  const changes = settingChanges({ params: before }, { params: after });
  return changes.map(({ field, before: old, after: now }) => `${field} ${old} → ${now}`).join(', ');
}
