/** The command itself: make the plan, do its trials with a progress bar, judge them, print what was asked for. */
import { writeFileSync } from 'node:fs';
import { SingleBar } from 'cli-progress';
import { userPath } from '../backtest/csv';
import { UsageFailure } from '../backtest/failure';
import { KINDS, type KindName } from './kinds';
import { reportPage } from './page';
import { type Plan, type ResearchFlags, readRequest } from './plan';
import { reportCsv, reportJson, reportText } from './report';
import { runTrials } from './trials';

export async function runResearchCommand(kind: KindName, flags: ResearchFlags): Promise<void> {
  const request = await readRequest(flags, Date.now());
  const prepared = await KINDS[kind](request).finally(() => request.source.close());
  const rows = await withProgress(prepared.plan);
  if (rows.every((row) => Number.isNaN(row[0]!) && Number.isNaN(row[1]!))) {
    throw new UsageFailure(`all ${rows.length} trials failed; ./platform backtest shows why for one of them`);
  }
  const report = prepared.report(rows);
  if (flags.output !== undefined) write(flags.output, reportCsv(report));
  if (flags.html !== undefined) write(flags.html, reportPage(report));
  process.stdout.write(`${flags.json === true ? reportJson(report) : reportText(report)}\n`);
}

async function withProgress(plan: Plan): Promise<Float64Array[]> {
  if (!process.stderr.isTTY) return await runTrials(plan, () => {});
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
