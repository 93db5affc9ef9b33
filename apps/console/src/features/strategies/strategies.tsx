/**
 * The registered strategies: what each does, where it is validated, what it needs before it decides, and its
 * parameters explained.
 */
'use client';

import { isTimeframe, timeframeMs } from '@platform/core';
import { BadgeCheck, FlaskConical } from 'lucide-react';
import Link from 'next/link';
import { figure } from '../../lib/format';
import { type ParamField, paramFields } from '../../lib/param-schema';
import { duration } from '../../lib/time';
import { words } from '../../lib/words';
import type { ItemOf } from '../../manager/types';
import { useManager } from '../../manager/use-manager';
import { Badge } from '../../ui/badge';
import { classNames } from '../../ui/class-names';
import { Loaded } from '../../ui/loaded';
import { Page, Panel } from '../../ui/page';
import { type Column, Table } from '../../ui/table';
import { useUrlState } from '../../ui/url-state';

type Strategy = ItemOf<'/strategies'>;

export function Strategies() {
  const read = useManager('/strategies', { pollMs: false });
  return (
    <Page
      title="Strategies"
      lead="Rules without judgement: the same function decides in a backtest and in a bot."
    >
      <Loaded read={read}>{({ items }) => <Catalogue strategies={items} />}</Loaded>
    </Page>
  );
}

function Catalogue({ strategies }: { strategies: readonly Strategy[] }) {
  const [name, setName] = useUrlState('name', strategies[0]?.name ?? '');
  const chosen = strategies.find((strategy) => strategy.name === name);
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[18rem_1fr]">
      <nav aria-label="Strategies">
        <ul>
          {strategies.map((strategy) => (
            <li key={strategy.name}>
              <button
                type="button"
                aria-current={strategy.name === name ? 'true' : undefined}
                onClick={() => setName(strategy.name)}
                className={classNames(
                  'flex h-8 w-full items-center justify-between gap-2 border-b px-2 text-left hover:bg-surface',
                  strategy.name === name && 'bg-raised font-medium',
                )}
              >
                {strategy.title} <Validation strategy={strategy} isShort />
              </button>
            </li>
          ))}
        </ul>
      </nav>
      {chosen === undefined ? (
        <p>There is no strategy of that name.</p>
      ) : (
        <StrategyDetail strategy={chosen} />
      )}
    </div>
  );
}

function Validation({ strategy: { status }, isShort = false }: { strategy: Strategy; isShort?: boolean }) {
  return status === 'validated' ? (
    <Badge icon={BadgeCheck} tone="accent">
      validated
    </Badge>
  ) : (
    <Badge icon={FlaskConical}>{isShort ? 'in progress' : 'validation in progress'}</Badge>
  );
}

function StrategyDetail({ strategy }: { strategy: Strategy }) {
  return (
    <article className="min-w-0 space-y-6">
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <h2 className="flex items-center gap-3 text-base font-semibold">
            {strategy.title} <Validation strategy={strategy} />
          </h2>
          <p className="max-w-3xl text-muted">{strategy.summary}</p>
        </div>
        <Link
          href={`/backtest?strategy=${strategy.name}`}
          className="inline-flex h-8 items-center gap-1.5 rounded-md border border-strong-line px-3 font-medium hover:bg-raised"
        >
          <FlaskConical size={14} aria-hidden /> Backtest it
        </Link>
      </header>
      <Panel title="Parameters">
        <Table
          caption={`Parameters of ${strategy.title}`}
          columns={PARAMETERS}
          rows={paramFields(strategy.schema)}
          rowKey={(field) => field.name}
          sortName="params"
        />
      </Panel>
      <Panel title="Time frames">
        <Table
          caption={`Time frames of ${strategy.title}`}
          columns={TIMEFRAMES}
          rows={strategy.timeframes.map((timeframe) => ({ timeframe, strategy }))}
          rowKey={({ timeframe }) => timeframe}
          sortName="frames"
        />
      </Panel>
      <Panel title="Needs">
        <p className="text-muted">
          {strategy.datasets.length === 0
            ? 'Depends on parameters without a default.'
            : `Cannot run without ${strategy.datasets.map((dataset) => words(dataset).toLowerCase()).join(', ')}.`}
        </p>
      </Panel>
    </article>
  );
}

const PARAMETERS: readonly Column<ParamField>[] = [
  { id: 'label', header: 'Parameter', cell: (field) => <span className="font-medium">{field.label}</span> },
  {
    id: 'name',
    header: 'Name',
    wideOnly: true,
    cell: (field) => <code className="font-mono text-xs text-muted">{field.name}</code>,
  },
  {
    id: 'default',
    header: 'Default',
    align: 'right',
    cell: (field) => field.initial || (field.isOptional ? 'automatic' : '–'),
  },
  {
    id: 'range',
    header: 'May be',
    align: 'right',
    cell: (field) =>
      field.range || field.choices.join(' or ') || (field.kind === 'switch' ? 'on or off' : 'any'),
  },
  {
    id: 'why',
    header: 'What it does',
    cell: (field) => <span className="whitespace-normal text-muted">{field.description}</span>,
  },
];

interface FrameRow {
  readonly timeframe: string;
  readonly strategy: Strategy;
}

const TIMEFRAMES: readonly Column<FrameRow>[] = [
  { id: 'frame', header: 'Time frame', cell: ({ timeframe }) => timeframe },
  {
    id: 'validated',
    header: 'Validation',
    cell: ({ timeframe, strategy }) =>
      strategy.validatedTimeframes.some((each) => each === timeframe) ? (
        <Badge icon={BadgeCheck} tone="accent">
          validated
        </Badge>
      ) : (
        <span className="text-faint">testnet and backtests only</span>
      ),
  },
  {
    id: 'warmup',
    header: 'Warm-up, bars',
    align: 'right',
    cell: ({ timeframe, strategy }) => figure(strategy.warmupBars[timeframe], { decimals: 0 }),
  },
  {
    id: 'history',
    header: 'That is',
    align: 'right',
    cell: ({ timeframe, strategy }) => {
      const bars = strategy.warmupBars[timeframe];
      return bars === undefined || !isTimeframe(timeframe)
        ? '–'
        : `${duration(bars * timeframeMs(timeframe))} of history`;
    },
  },
];
