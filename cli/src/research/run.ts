/**
 * The command itself: make the plan, do its trials with a progress bar, judge them, print what was asked for.
 */
import { writeFileSync } from 'node:fs';
import { SingleBar } from 'cli-progress';
import { userPath } from '../backtest/csv';
import { UsageFailure } from '../backtest/failure';
import { KINDS, type KindName } from './kinds';
import { reportPage } from './page';
import { type Plan, type ResearchFlags, readRequest } from './plan';
import type { PreparedExperiment } from './prepared';
import { reportCsv, reportJson, reportText } from './report';
import { type FailedTrial, runTrials } from './trials';

/** Failed trials that are named, with the reason of each. */
const NAMED = 10;

export async function runResearchCommand(kind: KindName, flags: ResearchFlags): Promise<void> {
  const request = await readRequest(flags, Date.now());
  const prepared = await KINDS[kind](request).finally(() => request.source.close());
  const { length } = prepared.plan.indices;
  if ((await failuresOf(prepared)) === length)
    throw new UsageFailure(`all ${length} trials failed; ./platform backtest shows why for one of them`);
  const report = prepared.report();
  // Before any file: a disk that is full must not cost what was computed.
  process.stdout.write(`${flags.json === true ? reportJson(report) : reportText(report)}\n`);
  if (flags.output !== undefined) write(flags.output, reportCsv(report));
  if (flags.html !== undefined) write(flags.html, reportPage(report));
}

/** Has all trials done and taken; returns how many failed, and names the first of them. */
async function failuresOf({ plan, take }: PreparedExperiment): Promise<number> {
  const faults: FailedTrial[] = [];
  try {
    await withProgress(plan, take, (fault) => faults.push(fault));
  } finally {
    faults.sort((a, b) => a.trial - b.trial);
    for (const { trial, reason } of faults.slice(0, NAMED))
      process.stderr.write(`trial ${plan.indices[trial]} failed: ${reason}\n`);
    if (faults.length > NAMED) process.stderr.write(`${faults.length - NAMED} more failed\n`);
  }
  return faults.length;
}

async function withProgress(
  plan: Plan,
  take: PreparedExperiment['take'],
  onFault: (fault: FailedTrial) => void,
): Promise<void> {
  if (!process.stderr.isTTY) return await runTrials(plan, take, () => {}, onFault);
  const bar = new SingleBar({
    format: '{bar} {percentage} % · {value} of {total} trials · {eta_formatted} left',
  });
  bar.start(plan.indices.length, 0);
  try {
    await runTrials(plan, take, (done) => bar.update(done), onFault);
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
