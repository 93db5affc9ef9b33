import { TRIAL_FIGURES } from '@platform/contracts';
import { DAY_MS, timeframeMs } from '@platform/core';
import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { fieldsOf, known, knownPages, markupOf, refused, refusedButtons, textOf } from '../rendered.fixture';
import { Experiment } from './experiment';
import { Experiments } from './experiments';
import { NewExperiment } from './new-experiment';
import type { ExperimentResultView, ExperimentView } from './types';
import { fanTimes, Luck, MonteCarlo, Variants, WalkForward } from './verdicts';

const FIRST_MS = Date.UTC(2026, 0, 1);
const AT = '2026-11-17T08:00:00.000Z';
const titles = known('/strategies', { items: [{ name: 'supertrend', title: 'Supertrend' }] } as never);

const experiment = (over: object = {}): ExperimentView =>
  ({
    id: 'x1',
    kind: 'sweep',
    strategy: 'supertrend',
    symbols: ['BTCUSDT'],
    timeframe: '1h',
    status: 'running',
    fromTs: FIRST_MS,
    toTs: FIRST_MS + 10 * DAY_MS,
    trialCount: 200,
    doneCount: 50,
    failedCount: 0,
    objective: 'sharpe',
    axes: [],
    params: { atr_period: 10 },
    costs: {
      BTCUSDT: { takerFeeBps: 4, slippageBps: 1, initialEquity: 10_000 },
      ETHUSDT: { takerFeeBps: 4, slippageBps: 1.5, initialEquity: 10_000 },
    },
    planDigest: 'p'.repeat(64),
    dataDigest: 'd'.repeat(64),
    codeDigest: 'c'.repeat(64),
    error: null,
    result: null,
    waitsFor: null,
    createdAt: AT,
    ...over,
  }) as never;

const result = (over: object = {}): ExperimentResultView =>
  ({
    days: 10,
    contradictory: 0,
    luck: null,
    overfitting: null,
    walkForward: null,
    runs: null,
    monteCarlo: null,
    plateau: null,
    ...over,
  }) as never;

describe('the list of experiments', () => {
  const list = (...items: object[]) =>
    textOf(createElement(Experiments), {
      reads: [titles, knownPages('/experiments', items, { query: { page_size: 100 } })],
    });

  it('the list of experiments shows each by the title of its strategy, its span and how far it is', () => {
    expect(list(experiment())).toMatch(
      /Sweep Supertrend BTCUSDT · 1h 2026-01-01 to 2026-01-10 50 of 200 running 25 %/,
    );
    expect(list(experiment({ status: 'completed', doneCount: 200 }))).toMatch(/200 completed 2026/);
  });

  it('the list of experiments says that there are no experiments yet', () => {
    expect(list()).toContain('No experiments yet');
  });
});

describe('an experiment', () => {
  const page = (over: object = {}, role: 'operator' | 'viewer' = 'operator') => ({
    element: createElement(Experiment, { id: 'x1' }),
    given: {
      reads: [titles, known('/experiments/{id}', experiment(over) as never, { params: { id: 'x1' } })],
      role,
    },
  });
  const said = (over: object = {}) => {
    const { element, given } = page(over);
    return textOf(element, given);
  };

  it('an experiment is headed by what it asks, and carries the digests by which it can be repeated', () => {
    expect(said()).toContain('Sweep: Supertrend on BTCUSDT 1h 2026-01-01 to 2026-01-10');
    for (const digest of ['pppppppppppp', 'dddddddddddd', 'cccccccccccc']) expect(said()).toContain(digest);
    expect(said()).toContain('The same plan, data, code and number of tries ever made give the same result');
  });

  it('an experiment that was never there leads back to all experiments, and one that cannot be read says why', () => {
    const answered = (view: object) =>
      textOf(createElement(Experiment, { id: 'x1' }), {
        reads: [refused('/experiments/{id}', view, { params: { id: 'x1' } }), titles],
      });
    expect(answered({ field: 'id' })).toMatch(/There is no such experiment .*All experiments/);
    expect(answered({ message: 'The database is away' })).toContain('The database is away');
  });

  it('an experiment under way shows its progress and can be stopped; stopped or failed it can go on', () => {
    expect(said()).toMatch(/Stop .*50 of 200/);
    expect(said({ waitsFor: 'insufficient resources' })).toContain(
      'It waits, and goes on by itself: insufficient',
    );
    expect(said({ status: 'cancelled' })).toContain('Go on');
    expect(said({ status: 'failed', error: 'a worker was lost' })).toMatch(/Go on .*a worker was lost/);
    const done = said({ status: 'completed', doneCount: 200 });
    expect(done).not.toContain('Go on');
    expect(done).not.toContain('of 200');
  });

  it('an experiment is stopped by operators only', () => {
    const { element, given } = page({}, 'viewer');
    expect(refusedButtons(element, given)).toEqual(['Stop']);
  });

  it('an experiment counts trials that failed and combinations that contradict themselves', () => {
    expect(said({ failedCount: 3 })).toContain('3 failed');
    expect(said({ result: result({ contradictory: 12 }) })).toMatch(/Left out 12/);
    expect(said({ result: result() })).not.toContain('Left out');
  });

  it('an experiment lists its trials with parameters and figures, and offers a heat map over any two', () => {
    const columns = {
      axes: [
        { name: 'atr_period', values: [10, 20] },
        { name: 'multiplier', values: [2, 3, 4] },
      ],
      combinations: [0, 5],
      figures: {
        ...Object.fromEntries(TRIAL_FIGURES.map((name) => [name, [null, null]])),
        sharpe: [0.5, 1.25],
        trades: [7, 9],
      },
    };
    const { element, given } = page({ axes: columns.axes, result: result(), doneCount: 200 });
    const reads = [
      ...given.reads,
      known('/experiments/{id}/columns', columns as never, { params: { id: 'x1' } }),
    ];
    const shown = textOf(element, { reads });
    expect(shown).toContain('No trial has the figure it is chosen by.');
    expect(shown).toContain('ATR period Multiplier');
    // The best first.
    expect(shown).toMatch(/20 4 1\.25 .* 10 2 0\.50/);
    expect(textOf(element, { reads, search: 'figure=trades' })).toContain('Coloured by trades');
    // Beside the heat map, the parallel coordinates and the table.
    expect(shown.match(/The first 2 of 200 trials/g)).toHaveLength(3);
  });
});

describe('luck or skill', () => {
  const luck = {
    deflatedSharpe: 0.934,
    probabilisticSharpe: 0.99,
    trialsEver: 1_200,
    expectedMaximumSharpe: 1.5,
    minimumTrackRecordDays: 12.2,
  };

  it('an experiment says how likely it is skill, how often was tried, and how long it takes to know', () => {
    const said = textOf(createElement(Luck, { result: result({ luck }) }));
    expect(said).toMatch(/Deflated Sharpe 93\.40 %/);
    expect(said).toMatch(/Ever tried here 1,200/);
    expect(said).toContain('13 days');
    expect(said).toContain('it takes two trials and 32 days');
    const never = { ...luck, minimumTrackRecordDays: null };
    expect(textOf(createElement(Luck, { result: result({ luck: never }) }))).toContain('endless');
  });

  it('an experiment says how often the best of one half fails in the other', () => {
    const overfitting = { probability: 0.41, histogram: [1, 2, 3] };
    const said = textOf(createElement(Luck, { result: result({ luck, overfitting }) }));
    expect(said).toContain('Probability of backtest overfitting 41.00 %');
  });
});

describe('a walk forward', () => {
  const figures = { sharpe: 0.8, totalReturn: 0.05, maxDrawdownPct: 4, trades: 12 };
  const verdict = (over: object = {}) =>
    ({
      consistency: 0.75,
      efficiency: 0.6,
      stability: null,
      passed: { sharpe: true, consistency: true, maxDrawdownPct: true, cagr: false },
      stitched: { fromMs: FIRST_MS, curve: [10_000, 10_100], sharpe: 0.9, maxDrawdownPct: 5, cagr: -0.02 },
      windows: [
        {
          testFromMs: FIRST_MS,
          testToMs: FIRST_MS + 5 * DAY_MS,
          inSample: null,
          outOfSample: figures,
          params: { atr_period: 7 },
        },
      ],
      ...over,
    }) as never;
  const said = (over: object = {}) =>
    textOf(createElement(WalkForward, { verdict: verdict(over), experiment: experiment() }));

  it('a walk forward says in words what passes and what fails', () => {
    expect(said()).toMatch(/CAGR −2\.00 % fails: above 0 %/);
    expect(said()).toMatch(/Consistency 75\.00 % passes: above 50 %/);
    expect(said()).toMatch(/Stability –/);
  });

  it('a walk forward shows each window with what was chosen for it, and what is not known as a dash', () => {
    expect(said()).toMatch(/2026-01-01 to 2026-01-05 – 0\.80 5\.00 % 4\.00 % 12 ATR period 7/);
    const none = {
      windows: [{ testFromMs: 0, testToMs: DAY_MS, inSample: null, outOfSample: figures, params: null }],
    };
    expect(said(none)).toMatch(/12 none/);
  });
});

describe('variants', () => {
  const run = (name: string, sharpe: number | null, symbol = 'BTCUSDT') => ({
    name,
    symbol,
    params: { atr_period: 7 },
    figures: { sharpe, totalReturn: 0.1, maxDrawdownPct: 3 },
  });
  const said = (kind: string, ...runs: object[]) =>
    textOf(createElement(Variants, { experiment: experiment({ kind }), runs: runs as never }));

  it('the variants of an ablation say what each part adds: the whole less the run without it', () => {
    const shown = said('ablation', run('whole', 1.5), run('stop', 1.1), run('sizing', 2));
    expect(shown).toMatch(/Stop 0\.40 Sizing −0\.50/);
    expect(shown).toContain('Without stop: Sharpe 1.10, return 10.00 %, drawdown 3.00 %');
  });

  it('the variants of several symbols stand side by side, each with its way to a full run', () => {
    const shown = said('multi_asset', run('BTCUSDT', 1.5), run('ETHUSDT', null, 'ETHUSDT'));
    expect(shown).toMatch(/BTCUSDT 1\.50 ETHUSDT –/);
    expect(shown.match(/Run in full/g)).toHaveLength(2);
  });

  it('the variants of several symbols are judged together, and on the three that a strategy must hold on', () => {
    const acrossSymbols = { profitable: 0.5, holdsOnCore: false, untriedCore: ['SOLUSDT'] };
    const judged = experiment({ kind: 'multi_asset', result: result({ acrossSymbols }) });
    const runs = [run('BTCUSDT', 1.5), run('ETHUSDT', 1, 'ETHUSDT')] as never;
    const shown = textOf(createElement(Variants, { experiment: judged, runs }));
    expect(shown).toContain('Profitable symbols 50.00 %');
    expect(shown).toContain('On BTC, ETH and SOL does not hold Not tried: SOLUSDT');
  });

  it('the variants of several symbols are run in full at the costs of their own symbol', () => {
    const runs = [run('BTCUSDT', 1.5), run('ETHUSDT', 1, 'ETHUSDT')] as never;
    const markup = markupOf(
      createElement(Variants, { experiment: experiment({ kind: 'multi_asset' }), runs }),
    );
    const addresses = [...markup.matchAll(/href="(\/backtest[^"]*)"/g)].map(([, address]) =>
      decodeURIComponent(address!),
    );
    expect(addresses.map((address) => /slippageBps[^\d]*([\d.]+)/.exec(address)?.[1])).toEqual(['1', '1.5']);
  });
});

it('paths of luck show percentiles by method, and how often a path loses', () => {
  const method = {
    method: 'block_bootstrap',
    lossProbability: 0.3,
    deeperThanRun: 0.55,
    fan: [[1, 2]],
    percentiles: { totalReturn: [-0.1, 0.05, null], maxDrawdownPct: [12, 6, 3] },
  };
  const verdict = {
    percentiles: [5, 50, 95],
    methods: [method],
    run: { totalReturn: 0.07, maxDrawdownPct: 4 },
  };
  const judged = experiment({ result: result({ fromMs: FIRST_MS }) });
  const said = textOf(createElement(MonteCarlo, { verdict: verdict as never, experiment: judged }));
  expect(said).toContain('The run itself: 7.00 %');
  expect(said).toMatch(/Block bootstrap −10\.00 % 5\.00 % –/);
  expect(said).toContain('Loses money on 30.00 % of the paths, deeper than the run on 55.00 %');
});

it('the fan of a Monte Carlo begins with the first bar that was traded, not with the first that was asked for', () => {
  const judged = experiment({ result: result({ fromMs: FIRST_MS + 2 * DAY_MS }) });
  expect(fanTimes(judged, 3)).toEqual([2, 6, 10].map((day) => FIRST_MS + day * DAY_MS));
});

describe('the form of an experiment', () => {
  const HOURS = 40 * 24;
  const strategy = {
    name: 'supertrend',
    title: 'Supertrend',
    summary: '',
    status: 'validated',
    timeframes: ['1h'],
    validatedTimeframes: ['1h'],
    warmupBars: { '1h': 37 },
    datasets: [],
    schema: {
      type: 'object',
      properties: {
        atr_period: { type: 'integer', title: 'ATR period', minimum: 2, maximum: 120, default: 10 },
        allow_short: { type: 'boolean', title: 'Allow short', default: true },
      },
    },
  };
  const stored = {
    source: 'klines',
    symbol: 'BTCUSDT',
    market: 'perp',
    timeframe: '1h',
    gaps: [],
    gapCount: 0,
    rowCount: HOURS,
    earliest: FIRST_MS,
    latest: FIRST_MS + (HOURS - 1) * timeframeMs('1h'),
  };
  const given = (search: Record<string, string> = {}, items: object[] = [stored]) => ({
    reads: [
      known('/strategies', { items: [strategy] } as never),
      known('/data/inventory', { items } as never),
    ],
    search: new URLSearchParams(search).toString(),
  });
  const form = (search: Record<string, string> = {}) => textOf(createElement(NewExperiment), given(search));
  const fields = (search: Record<string, string>) => fieldsOf(createElement(NewExperiment), given(search));

  it('the form of an experiment begins as a sweep and asks for a range before it can be started', () => {
    expect(form()).toContain('Vary one parameter at least.');
    expect(form()).toMatch(/1 backtest of \d+ bars/);
    expect(refusedButtons(createElement(NewExperiment), given())).toContain('Start experiment');
  });

  it('the form of an experiment counts the trials of its ranges while they are typed', () => {
    const axes = JSON.stringify({ atr_period: ['10', '50', '10'], allow_short: ['true', 'false'] });
    expect(form({ axes })).toMatch(/10 backtests of \d+ bars: about/);
    expect(refusedButtons(createElement(NewExperiment), given({ axes }))).not.toContain('Start experiment');
    expect(fields({ axes })).toMatchObject({
      'First ATR period': { value: '10' },
      'Step ATR period': { value: '10' },
    });
  });

  it('the form of an experiment says beside a range what is wrong with it', () => {
    const axes = JSON.stringify({ atr_period: ['50', '10', '10'] });
    expect(fields({ axes })['First ATR period']).toMatchObject({ isFaulty: true });
    expect(form({ axes })).toContain('ATR period: see its range.');
  });

  it('the form of an experiment asks each kind for what it needs, and for nothing else', () => {
    expect(fields({ kind: 'walk_forward' })).toMatchObject({ 'Training, days': { value: '365' } });
    expect(fields({ kind: 'monte_carlo' })).toMatchObject({ Paths: { value: '1000' } });
    expect(Object.keys(fields({ kind: 'monte_carlo' }))).not.toContain('Choose by');
    expect(form({ kind: 'multi_asset', others: 'ETHUSDT' })).toMatch(/2 backtests of/);
    expect(form({ kind: 'ablation' })).toMatch(/6 backtests at most/);
  });

  it('the form of an experiment needs stored bars', () => {
    expect(textOf(createElement(NewExperiment), given({}, []))).toContain('No history is stored yet');
  });
});
