/**
 * The process that owns a running stack: `up` runs it in the terminal, `up --detach` in the background with
 * an IPC channel over which the same progress lines reach the terminal.
 */
import { inspect } from 'node:util';
import { runDemo } from './demo/run';
import { asOperatorFault, OperatorFault } from './fault';
import { HandOver } from './hand-over';
import type { LauncherMessage } from './launcher-message';
import { summaryLines } from './summary';
import { startStack } from './up';

export interface LauncherOptions {
  readonly isTakingOver?: boolean;
  /** In the background, so that another one can take its place. */
  readonly isDetached?: boolean;
}

/** Runs until a signal stops it or another launcher has taken over; returns the exit code. */
export async function runLauncher(
  tell: (message: LauncherMessage) => void,
  { isTakingOver = false, isDetached = false }: LauncherOptions = {},
): Promise<number> {
  const startedAt = performance.now();
  const say = (text: string) => tell({ kind: 'line', text });
  try {
    const handOver = isDetached ? new HandOver(say) : undefined;
    const run = startStack(process.env, say, { isTakingOver, ...(handOver && { handOver }) });
    const filling = new AbortController();
    const stop = async () => {
      filling.abort();
      await run.stop();
    };
    void run.servicesReady.then(() =>
      isTakingOver ? tell({ kind: 'in charge' }) : runDemo(run.context, say, filling.signal),
    );
    const stopped = stopOnSignal(stop, say);
    const ended = handOver === undefined ? stopped : Promise.race([stopped, handOver.done]);
    if (await run.ready) {
      handOver?.open(run);
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
      say(
        isTakingOver ? `launcher  has taken over (pid ${process.pid})` : `The platform is up (${seconds} s).`,
      );
      tell({ kind: 'ready', summary: summaryLines(run.context) });
    }
    await ended;
    return 0;
  } catch (error) {
    const fault = asOperatorFault(error);
    tell({ kind: 'fault', text: fault instanceof OperatorFault ? fault.message : inspect(fault) });
    return 1;
  }
}

/** Settles once a signal came and everything is stopped. */
async function stopOnSignal(stop: () => Promise<void>, say: (text: string) => void): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    let asked = false;
    const onSignal = () => {
      if (asked) {
        say('still stopping: services may take 30 s to finish what they do');
        return;
      }
      asked = true;
      say('stopping');
      stop().then(resolve, reject);
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  });
}
