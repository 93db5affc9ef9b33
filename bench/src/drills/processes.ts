/** Processes that hang: they hold their port and answer nothing, which takes longest to notice. */
import { readFileSync } from 'node:fs';
import type { WatchedStack } from '../watching-harness';
import { all, atOnce, type Drill, late, type RaisedAlert, type Repair, slow, thenBreak } from './drill';

/**
 * With its children: those of PostgreSQL answer on their own. It is the first to stop and the last to go on,
 * so that none leaves unseen.
 */
export async function hang(pid: number): Promise<Repair> {
  const stopped = [pid];
  process.kill(pid, 'SIGSTOP');
  return await thenBreak(
    () => all(...stopped.toReversed().map((each) => () => goOn(each)))(),
    () => {
      for (const child of childrenOf(pid)) {
        process.kill(child, 'SIGSTOP');
        stopped.push(child);
      }
    },
  );
}

/** What was replaced meanwhile has nothing to go on with. */
function goOn(pid: number): void {
  try {
    process.kill(pid, 'SIGCONT');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

export const hangs = (process: string) => async (stack: WatchedStack) => hang(await stack.pid(process));

const hanging = (what: string, name: string, ...raises: readonly RaisedAlert[]): Drill => ({
  what,
  raises,
  break: hangs(name),
});

export const hangingService = (job: 'data' | 'risk' | 'executor' | 'manager') =>
  hanging(`${job} hangs`, job, atOnce('ServiceDown', { job }));

export const silentDatabase = hanging('the database does not answer', 'postgres', atOnce('DatabaseDown'));

export const silentBus = hanging('the bus does not answer', 'nats', atOnce('BusDown'));

export const silentExchange = hanging(
  'the exchange does not answer',
  'venue',
  late('BreakerTripped', { breaker: 'connectivity' }),
  slow('ReconcileOverdue'),
  slow('AccountUnread'),
);

function childrenOf(pid: number): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return text
    .split(' ')
    .filter((each) => each.trim() !== '')
    .map(Number);
}
