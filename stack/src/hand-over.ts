/**
 * A launcher that is replaced while everything runs on: it starts one from the sources as they are now, lets
 * it load, and leaves the lock and the processes to it. Where the new one does not take charge in time, the
 * former one goes on as if nothing had happened. At every moment one of the two holds the lock, so that no
 * third one takes the processes for left behind.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync } from 'node:fs';
import { request } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { controlSocket, type HandingOver, type LauncherState } from './control';
import { OperatorFault } from './fault';
import { type Home, homeFromEnvironment } from './home';
import type { LauncherMessage } from './launcher-message';
import { lockHolder, passLock } from './lock';
import { identify } from './process/identity';
import { openLog } from './process/log-file';
import { REPOSITORY } from './repository';
import type { StackRun } from './up';

/** Argument of a launcher that takes over. */
export const TAKE_OVER = '--take-over';
/** From its start until it is in charge. */
const IN_CHARGE_WITHIN_MS = 60_000;

export class HandOver implements HandingOver {
  /** Settles once another launcher is in charge. */
  readonly done: Promise<void>;
  private resolveDone = () => {};
  private run: Pick<StackRun, 'context' | 'letGo'> | undefined;
  private isUnderWay = false;
  private error: string | null = null;

  constructor(private readonly report: (line: string) => void) {
    this.done = new Promise((resolve) => {
      this.resolveDone = resolve;
    });
  }

  /** Once everything is up. */
  open(run: Pick<StackRun, 'context' | 'letGo'>): void {
    this.run = run;
  }

  state(): LauncherState {
    return { pid: process.pid, is_handing_over: this.isUnderWay, error: this.error };
  }

  begin(): void {
    const run = this.run;
    if (run === undefined) throw new OperatorFault('The platform is still starting.');
    if (this.isUnderWay) throw new OperatorFault('The launcher is handing over already.');
    this.isUnderWay = true;
    this.error = null;
    this.report('launcher  hands over to one of the sources as they are now');
    this.handOver(run).then(this.resolveDone, (error: Error) => {
      this.isUnderWay = false;
      this.error = error.message;
      this.report(`launcher  goes on: ${error.message}`);
    });
  }

  private async handOver({ context, letGo }: Pick<StackRun, 'context' | 'letGo'>): Promise<void> {
    const successor = startSuccessor(context.home, context.environment);
    try {
      await heard(successor, 'waiting');
      const takeBack = letGo();
      try {
        passLock(context.home, identify(successor.pid!)!);
        successor.send(TAKE_OVER);
        await heard(successor, 'in charge');
      } catch (error) {
        await end(successor);
        passLock(context.home, identify(process.pid)!);
        await takeBack();
        throw error;
      }
    } catch (error) {
      await end(successor);
      throw error;
    }
  }
}

function startSuccessor(home: Home, environment: NodeJS.ProcessEnv): ChildProcess {
  const log = openLog(home, 'launcher');
  const program = fileURLToPath(new URL('./detached-main.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', program, TAKE_OVER], {
    cwd: REPOSITORY,
    env: environment,
    detached: true,
    stdio: ['ignore', log, log, 'ipc'],
  });
  closeSync(log);
  child.on('error', () => {});
  return child;
}

/** Resolves with the message; throws what it says instead, or that it says nothing. */
async function heard(child: ChildProcess, kind: LauncherMessage['kind']): Promise<void> {
  const listening = new AbortController();
  const message = new Promise<void>((resolve, reject) => {
    const read = (said: LauncherMessage) => {
      if (said.kind === kind) resolve();
      if (said.kind === 'fault') reject(new OperatorFault(said.text));
    };
    const onExit = () => reject(new OperatorFault('the new launcher ended: see ./platform logs launcher'));
    child.on('message', read).once('exit', onExit);
    listening.signal.addEventListener('abort', () => child.off('message', read).off('exit', onExit));
  });
  const late = sleep(IN_CHARGE_WITHIN_MS, undefined, { signal: listening.signal }).then(() => {
    throw new OperatorFault(`the new launcher was not in charge within ${IN_CHARGE_WITHIN_MS / 1000} s`);
  });
  late.catch(() => undefined);
  try {
    await Promise.race([message, late]);
  } finally {
    listening.abort();
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

const POLL_MS = 250;
/** Twice what each of its two steps may take. */
const OUTCOME_WITHIN_MS = 4 * IN_CHARGE_WITHIN_MS;

/**
 * Asks the launcher of a running stack to hand over and waits for the outcome; returns the new one's process
 * id.
 */
export async function handOverLauncher(environment: NodeJS.ProcessEnv): Promise<number> {
  const home = homeFromEnvironment(environment);
  const former = lockHolder(home);
  if (former === undefined) throw new OperatorFault('Nothing is running: ./platform up starts it.');
  await ask(home, 'POST');
  const deadline = performance.now() + OUTCOME_WITHIN_MS;
  while (performance.now() < deadline) {
    await sleep(POLL_MS);
    // Between the two launchers there is no answer.
    const state = await ask(home, 'GET').catch(() => undefined);
    if (state === undefined || state.is_handing_over) continue;
    if (state.pid !== former.pid) return state.pid;
    throw new OperatorFault(`The launcher goes on as it was (pid ${former.pid}): ${state.error}.`);
  }
  throw new OperatorFault('The launcher does not answer: see ./platform logs launcher.');
}

async function ask(home: Home, method: 'GET' | 'POST'): Promise<LauncherState> {
  const asked = request({ socketPath: controlSocket(home), method, path: '/launcher' });
  asked.end();
  const [response] = await once(asked, 'response');
  const body = (await json(response)) as LauncherState & { message?: string };
  if (response.statusCode >= 300) throw new OperatorFault(body.message ?? 'The launcher refuses.');
  return body;
}
