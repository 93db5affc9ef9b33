/**
 * Stops a stack, whether its launcher lives or not. Safe to repeat; touches only processes the stack
 * recorded.
 */
import { stopBots } from './bots';
import type { Home } from './home';
import { lockHolder } from './lock';
import { stopProcess } from './process/stop';
import { type RecordedProcess, readState, removeState } from './state';

/** The launcher needs this long when every stage uses up its own time. */
const LAUNCHER_TIMEOUT_MS = 90_000;

/** Resolves when nothing is left; false when there was nothing to stop. */
export async function stopStack(home: Home, report: (line: string) => void): Promise<boolean> {
  const launcher = lockHolder(home);
  if (launcher !== undefined) {
    report(`stopping the launcher (pid ${launcher.pid}), which stops the rest`);
    await stopProcess(launcher, { signal: 'SIGTERM', timeoutMs: LAUNCHER_TIMEOUT_MS });
  }
  const stopped = await stopLeftovers(home, report);
  return launcher !== undefined || stopped > 0;
}

/** Stops what a killed launcher left running; returns how many processes that were. */
export async function stopLeftovers(home: Home, report: (line: string) => void): Promise<number> {
  const processes = readState(home)?.processes ?? [];
  const stages = [...new Set(processes.map(({ stage }) => stage))].sort((a, b) => b - a);
  let count = 0;
  const stopOne = async (process: RecordedProcess) => {
    const { name, stopSignal, stopTimeoutMs } = process;
    const outcome = await stopProcess(process, { signal: stopSignal, timeoutMs: stopTimeoutMs });
    if (outcome === 'gone') return;
    count += 1;
    report(`${name.padEnd(9)} ${outcome} (left by an earlier run)`);
  };
  for (const stage of stages) {
    const members = processes.filter((process) => process.stage === stage);
    await Promise.all(members.map(stopOne));
    // Bots need the database to leave in order, and a manager would start them again.
    if (members.some(({ name }) => name === 'manager')) count += await stopBots(home, report);
  }
  count += await stopBots(home, report);
  removeState(home);
  return count;
}
