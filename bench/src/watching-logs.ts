/** How long the first page of a search takes over a gigabyte of log. */
import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type LogFilter, lastEntries } from '@platform/service-kit/log-files';
import type { BenchResult } from './benchmark';

const MIB = 1024 ** 2;
const SIZE_MIB = 1024;
const AIM_MS = 1_000;
/** Every block is looked at and nothing is found: a search that takes longer ends with what it has. */
const VAIN_AIM_MS = 3_000;
const FIRST_MS = 1_763_000_000_000;
const TRACE = '01923456-789a-7000-8000-0000000000cd';

export async function measureLogs(directory: string): Promise<BenchResult[]> {
  mkdirSync(directory, { recursive: true });
  const places = { processes: directory, bots: undefined };
  const file = join(directory, 'executor.log');
  appendFileSync(file, line(-1, TRACE));
  let block = '';
  for (let i = 0; block.length < MIB; i++) block += line(i, '01923456-789a-7000-8000-000000000000');
  for (let i = 0; i < SIZE_MIB; i++) appendFileSync(file, block.replaceAll(minute(0), minute(i)));
  const time = async (
    name: string,
    filter: LogFilter,
    expected: number,
    aimMs = AIM_MS,
  ): Promise<BenchResult> => {
    const startedAt = performance.now();
    const found = (await lastEntries(places, ['executor'], 100, filter)).length;
    const value = performance.now() - startedAt;
    if (found !== expected) throw new Error(`${name}: ${found} lines instead of ${expected}`);
    return { name, value, unit: 'ms', aim: `<= ${aimMs} ms`, met: value <= aimMs };
  };
  return [
    await time('log search over 1 GiB, newest warnings', { level: 'warn' }, 100),
    await time('log search over 1 GiB, one trace id at the very beginning', { traceId: TRACE }, 1),
    await time(
      'log search over 1 GiB, until a time at the very beginning',
      { toMs: FIRST_MS },
      1,
      VAIN_AIM_MS,
    ),
    await time('log search over 1 GiB, a level that was never logged', { level: 'error' }, 0, VAIN_AIM_MS),
  ];
}

/** All lines of a block are of one minute. */
function minute(i: number): string {
  return new Date(FIRST_MS + i * 60_000).toISOString().slice(0, 16);
}

function line(i: number, traceId: string): string {
  const level = i % 50 === 0 ? 'warn' : 'info';
  const time = new Date(FIRST_MS + 1 + i).toISOString();
  return `${JSON.stringify({ level, time, service: 'executor', trace_id: traceId, msg: 'an order was acknowledged' })}\n`;
}
