/** How long the first page of a search takes over a gigabyte of log. */
import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { homeFromEnvironment, lastEntries } from '@platform/stack';
import type { BenchResult } from './benchmark';

const MIB = 1024 ** 2;
const SIZE_MIB = 1024;
const AIM_MS = 1_000;
const TRACE = '01923456-789a-7000-8000-0000000000cd';

export function measureLogs(root: string): BenchResult[] {
  const home = homeFromEnvironment({ PLATFORM_HOME: root });
  mkdirSync(home.logs, { recursive: true });
  const file = join(home.logs, 'executor.log');
  appendFileSync(file, line(0, TRACE));
  let block = '';
  for (let i = 0; block.length < MIB; i++) block += line(i, '01923456-789a-7000-8000-000000000000');
  for (let i = 0; i < SIZE_MIB; i++) appendFileSync(file, block);
  const time = (name: string, filter: Parameters<typeof lastEntries>[3], expected: number): BenchResult => {
    const startedAt = performance.now();
    const found = lastEntries(home, ['executor'], 100, filter).length;
    const value = performance.now() - startedAt;
    if (found !== expected) throw new Error(`${name}: ${found} lines instead of ${expected}`);
    return { name, value, unit: 'ms', aim: `<= ${AIM_MS} ms`, met: value <= AIM_MS };
  };
  return [
    time('log search over 1 GiB, newest warnings', { level: 'warn' }, 100),
    time('log search over 1 GiB, one trace id at the very beginning', { traceId: TRACE }, 1),
  ];
}

function line(i: number, traceId: string): string {
  const level = i % 50 === 0 ? 'warn' : 'info';
  const time = new Date(1_763_000_000_000 + i).toISOString();
  return `${JSON.stringify({ level, time, service: 'executor', trace_id: traceId, msg: 'an order was acknowledged' })}\n`;
}
