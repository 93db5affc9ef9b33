/**
 * The fixture of the scripted source: one bar per line as JSON, in order and without gaps, as the data
 * service would give them.
 */
import { readFileSync } from 'node:fs';
import { type Bar, barOpenTimeMs, findBarFault, type Timeframe, timeframeMs } from '@platform/core';
import { parseBar } from '../domain/arrival';

export class ScriptError extends Error {}

export function readScript(path: string, timeframe: Timeframe): readonly Bar[] {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new ScriptError(`the script cannot be read: ${(error as NodeJS.ErrnoException).code}`);
  }
  const bars: Bar[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() !== '') bars.push(parseLine(line, index + 1, bars[bars.length - 1], timeframe));
  }
  if (bars.length === 0) throw new ScriptError('the script holds no bar');
  return bars;
}

function parseLine(line: string, lineNumber: number, before: Bar | undefined, timeframe: Timeframe): Bar {
  const fail = (what: string) => new ScriptError(`line ${lineNumber} of the script: ${what}`);
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw fail('not JSON');
  }
  const bar = parseBar(value);
  if (typeof bar === 'string') throw fail(bar);
  if (barOpenTimeMs(timeframe, bar.openTimeMs) !== bar.openTimeMs)
    throw fail(`opens within a bar of ${timeframe}`);
  if (before === undefined) return bar;
  const fault = findBarFault(bar, lineNumber, before.openTimeMs);
  if (fault !== null) throw fail(fault.message);
  if (bar.openTimeMs - before.openTimeMs !== timeframeMs(timeframe)) throw fail('a bar is missing before it');
  return bar;
}
