/**
 * Experiments: what a trial of a sweep costs beside a bare fused loop over the same sets, what a walk-forward of twelve windows costs beside
 * one sweep over the same bars, and how long the command line takes from its start to a result. Neighbours in time are compared, part
 * by part, and the median counts: the cores of a shared machine are fast and slow by turns.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BAR_COLUMNS, type BarSeries } from '@platform/core';
import { defaultSettings } from '@platform/engine';
import {
  cutWindows,
  daysFrom,
  parseSpace,
  rowLengthOf,
  type TrialMarket,
  trialsOf,
} from '@platform/research';
import { REPOSITORY } from '@platform/stack/repository';
import { findStrategy } from '@platform/strategies';
import type { Benchmark, BenchResult } from './benchmark';
import { generateBars } from './engine-bars';
import { fusedSupertrend } from './engine-fused';
import { median } from './percentile';

const BARS = 35_000;
const FILE_BARS = 50_000;
const SETS = 200;
const SETS_PER_PART = 10;
const ROUNDS = 2;
const STARTS = 5;
const SLOWEST_ATR = 24;

interface Part {
  readonly fused: number;
  readonly sweep: number;
  readonly walkForward: number;
}

async function run(progress: (line: string) => void): Promise<BenchResult[]> {
  return [...trialResults(progress), ...startResults(progress)];
}

function trialResults(progress: (line: string) => void): BenchResult[] {
  const space = parseSpace('atr_period=5:24,multiplier=2:2.9:0.1');
  if (!space.ok) throw new Error(space.error);
  const axes = space.value;
  const market = marketOf(generateBars(BARS));
  const windows = twelveWindows(market);
  const sweep = { kind: 'sweep', axes } as const;
  const forward = { kind: 'walk_forward', axes, windows, objective: 'sharpe' } as const;
  const runners = [sweep, forward].map((experiment) => {
    const runTrial = trialsOf(experiment, [market]);
    const row = new Float64Array(rowLengthOf(experiment));
    return (index: number) => runTrial(index, row);
  });
  const parts: Part[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    progress(round === 0 ? 'trials, warming up' : `trials, round ${round} of ${ROUNDS}`);
    for (let first = 0; first < SETS; first += SETS_PER_PART) {
      const seconds = (work: (index: number) => void) => {
        const startedMs = performance.now();
        for (let index = first; index < first + SETS_PER_PART; index++) work(index);
        return (performance.now() - startedMs) / 1000;
      };
      const part = {
        fused: seconds((index) => fused(market.bars, index)),
        sweep: seconds(runners[0]!),
        walkForward: seconds(runners[1]!),
      };
      if (round > 0) parts.push(part);
    }
  }
  const ratioToFused = median(parts.map((part) => part.fused / part.sweep));
  const forwardCost = median(parts.map((part) => part.walkForward / part.sweep));
  return [
    {
      name: 'sweep against a bare fused loop, one thread',
      value: (SETS_PER_PART * BARS) / median(parts.map((part) => part.sweep)) / 1e6,
      unit: 'M bars/s',
      ratio: ratioToFused,
      aim: 'ratio >= 0.7',
      met: ratioToFused >= 0.7,
    },
    {
      name: 'walk-forward of 12 windows against one sweep',
      value: median(parts.map((part) => part.walkForward)) / SETS_PER_PART / 1e-3,
      unit: 'ms/set',
      ratio: forwardCost,
      aim: 'ratio <= 1.3',
      met: forwardCost <= 1.3,
    },
  ];
}

function marketOf(bars: BarSeries): TrialMarket {
  const firstBar = 37 * SLOWEST_ATR - 1;
  const settings = defaultSettings('BTCUSDT');
  const days = daysFrom(bars, firstBar, '1h');
  return {
    strategy: findStrategy('supertrend')!,
    symbol: 'BTCUSDT',
    timeframe: '1h',
    bars,
    settings,
    firstBar,
    days,
  };
}

function twelveWindows(market: TrialMarket) {
  const rules = { trainDays: 365, testDays: 84, purgeBars: 37 * SLOWEST_ATR, isAnchored: false };
  const cut = cutWindows(market.bars, '1h', market.firstBar, rules);
  if (!cut.ok || cut.value.length !== 12) throw new Error('not twelve windows');
  return cut.value;
}

function fused(bars: BarSeries, index: number): void {
  const atrPeriod = 5 + Math.floor(index / 10);
  fusedSupertrend(bars, atrPeriod, 2 + (index % 10) / 10, 37 * atrPeriod, 0.0005);
}

/** From the start of the process to its end, the bundle being there already. */
function startResults(progress: (line: string) => void): BenchResult[] {
  const folder = mkdtempSync(join(tmpdir(), 'platform-bench-'));
  try {
    const csv = join(folder, 'bars.csv');
    writeBars(generateBars(FILE_BARS), csv);
    const market = ['--strategy', 'supertrend', '--symbol', 'BTCUSDT', '--timeframe', '1h', '--csv', csv];
    const commands = {
      backtest: ['backtest', ...market],
      'research sweep': ['research', 'sweep', ...market, '--grid', 'multiplier=2|3', '--workers', '1'],
    };
    return Object.entries(commands).map(([name, args]) => {
      progress(`${name} from start to result`);
      const seconds = Array.from({ length: STARTS + 1 }, () => secondsOf(args, folder)).slice(1);
      const value = median(seconds);
      return { name: `${name}, start to result`, value, unit: 's', aim: '<= 1', met: value <= 1 };
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function secondsOf(args: readonly string[], home: string): number {
  const startedMs = performance.now();
  const { status, stderr } = spawnSync(join(REPOSITORY, 'platform'), args, {
    env: { ...process.env, PLATFORM_HOME: home },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return (performance.now() - startedMs) / 1000;
}

function writeBars(bars: BarSeries, path: string): void {
  const header = 'open_time,open,high,low,close,volume,taker_buy_volume';
  const rows = Array.from({ length: bars.length }, (_, i) =>
    BAR_COLUMNS.map((column) => bars[column][i]).join(),
  );
  writeFileSync(path, [header, ...rows].join('\n'));
}

export const benchmark: Benchmark = {
  name: 'research',
  summary: 'trials against a bare loop, walk-forward against a sweep, and the start of the command line',
  run,
};
