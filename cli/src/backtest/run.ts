/**
 * The command itself: build the input, replay it with a progress bar where that takes long, print what was
 * asked for.
 */
import { writeFileSync } from 'node:fs';
import { Backtest, type BacktestInput, type BacktestResult, certify, resultJson } from '@platform/engine';
import { SingleBar } from 'cli-progress';
import { breakerLines, breakersJson, replayOver } from './breakers';
import { userPath } from './csv';
import { UsageFailure } from './failure';
import type { FinishedBacktest } from './finished';
import { tearSheet } from './html/tear-sheet';
import { buildInput } from './input';
import type { BacktestFlags } from './options';
import { summary } from './summary';

const CHUNK_BARS = 100_000;
/** A run shorter than this shows no progress bar: it would only flicker. */
const QUIET_MS = 400;

export function runBacktestCommand(flags: BacktestFlags): void {
  const input = buildInput(flags, Date.now());
  const result = replay(input);
  const finished: FinishedBacktest = { input, result, certificate: certify(input, result) };
  if (flags.html !== undefined) writeReport(flags.html, tearSheet(finished));
  const halts = flags.breakers === true ? replayOver(finished) : undefined;
  const text =
    flags.json === true
      ? JSON.stringify({ ...resultJson(input, result, finished.certificate), ...breakersJson(halts) })
      : [summary(finished, flags.html), ...breakerLines(halts, input.symbol)].join('\n');
  // A reader such as `head` may close the pipe early; that is its right.
  process.stdout.on('error', (fault: NodeJS.ErrnoException) => {
    if (fault.code !== 'EPIPE') throw fault;
  });
  process.stdout.write(`${text}\n`);
}

function replay(input: BacktestInput): BacktestResult {
  const backtest = new Backtest(input);
  const total = input.market.bars.length;
  const startedMs = performance.now();
  let bar: SingleBar | undefined;
  for (let done = 0; done < total; ) {
    done = backtest.advance(CHUNK_BARS);
    if (!process.stderr.isTTY || performance.now() - startedMs < QUIET_MS) continue;
    bar ??= startBar(total);
    bar.update(done);
  }
  bar?.stop();
  return backtest.finish();
}

function startBar(total: number): SingleBar {
  const bar = new SingleBar({
    format: '{bar} {percentage} % · {value} of {total} bars · {eta_formatted} left',
  });
  bar.start(total, 0);
  return bar;
}

function writeReport(path: string, html: string): void {
  try {
    writeFileSync(userPath(path), html);
  } catch (cause) {
    throw new UsageFailure(`cannot write ${path}: ${(cause as Error).message}`);
  }
}
