/** A thread that draws what a strategy sees: its code may be the user's own and never come to an end. */
import { workerData } from 'node:worker_threads';
import { type DrawingView, MAX_DRAWN_BARS } from '@platform/contracts';
import { drawStrategy, findStrategy } from '@platform/strategies';
import type { DrawingJob } from '../app/ports';
import { ChartStore } from '../store/reads/charts';
import { type AskStrategy, answerJobs } from './answer-jobs';
import { connect, leave } from './connection';
import type { DrawingAnswer } from './drawing-thread';
import type { WorkerSettings } from './protocol';

const NOTHING: DrawingView = { ts: [], lines: [], decisions: [], note: null };

const { database } = workerData as WorkerSettings;

answerJobs(answer);

async function answer(job: DrawingJob, askStrategy: AskStrategy): Promise<DrawingAnswer> {
  const client = await connect(database);
  try {
    return { kind: 'drawn', view: await draw(new ChartStore(client), job, askStrategy) };
  } finally {
    await leave(client);
  }
}

async function draw(charts: ChartStore, job: DrawingJob, askStrategy: AskStrategy): Promise<DrawingView> {
  const { params, symbol, timeframe, fromMs, toMs } = job;
  const strategy = findStrategy(job.strategy)!;
  const span = { market: 'perp', symbol, timeframe, fromMs, toMs } as const;
  const [warmupBars, needs] = askStrategy(() => [
    strategy.warmupBars(params, timeframe),
    strategy.datasets(params, timeframe),
  ]);
  const bars = await charts.bars(span, warmupBars, MAX_DRAWN_BARS);
  if (bars.length === 0) return NOTHING;
  const others = await charts.others(span, bars.openTimeMs[0]!, needs, MAX_DRAWN_BARS);
  if (typeof others === 'string') {
    return { ...NOTHING, note: `${strategy.title} also needs ${others}, of which nothing is stored.` };
  }
  const market = { bars, ...others };
  const { ts, lines, decisions } = askStrategy(() =>
    drawStrategy(strategy, params, timeframe, market, fromMs),
  );
  return {
    ts: [...ts],
    lines: lines.map(({ values, ...line }) => ({ ...line, values: [...values] })),
    decisions: decisions.map((decision) => ({ ...decision })),
    note: null,
  };
}
