/**
 * A backtest on the running manager: asked for, waited for with a progress bar, shown as it was stored. What
 * the manager refuses or fails at is MANAGER_BACKTEST_FAILED and exit code 1.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ManagerClient, RunDetail } from '@platform/api-client';
import { OperatorFault } from '@platform/stack';
import { SingleBar } from 'cli-progress';
import {
  type BacktestFlags,
  parseLevel,
  parseNumber,
  parseParams,
  parseSpan,
  parseStrategy,
  parseSymbol,
  parseTimeframe,
  required,
} from '../backtest/options';
import { printLine } from '../operator-action';
import { connect, reached } from './client';
import { summary } from './summary';

export interface ManagerBacktestFlags extends BacktestFlags {
  readonly url?: string;
}

const POLL_MS = 200;

export async function managerBacktest(flags: ManagerBacktestFlags): Promise<number> {
  const body = requestOf(flags, Date.now());
  const client = connect(flags.url);
  const { data, error } = await asked(client.POST('/backtest', { body }));
  if (data === undefined) throw failed(error.message.replace('allow_partial_data', '--allow-partial-data'));
  const run = await finished(client, data.runId);
  if (run.status !== 'completed')
    throw failed(`run ${run.runId} ${run.status}: ${run.error ?? 'no reason given'}`);
  printLine(flags.json === true ? JSON.stringify(run) : summary(run));
  return 0;
}

function requestOf(flags: ManagerBacktestFlags, nowMs: number) {
  const strategy = parseStrategy(flags.strategy);
  required('--from', flags.from);
  const { fromMs, toMs } = parseSpan({ ...flags, to: flags.to ?? String(nowMs) });
  const takerFeeBps = parseNumber('--fee-bps', flags.feeBps, 0, 1000);
  const slippageBps = parseNumber('--slippage-bps', flags.slippageBps, 0, 1000);
  const equity = parseNumber('--equity', flags.equity, 1, 1e12);
  return {
    strategy: strategy.name,
    symbol: parseSymbol(flags.symbol),
    timeframe: parseTimeframe(flags.timeframe, strategy),
    params: { ...parseParams(strategy, flags.params) },
    from_ts: fromMs,
    to_ts: toMs,
    ...(flags.level !== undefined && { level: parseLevel(flags.level) }),
    ...(equity !== undefined && { initial_equity_usd: equity.toFixed(2) }),
    ...(flags.allowPartialData === true && { allow_partial_data: true }),
    costs: {
      ...(takerFeeBps !== undefined && { taker_fee_bps: takerFeeBps }),
      ...(slippageBps !== undefined && { slippage_bps: slippageBps }),
    },
  };
}

/** A run that goes on is watched until it ends. */
async function finished(client: ManagerClient, id: string): Promise<RunDetail> {
  const bar = new SingleBar({ format: '{bar} {percentage} % · {eta_formatted} left', noTTYOutput: false });
  let isShown = false;
  try {
    for (;;) {
      const { data, error } = await asked(client.GET('/runs/{id}', { params: { path: { id } } }));
      if (data === undefined) throw failed(error.message);
      if (data.status !== 'queued' && data.status !== 'running') return data;
      if (!isShown) bar.start(1, data.progress);
      isShown = true;
      bar.update(data.progress);
      await sleep(POLL_MS);
    }
  } finally {
    if (isShown) bar.stop();
  }
}

async function asked<T>(request: Promise<T>): Promise<T> {
  return reached(request, failed);
}

function failed(reason: string): OperatorFault {
  return new OperatorFault(`MANAGER_BACKTEST_FAILED: ${reason}`);
}
