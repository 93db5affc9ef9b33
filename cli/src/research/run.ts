/** The command itself: make the plan, do its trials with a progress bar, judge them, print what was asked for. */
import { writeFileSync } from 'node:fs';
import { judgeSweep } from '@platform/research';
import { SingleBar } from 'cli-progress';
import { userPath } from '../backtest/csv';
import { UsageFailure } from '../backtest/failure';
import { sweepPage } from './html';
import { countTrials } from './ledger';
import { planSweep, type SweepFlags, type SweepPlan } from './plan';
import { type FinishedSweep, sweepCsv, sweepJson, sweepTable } from './report';
import { runTrials } from './trials';

export async function runSweepCommand(flags: SweepFlags): Promise<void> {
  const plan = planSweep(flags, Date.now());
  const trialsEver = countTrials(plan, process.env);
  const rows = await withProgress(plan);
  const { axes, indices, objective } = plan;
  const finished: FinishedSweep = {
    plan,
    verdict: judgeSweep({ axes, indices, rows }, objective, trialsEver),
  };
  if (flags.output !== undefined) write(flags.output, sweepCsv(finished));
  if (flags.html !== undefined) write(flags.html, sweepPage(finished));
  process.stdout.write(`${flags.json === true ? sweepJson(finished) : sweepTable(finished)}\n`);
}

async function withProgress(plan: SweepPlan): Promise<Float64Array[]> {
  if (!process.stderr.isTTY) return runTrials(plan, () => {});
  const bar = new SingleBar({
    format: '{bar} {percentage} % · {value} of {total} trials · {eta_formatted} left',
  });
  bar.start(plan.indices.length, 0);
  try {
    return await runTrials(plan, (done) => bar.update(done));
  } finally {
    bar.stop();
  }
}

function write(path: string, text: string): void {
  try {
    writeFileSync(userPath(path), text);
  } catch (cause) {
    throw new UsageFailure(`cannot write ${path}: ${(cause as Error).message}`);
  }
}
