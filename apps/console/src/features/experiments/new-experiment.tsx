/**
 * The form of an experiment: ranges come from the strategy's own schema, and the number of trials is counted
 * while they are typed.
 */
'use client';

import { EXPERIMENT_KINDS, EXPERIMENT_OBJECTIVES, type ExperimentKind } from '@platform/contracts';
import { Play } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { barsIn, chosenSpan, toRequest } from '../../lib/backtest/form';
import {
  axisFault,
  expectedSeconds,
  isNumber,
  type Ranges,
  usualRange,
  variable,
} from '../../lib/experiments/grid';
import {
  type ExperimentChoice,
  experimentChoice,
  experimentRequest,
  gridObstacle,
  hasGrid,
  trialCount,
} from '../../lib/experiments/request';
import { figure } from '../../lib/format';
import type { ParamField } from '../../lib/param-schema';
import { duration } from '../../lib/time';
import { words } from '../../lib/words';
import { useCommand } from '../../manager/request';
import { Button } from '../../ui/button';
import { CheckField, SelectField, TextField } from '../../ui/field';
import { Page, Panel } from '../../ui/page';
import { ErrorPanel } from '../../ui/states';
import { setUrl, useSearch } from '../../ui/url-state';
import { CostFields } from '../backtest/cost-fields';
import { MarketFields } from '../backtest/market-fields';
import { ParameterPanel } from '../backtest/parameter-panel';
import type { BacktestForm, Catalogue } from '../backtest/use-backtest-form';
import { WithForm } from '../backtest/with-form';
import { useRefusal } from '../frame/providers';

const ANSWERS: Readonly<Record<ExperimentKind, string>> = {
  sweep: 'Which parameters work, and how wide the plateau is',
  walk_forward: 'What choosing on one window and trading the next would have made',
  ablation: 'What the stop, the sizing, shorting and each component add',
  multi_asset: 'Whether one set of parameters holds on other symbols',
  monte_carlo: 'How bad luck could have made it',
};

export function NewExperiment() {
  return (
    <Page title="New experiment" lead="Many backtests at once, judged together.">
      <WithForm>{(form, catalogue) => <Form form={form} catalogue={catalogue} />}</WithForm>
    </Page>
  );
}

function Form({ form, catalogue }: { form: BacktestForm; catalogue: Catalogue }) {
  const search = useSearch();
  const choice = experimentChoice(search);
  const { kind, ranges } = choice;
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[1fr_22rem]">
      <div className="min-w-0 space-y-6">
        <Panel title="Question">
          <div className="grid gap-4 sm:grid-cols-3">
            <SelectField
              label="Kind"
              hint={ANSWERS[kind]}
              value={kind}
              onChange={(event) => setUrl({ kind: event.target.value })}
              choices={EXPERIMENT_KINDS.map((value) => ({ value, label: words(value) }))}
            />
            <KindFields kind={kind} />
          </div>
        </Panel>
        <Panel title="Strategy and market">
          <MarketFields form={form} catalogue={catalogue} />
        </Panel>
        {hasGrid(kind) ? (
          <Panel title="Ranges" aside="Other parameters keep their defaults">
            <RangeFields fields={form.fields} ranges={ranges} />
          </Panel>
        ) : (
          <ParameterPanel form={form} />
        )}
        <Panel title="Costs and execution">
          <CostFields form={form} />
        </Panel>
      </div>
      <Summary form={form} choice={choice} />
    </div>
  );
}

function KindFields({ kind }: { kind: ExperimentKind }) {
  const search = useSearch();
  const text = (label: string, name: string, usual: string, hint: string) => (
    <TextField
      label={label}
      hint={hint}
      inputMode="numeric"
      value={search.get(name) ?? usual}
      onChange={(event) => setUrl({ [name]: event.target.value })}
    />
  );
  return (
    <>
      {hasGrid(kind) ? (
        <SelectField
          label="Choose by"
          hint="Net of all costs"
          value={search.get('objective') ?? 'sharpe'}
          onChange={(event) => setUrl({ objective: event.target.value })}
          choices={EXPERIMENT_OBJECTIVES.filter((name) => kind === 'sweep' || name !== 'profitFactor').map(
            (value) => ({
              value,
              label: words(value),
            }),
          )}
        />
      ) : null}
      {hasGrid(kind) ? text('Limit', 'limit', '', 'Try a sample of so many; empty tries all') : null}
      {kind === 'walk_forward'
        ? text('Training, days', 'train', '365', 'The window for choosing parameters')
        : null}
      {kind === 'walk_forward' ? text('Test, days', 'test', '90', 'The window for trading them') : null}
      {kind === 'multi_asset'
        ? text('Further symbols', 'others', '', 'Separated by commas, e.g. ETHUSDT, SOLUSDT')
        : null}
      {kind === 'monte_carlo' ? text('Paths', 'paths', '1000', 'Of each of five methods') : null}
    </>
  );
}

function RangeFields({ fields, ranges }: { fields: readonly ParamField[]; ranges: Ranges }) {
  const set = (name: string, texts: readonly string[] | undefined) => {
    const { [name]: _, ...others } = ranges;
    const changed = texts === undefined ? others : { ...others, [name]: texts };
    setUrl({ axes: Object.keys(changed).length === 0 ? '' : JSON.stringify(changed) });
  };
  return (
    <div className="space-y-4">
      {variable(fields).map((field) => {
        const texts = ranges[field.name];
        return (
          <fieldset key={field.name} className="grid items-start gap-3 sm:grid-cols-[14rem_1fr]">
            <legend className="sr-only">{field.label}</legend>
            <CheckField
              label={`Vary ${field.label}`}
              hint={`Default ${field.initial === '' ? 'none' : field.initial}${field.range === '' ? '' : `, ${field.range}`}`}
              checked={texts !== undefined}
              onChange={(event) => set(field.name, event.target.checked ? usualRange(field) : undefined)}
            />
            {texts === undefined ? null : (
              <AxisFields field={field} texts={texts} onChange={(next) => set(field.name, next)} />
            )}
          </fieldset>
        );
      })}
    </div>
  );
}

interface AxisProps {
  readonly field: ParamField;
  readonly texts: readonly string[];
  readonly onChange: (texts: readonly string[]) => void;
}

function AxisFields({ field, texts, onChange }: AxisProps) {
  const fault = axisFault(field, texts);
  if (!isNumber(field)) {
    const choices = field.kind === 'switch' ? ['true', 'false'] : field.choices;
    return (
      <div className="flex flex-wrap gap-4">
        {choices.map((choice) => (
          <CheckField
            key={choice}
            label={`${field.label}: ${choice}`}
            hint={fault ?? ''}
            checked={texts.includes(choice)}
            onChange={(event) =>
              onChange(
                choices.filter((each) => (each === choice ? event.target.checked : texts.includes(each))),
              )
            }
          />
        ))}
      </div>
    );
  }
  return (
    <div className="grid grid-cols-3 gap-3">
      {(['First', 'Last', 'Step'] as const).map((label, k) => (
        <TextField
          key={label}
          label={`${label} ${field.label}`}
          inputMode="decimal"
          fault={k === 0 ? fault : null}
          value={texts[k] ?? ''}
          onChange={(event) => onChange(texts.map((text, at) => (at === k ? event.target.value : text)))}
        />
      ))}
    </div>
  );
}

function Summary({ form, choice: asked }: { form: BacktestForm; choice: ExperimentChoice }) {
  const router = useRouter();
  const roleRefusal = useRefusal();
  const command = useCommand<{ readonly id: string }>();
  const { choice, stored, fields } = form;
  const trials = trialCount(asked, fields);
  const bars = stored === null ? 0 : barsIn(chosenSpan(choice, stored), choice.timeframe);
  const obstacle = hasGrid(asked.kind)
    ? (form.faults[0]?.message ?? gridObstacle(asked, fields))
    : form.obstacle;
  const start = () => {
    if (stored === null) return;
    const body = experimentRequest(asked, fields, toRequest(choice, stored));
    command.mutate(
      { method: 'POST', path: '/experiments', body },
      { onSuccess: ({ data }) => router.push(`/experiments/${data.id}`) },
    );
  };
  return (
    <aside aria-label="Summary" className="space-y-4 border-t border-line pt-3 lg:sticky lg:top-4">
      <h2 className="font-semibold">Summary</h2>
      <p aria-live="polite">
        <strong>{figure(trials, { decimals: 0 })}</strong> {trials === 1 ? 'backtest' : 'backtests'}
        {asked.kind === 'ablation' ? ' at most' : ''} of {figure(bars, { decimals: 0 })} bars: about{' '}
        {duration(Math.max(1, expectedSeconds(trials, bars)) * 1_000)} on one thread.
      </p>
      <Button
        tone="primary"
        className="h-10 w-full"
        refusal={roleRefusal ?? obstacle}
        disabled={command.isPending}
        onClick={start}
      >
        <Play size={14} aria-hidden /> {command.isPending ? 'Starting…' : 'Start experiment'}
      </Button>
      {obstacle === null ? null : <p className="text-warn">{obstacle}</p>}
      {command.error === null ? null : <ErrorPanel error={command.error.view} />}
    </aside>
  );
}
