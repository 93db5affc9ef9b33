/** The command itself: make the plan, do its trials with a progress bar, judge them, print what was asked for. */
import { writeFileSync } from 'node:fs';
import { SingleBar } from 'cli-progress';
import { userPath } from '../backtest/csv';
import { UsageFailure } from '../backtest/failure';
import { KINDS, type KindName } from './kinds';
import { reportPage } from './page';
import { type Plan, type ResearchFlags, readRequest } from './plan';
import type { PreparedExperiment } from './prepared';
import { reportCsv, reportJson, reportText } from './report';
import { runTrials } from './trials';

export async function runResearchCommand(kind: KindName, flags: ResearchFlags): Promise<void> {
  const request = await readRequest(flags, Date.now());
  const prepared = await KINDS[kind](request).finally(() => request.source.close());
  const { length } = prepared.plan.indices;
  if ((await failuresOf(prepared)) === length)
    throw new UsageFailure(`all ${length} trials failed; ./platform backtest shows why for one of them`);
  const report = prepared.report();
  if (flags.output !== undefined) write(flags.output, reportCsv(report));
  if (flags.html !== undefined) write(flags.html, reportPage(report));
  process.stdout.write(`${flags.json === true ? reportJson(report) : reportText(report)}\n`);
}

/** Has all trials done and taken; returns how many failed. */
async function failuresOf({ plan, take }: PreparedExperiment): Promise<number> {
  let failed = 0;
  await withProgress(plan, (trial, row) => {
    if (Number.isNaN(row[0]!) && Number.isNaN(row[1]!)) failed += 1;
    take(trial, row);
  });
  return failed;
}

async function withProgress(plan: Plan, take: PreparedExperiment['take']): Promise<void> {
  if (!process.stderr.isTTY) return await runTrials(plan, take, () => {});
  const bar = new SingleBar({
    format: '{bar} {percentage} % · {value} of {total} trials · {eta_formatted} left',
  });
  bar.start(plan.indices.length, 0);
  try {
    await runTrials(plan, take, (done) => bar.update(done));
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
