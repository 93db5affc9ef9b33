/**
 * Bots as processes of this machine. They outlive the manager: each has a record that is written before it starts and can be
 * written only once, and it notes its own process id before it becomes the bot. So a manager that is killed at any moment leaves
 * nothing that the next one cannot find, and no bot is ever started twice. A process is ours only if its environment names the bot.
 */
import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { NODE_OPTIONS } from '@platform/contracts';
import type { BotRuntime, RunnableBot, RunningInstance } from './bot-runtime';

export interface ProcessDriverOptions {
  readonly directory: string;
  /** The bundled bot service. */
  readonly program: string;
  /** What every bot gets; never a secret of the manager. */
  readonly environment: Readonly<Record<string, string>>;
}

interface InstanceRecord {
  readonly generation: number;
  readonly port: number;
  readonly createdMs: number;
  readonly stopRequestedMs?: number;
}

/** $1 is where to note the process id; the rest is the program. */
const NOTE_PID = 'umask 077; echo $$ > "$1"; shift; exec "$@"';
/** A record without a process that names the bot is a start under way for this long, and a failed one afterwards. */
const LAUNCH_MS = 5_000;
/** A drain may take 30 s; the rest is for leaving. */
const DRAIN_MS = 35_000;

export class ProcessDriver implements BotRuntime {
  #onExit: () => void = () => undefined;

  constructor(private readonly options: ProcessDriverOptions) {}

  onExit(listener: () => void): void {
    this.#onExit = listener;
  }

  async list(): Promise<readonly RunningInstance[]> {
    await mkdir(this.options.directory, { recursive: true, mode: 0o700 });
    const files = await readdir(this.options.directory);
    const botIds = files
      .filter((file) => file.endsWith('.json'))
      .map((file) => file.slice(0, -'.json'.length));
    const instances = await Promise.all(botIds.map((botId) => this.#instance(botId)));
    return instances.filter((instance) => instance !== undefined);
  }

  async start(bot: RunnableBot): Promise<void> {
    const port = await freePort();
    const record: InstanceRecord = { generation: bot.generation, port, createdMs: Date.now() };
    // wx: whoever makes the record starts the bot. Nobody else gets further, nor near the process id of the one that runs.
    await writeFile(this.#file(bot.id, 'json'), JSON.stringify(record), { flag: 'wx', mode: 0o600 });
    await rm(this.#file(bot.id, 'pid'), { force: true });
    const log = openSync(this.#file(bot.id, 'log'), 'a', 0o600);
    try {
      const program = [process.execPath, ...NODE_OPTIONS.bot, this.options.program];
      const child = spawn('/bin/sh', ['-c', NOTE_PID, 'sh', this.#file(bot.id, 'pid'), ...program], {
        detached: true,
        stdio: ['ignore', log, log],
        env: { ...this.options.environment, ...botEnvironment(bot, port) },
      });
      child.on('error', () => undefined);
      child.on('exit', this.#onExit);
      child.unref();
    } finally {
      closeSync(log);
    }
  }

  async stop(botId: string): Promise<void> {
    const record = await this.#record(botId);
    const pid = await this.#pid(botId);
    if (record === undefined || pid === undefined) return;
    const nowMs = Date.now();
    if (record.stopRequestedMs === undefined) {
      send(pid, 'SIGTERM');
      const asked = JSON.stringify({ ...record, stopRequestedMs: nowMs });
      await writeFile(this.#file(botId, 'json'), asked, { mode: 0o600 });
    } else if (nowMs - record.stopRequestedMs > DRAIN_MS) {
      send(-pid, 'SIGKILL');
    }
  }

  async forget(botId: string): Promise<void> {
    await rm(this.#file(botId, 'pid'), { force: true });
    await rm(this.#file(botId, 'json'), { force: true });
  }

  async #instance(botId: string): Promise<RunningInstance | undefined> {
    const record = await this.#record(botId);
    if (record === undefined) return undefined;
    const environment = await this.#environment(botId);
    const isLaunching = environment === '' && Date.now() - record.createdMs < LAUNCH_MS;
    const isRunning = isLaunching || names(environment, botId);
    const { generation, port, stopRequestedMs } = record;
    const state = isRunning ? 'running' : 'exited';
    const isAskedToStop = stopRequestedMs !== undefined;
    return { botId, generation, state, isAskedToStop, address: `127.0.0.1:${port}` };
  }

  /** A record cut short by a full disk or a kill names nothing that runs: it is dropped as if the bot had ended. */
  async #record(botId: string): Promise<InstanceRecord | undefined> {
    const text = await readIfThere(this.#file(botId, 'json'));
    if (text === undefined) return undefined;
    try {
      return JSON.parse(text) as InstanceRecord;
    } catch {
      return { generation: 0, port: 0, createdMs: 0 };
    }
  }

  /** The process of the bot, if it is alive and still that bot: process ids are given out again. */
  async #pid(botId: string): Promise<number | undefined> {
    const pid = await this.#notedPid(botId);
    return names(await this.#environment(botId), botId) ? pid : undefined;
  }

  /** Undefined once the process is gone. Empty before it noted its id, and while the kernel puts the bot in the shell's place. */
  async #environment(botId: string): Promise<string | undefined> {
    const pid = await this.#notedPid(botId);
    return pid === undefined ? '' : await readIfThere(`/proc/${pid}/environ`);
  }

  async #notedPid(botId: string): Promise<number | undefined> {
    return Number((await readIfThere(this.#file(botId, 'pid')))?.trim()) || undefined;
  }

  #file(botId: string, kind: 'json' | 'pid' | 'log'): string {
    return join(this.options.directory, `${botId}.${kind}`);
  }
}

function names(environment: string | undefined, botId: string): boolean {
  return environment?.split('\0').includes(`PLATFORM_BOT_ID=${botId}`) ?? false;
}

function botEnvironment(bot: RunnableBot, port: number): Record<string, string> {
  return {
    PLATFORM_BOT_ID: bot.id,
    PLATFORM_BOT_BIND_ADDR: `127.0.0.1:${port}`,
    PLATFORM_BOT_NETWORK: bot.network,
    PLATFORM_BOT_CANDLE_SOURCE: bot.candle_source,
    PLATFORM_BOT_WARMUP_MODE: bot.warmup_mode,
  };
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ESRCH', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
