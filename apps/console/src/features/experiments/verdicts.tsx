/** What an experiment says beside its trials: luck and overfitting, windows, paths, components. */
'use client';

import { PROMOTION } from '@platform/contracts';
import { DAY_MS } from '@platform/core';
import { useState } from 'react';
import { paramsText } from '../../lib/experiments/columns';
import { figure, percent } from '../../lib/format';
import { utcDay } from '../../lib/time';
import { plural, words } from '../../lib/words';
import { Badge } from '../../ui/badge';
import { CurveChart, HeatMap, Histogram } from '../../ui/charts';
import { Panel } from '../../ui/page';
import { Stat, Stats } from '../../ui/stat';
import { type Column, Table } from '../../ui/table';
import { RunTrial } from './run-trial';
import type { ExperimentResultView, ExperimentView } from './types';

const BIN = { from: -5, width: 0.25 } as const;

/** The manager's shares are fractions. */
const share = (value: number | null) => percent(value === null ? null : 100 * value);

export function Luck({ result: { luck, overfitting } }: { result: ExperimentResultView }) {
  return (
    <Panel title="Luck or skill">
      {luck === null ? (
        <p className="text-muted">No trial has the figure it is chosen by.</p>
      ) : (
        <Stats>
          <Stat label="Deflated Sharpe" note="Probability that it is skill">
            {share(luck.deflatedSharpe)}
          </Stat>
          <Stat label="Had it been the only try">{share(luck.probabilisticSharpe)}</Stat>
          <Stat label="Ever tried here" note="Strategy, symbol and time frame">
            {figure(luck.trialsEver, { decimals: 0 })}
          </Stat>
          <Stat label="Best Sharpe by luck alone">{figure(luck.expectedMaximumSharpe)}</Stat>
          <Stat label="Track record needed">
            {luck.minimumTrackRecordDays === null
              ? 'endless'
              : plural(Math.ceil(luck.minimumTrackRecordDays), 'day')}
          </Stat>
        </Stats>
      )}
      {overfitting === null ? (
        <p className="pt-3 text-muted">Overfitting cannot be estimated: it takes two trials and 32 days.</p>
      ) : (
        <div className="space-y-2 pt-4">
          <p>
            Probability of backtest overfitting <strong>{share(overfitting.probability)}</strong>: so often
            the best of one half of the time ranks below the median in the other.
          </p>
          <Histogram
            label="Rank of the chosen trial out of sample, as logits: left of zero is below the median"
            bins={overfitting.histogram.map((count, k) => ({
              from: BIN.from + k * BIN.width,
              to: BIN.from + (k + 1) * BIN.width,
              count,
            }))}
            format={(value) => figure(value)}
            isPnl
          />
        </div>
      )}
    </Panel>
  );
}

type WalkForwardView = NonNullable<ExperimentResultView['walkForward']>;
type WindowView = WalkForwardView['windows'][number];

const keyOf = ({ testFromMs }: WindowView) => String(testFromMs);

const WINDOW_COLUMNS: readonly Column<WindowView>[] = [
  {
    id: 'test',
    header: 'Test',
    cell: ({ testFromMs, testToMs }) => `${utcDay(testFromMs)} to ${utcDay(testToMs - 1)}`,
  },
  { id: 'in', header: 'Sharpe in', align: 'right', cell: ({ inSample }) => figure(inSample?.sharpe) },
  { id: 'out', header: 'Sharpe out', align: 'right', cell: ({ outOfSample }) => figure(outOfSample.sharpe) },
  {
    id: 'return',
    header: 'Return',
    align: 'right',
    cell: ({ outOfSample }) => share(outOfSample.totalReturn),
  },
  {
    id: 'drawdown',
    header: 'Drawdown',
    align: 'right',
    cell: ({ outOfSample }) => percent(outOfSample.maxDrawdownPct),
  },
  { id: 'trades', header: 'Trades', align: 'right', cell: ({ outOfSample }) => outOfSample.trades },
  {
    id: 'params',
    header: 'Parameters chosen',
    cell: ({ params }) => (params === null ? 'none' : paramsText(params)),
  },
];

export function WalkForward({
  verdict,
  experiment,
}: {
  verdict: WalkForwardView;
  experiment: ExperimentView;
}) {
  const { windows, stitched, passed, consistency, efficiency, stability } = verdict;
  const [picked, setPicked] = useState<WindowView | null>(null);
  const ts = stitched.curve.map((_, day) => stitched.fromMs + (day + 1) * DAY_MS);
  return (
    <>
      <Panel title="Walk-forward">
        <Stats>
          <Stat
            label="Sharpe out of sample"
            note={<Mark passed={passed.sharpe} rule={`above ${PROMOTION.signalQuality.minSharpe}`} />}
          >
            {figure(stitched.sharpe)}
          </Stat>
          <Stat label="Consistency" note={<Mark passed={passed.consistency} rule="above 50 %" />}>
            {share(consistency)}
          </Stat>
          <Stat
            label="Drawdown"
            note={
              <Mark passed={passed.maxDrawdownPct} rule={`below ${PROMOTION.simulation.maxDrawdownPct} %`} />
            }
          >
            {percent(stitched.maxDrawdownPct)}
          </Stat>
          <Stat label="CAGR" note={<Mark passed={passed.cagr} rule="above 0 %" />}>
            {share(stitched.cagr)}
          </Stat>
          <Stat label="Efficiency" note="Of the training's annual return">
            {figure(efficiency)}
          </Stat>
          <Stat label="Stability" note="Choices one step apart at most">
            {share(stability)}
          </Stat>
        </Stats>
      </Panel>
      <Panel title="Equity of the tests, one after the other">
        <CurveChart
          label="Equity of all tests stitched together, by day"
          lines={[{ label: 'Equity', ts, values: stitched.curve, tone: 'main' }]}
          height={260}
        />
      </Panel>
      <Panel title="Windows" aside="Choose a window to run its test in full">
        {picked?.params == null ? null : (
          <RunTrial
            experiment={experiment}
            params={picked.params}
            span={{ fromMs: picked.testFromMs, toMs: picked.testToMs }}
          />
        )}
        <Table
          caption="Windows"
          columns={WINDOW_COLUMNS}
          rows={windows}
          rowKey={keyOf}
          selectedKey={picked === null ? undefined : keyOf(picked)}
          onSelect={setPicked}
        />
      </Panel>
    </>
  );
}

function Mark({ passed, rule }: { passed: boolean; rule: string }) {
  return <Badge tone={passed ? 'good' : 'danger'}>{`${passed ? 'passes' : 'fails'}: ${rule}`}</Badge>;
}

/** Components that no backtest goes without by itself. */
const BY_LEVEL: readonly string[] = ['stop', 'sizing'];

export function Variants({
  experiment,
  runs,
}: {
  experiment: ExperimentView;
  runs: NonNullable<ExperimentResultView['runs']>;
}) {
  const isAblation = experiment.kind === 'ablation';
  // Experiments of former releases have none.
  const across = experiment.result?.acrossSymbols ?? null;
  const whole = runs[0]!.figures.sharpe;
  const effects = runs.map(({ name, figures }) => ({
    name,
    value: isAblation
      ? whole === null || figures.sharpe === null
        ? null
        : whole - figures.sharpe
      : figures.sharpe,
  }));
  const shownEffects = isAblation ? effects.slice(1) : effects;
  const most = Math.max(1e-9, ...shownEffects.map(({ value }) => Math.abs(value ?? 0)));
  return (
    <>
      {across === null ? null : (
        <Stats>
          <Stat label="Profitable symbols">{share(across.profitable)}</Stat>
          <Stat
            label="On BTC, ETH and SOL"
            note={across.untriedCore.length > 0 ? `Not tried: ${across.untriedCore.join(', ')}` : undefined}
          >
            <Badge tone={across.holdsOnCore ? 'good' : 'danger'}>
              {across.holdsOnCore ? 'holds' : 'does not hold'}
            </Badge>
          </Stat>
        </Stats>
      )}
      <Panel title={isAblation ? 'Sharpe ratio that each component adds' : 'Sharpe ratio by symbol'}>
        <ul className="space-y-1">
          {shownEffects.map(({ name, value }) => (
            <li key={name} className="grid grid-cols-[10rem_1fr_5rem] items-center gap-3">
              <span className="truncate">{isAblation ? words(name) : name}</span>
              <span aria-hidden className="h-3">
                <span
                  className={value !== null && value < 0 ? 'block h-3 bg-loss' : 'block h-3 bg-profit'}
                  style={{ width: `${(100 * Math.abs(value ?? 0)) / most}%` }}
                />
              </span>
              <span className="text-right">{figure(value)}</span>
            </li>
          ))}
        </ul>
      </Panel>
      <Panel title="Runs">
        {runs.map(({ name, symbol, fromMs, params, figures }) => (
          <div key={name} className="border-b border-line py-2">
            <p className="font-medium">
              {isAblation && name !== 'whole' ? `Without ${words(name).toLowerCase()}` : name}: Sharpe{' '}
              {figure(figures.sharpe)}, return {share(figures.totalReturn)}, drawdown{' '}
              {percent(figures.maxDrawdownPct)}
            </p>
            {isAblation && BY_LEVEL.includes(name) ? (
              <p className="text-muted">A backtest has sizing and stops by level, both or neither.</p>
            ) : (
              <RunTrial
                experiment={experiment}
                params={params}
                symbol={symbol}
                span={{ fromMs, toMs: experiment.toTs }}
              />
            )}
          </div>
        ))}
      </Panel>
    </>
  );
}

type MonteCarloView = NonNullable<ExperimentResultView['monteCarlo']>;

export function MonteCarlo({ verdict, experiment }: { verdict: MonteCarloView; experiment: ExperimentView }) {
  const { methods, percentiles, run } = verdict;
  const row = (
    label: string,
    values: readonly (number | null)[],
    shown: (value: number | null) => string,
  ) => ({
    label,
    cells: values.map((value, k) => ({ key: `${label} ${k}`, content: shown(value), heat: null })),
  });
  return (
    <>
      <Panel title="Percentiles of the return" aside={`The run itself: ${share(run.totalReturn)}`}>
        <RunTrial experiment={experiment} params={experiment.params} />
        <HeatMap
          caption="Return by method and percentile"
          corner="Method"
          columns={percentiles.map((value) => `${value} %`)}
          rows={methods.map(({ method, percentiles: found }) => row(words(method), found.totalReturn, share))}
        />
      </Panel>
      <Panel title="Percentiles of the drawdown" aside={`The run itself: ${percent(run.maxDrawdownPct)}`}>
        <HeatMap
          caption="Drawdown by method and percentile"
          corner="Method"
          columns={percentiles.map((value) => `${value} %`)}
          rows={methods.map(({ method, percentiles: found }) =>
            row(words(method), found.maxDrawdownPct, (value) => percent(value)),
          )}
        />
      </Panel>
      {methods.map(({ method, fan, lossProbability, deeperThanRun }) => (
        <Panel
          key={method}
          title={`Fan: ${words(method).toLowerCase()}`}
          aside={`Loses money on ${share(lossProbability)} of the paths, deeper than the run on ${share(deeperThanRun)}`}
        >
          <Fan fan={fan} percentiles={percentiles} experiment={experiment} label={`Equity by ${method}`} />
        </Panel>
      ))}
    </>
  );
}

interface FanProps {
  readonly fan: readonly (readonly (number | null)[])[];
  readonly percentiles: readonly number[];
  readonly experiment: ExperimentView;
  readonly label: string;
}

/** Evenly from the first bar that was traded on, which may be later than asked. */
export function fanTimes({ result, toTs }: ExperimentView, points: number): number[] {
  const { fromMs } = result!;
  return Array.from({ length: points }, (_, k) =>
    Math.round(fromMs + (k * (toTs - fromMs)) / Math.max(1, points - 1)),
  );
}

const FAN_TONES = ['third', 'reference', 'main', 'reference', 'second'] as const;

function Fan({ fan, percentiles, experiment, label }: FanProps) {
  const ts = fanTimes(experiment, fan[0]?.length ?? 0);
  const lines = fan.map((values, p) => ({
    label: `${percentiles[p]} %`,
    ts,
    values: values.map((value) => value ?? 0),
    tone: FAN_TONES[p] ?? ('reference' as const),
  }));
  return <CurveChart label={label} lines={lines} height={220} />;
}
