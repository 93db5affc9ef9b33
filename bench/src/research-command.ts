/**
 * The command line as users start it, in a home of its own, over a file of bars: how long it takes, and how
 * much memory at its peak.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BAR_COLUMNS, type BarSeries } from '@platform/core';
import { REPOSITORY } from '@platform/stack/repository';
import { processUse } from './process-use';

export interface CommandUse {
  readonly seconds: number;
  /** Of the process up to shortly before its end: what it would take on a machine of its own. */
  readonly cpuSeconds: number;
  readonly peakMib: number;
}

type RunCommand = (...args: readonly string[]) => Promise<CommandUse>;

/** `run` starts ./platform with `args` and the market of these bars. */
export async function withBarsFile<T>(bars: BarSeries, work: (run: RunCommand) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'platform-bench-'));
  const csv = join(folder, 'bars.csv');
  const market = ['--strategy', 'supertrend', '--symbol', 'BTCUSDT', '--timeframe', '1h', '--csv', csv];
  try {
    writeBars(bars, csv);
    return await work((...args) => use(join(REPOSITORY, 'platform'), [...args, ...market], folder));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const LOOK_EVERY_MS = 10;

async function use(program: string, args: readonly string[], home: string): Promise<CommandUse> {
  const startedMs = performance.now();
  const child = spawn(program, args, {
    env: { ...process.env, PLATFORM_HOME: home },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let complaint = '';
  child.stderr.on('data', (text: Buffer) => {
    complaint += text.toString();
  });
  let used = { cpuSeconds: 0, peakMib: 0 };
  const look = setInterval(() => {
    used = usedBy(child.pid!) ?? used;
  }, LOOK_EVERY_MS);
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  clearInterval(look);
  if (code !== 0) throw new Error(complaint);
  return { seconds: (performance.now() - startedMs) / 1000, ...used };
}

/** Undefined for a process that is gone. */
function usedBy(pid: number): { readonly cpuSeconds: number; readonly peakMib: number } | undefined {
  try {
    const peakKib = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    if (peakKib === undefined) return undefined;
    return { cpuSeconds: processUse(pid).cpuSeconds, peakMib: Number(peakKib) / 1024 };
  } catch {
    return undefined;
  }
}

function writeBars(bars: BarSeries, path: string): void {
  const header = 'open_time,open,high,low,close,volume,taker_buy_volume';
  const rows = Array.from({ length: bars.length }, (_, i) =>
    BAR_COLUMNS.map((column) => bars[column][i]).join(),
  );
  writeFileSync(path, [header, ...rows].join('\n'));
}
