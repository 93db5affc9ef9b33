/**
 * Bots as processes of this machine. They outlive the manager: each has a record that is written before it starts and can be
 * written only once, and it notes its own process id before it becomes the bot. So a manager that is killed at any moment leaves
 * nothing that the next one cannot find, and no bot is ever started twice. A process is ours only if its environment names the bot.
 */
import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { NODE_OPTIONS } from '@platform/service-kit/node-options';
import type { BotRuntime, Launch, Place, ReleaseShelf, RunningInstance } from '../app/ports';
import { listeningAddress } from './listening-address';

export interface ProcessDriverOptions {
  readonly directory: string;
  readonly releases: Pick<ReleaseShelf, 'program'>;
  /** What every bot gets; never a secret of the manager. */
  readonly environment: Readonly<Record<string, string>>;
  /** How long a bot may take to end before it is killed. */
  readonly drainMs?: number;
}

interface InstanceRecord {
  readonly generation: number;
  readonly createdMs: number;
  readonly imageTag: string;
  readonly deployId: string | null;
  readonly programDigest: string;
  readonly codeDigest: string | null;
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
  /** Addresses that were found, by process. */
  readonly #addresses = new Map<number, string>();

  constructor(private readonly options: ProcessDriverOptions) {}

  onExit(listener: () => void): void {
    this.#onExit = listener;
  }

  async list(): Promise<readonly RunningInstance[]> {
    await mkdir(this.options.directory, { recursive: true, mode: 0o700 });
    const files = await readdir(this.options.directory);
    const places = files
      .filter((file) => file.endsWith('.json'))
      .map((file) => placeOf(file.slice(0, -'.json'.length)));
    const instances = await Promise.all(places.map((place) => this.#instance(place)));
    return instances.filter((instance) => instance !== undefined);
  }

  async start(launch: Launch): Promise<void> {
    const place = { botId: launch.bot.id, slot: launch.slot };
    const program = await this.options.releases.program(launch.imageTag);
    const record: InstanceRecord = {
      ...{ generation: launch.generation, createdMs: Date.now() },
      ...{ imageTag: launch.imageTag, deployId: launch.deployId },
      programDigest: program.digest,
      codeDigest: program.strategies[launch.bot.strategy] ?? null,
    };
    await mkdir(this.options.directory, { recursive: true, mode: 0o700 });
    // wx: only the maker of the record starts the bot and touches its process id.
    await writeFile(this.#file(place, 'json'), JSON.stringify(record), { flag: 'wx', mode: 0o600 });
    await rm(this.#file(place, 'pid'), { force: true });
    await rm(this.#file(place, 'exit'), { force: true });
    const log = openSync(this.#file(place, 'log'), 'a', 0o600);
    const noteExit = (code: number | null) => void this.#noteExit(place, code);
    try {
      const command = [process.execPath, ...NODE_OPTIONS.bot, program.file];
      const child = spawn('/bin/sh', ['-c', NOTE_PID, 'sh', this.#file(place, 'pid'), ...command], {
        detached: true,
        stdio: ['ignore', log, log],
        env: { ...this.options.environment, ...botEnvironment(launch) },
      });
      child.on('error', () => undefined);
      child.on('exit', noteExit);
      child.unref();
    } finally {
      closeSync(log);
    }
  }

  async stop(place: Place): Promise<void> {
    const record = await this.#record(place);
    const pid = await this.#pid(place);
    if (record === undefined || pid === undefined) return;
    const nowMs = Date.now();
    if (record.stopRequestedMs === undefined) {
      send(pid, 'SIGTERM');
      const asked = JSON.stringify({ ...record, stopRequestedMs: nowMs });
      await writeFile(this.#file(place, 'json'), asked, { mode: 0o600 });
    } else if (nowMs - record.stopRequestedMs > (this.options.drainMs ?? DRAIN_MS)) {
      send(-pid, 'SIGKILL');
    }
  }

  async forget(place: Place): Promise<void> {
    for (const kind of ['pid', 'exit', 'json'] as const) await rm(this.#file(place, kind), { force: true });
  }

  async #noteExit(place: Place, code: number | null): Promise<void> {
    // Only a hint: without it the code of an instance that has ended is not known.
    if (code !== null) await writeFile(this.#file(place, 'exit'), String(code)).catch(() => undefined);
    this.#onExit();
  }

  async #instance(place: Place): Promise<RunningInstance | undefined> {
    const record = await this.#record(place);
    if (record === undefined) return undefined;
    const environment = await this.#environment(place);
    const isLaunching = environment === '' && Date.now() - record.createdMs < LAUNCH_MS;
    const isRunning = isLaunching || names(environment, place);
    return {
      ...place,
      generation: record.generation,
      state: isRunning ? 'running' : 'exited',
      isAskedToStop: record.stopRequestedMs !== undefined,
      exitCode: isRunning ? null : await this.#exitCode(place),
      imageTag: record.imageTag,
      deployId: record.deployId,
      codeDigest: record.codeDigest,
      address: isRunning ? await this.#address(place) : null,
    };
  }

  /** The kernel chose the port when the bot bound it, so it cannot have been taken in between. */
  async #address(place: Place): Promise<string | null> {
    const pid = await this.#pid(place);
    if (pid === undefined) return null;
    const address = this.#addresses.get(pid) ?? (await listeningAddress(pid));
    if (address !== null) this.#addresses.set(pid, address);
    return address;
  }

  async #exitCode(place: Place): Promise<number | null> {
    const text = await readIfThere(this.#file(place, 'exit'));
    return text === undefined ? null : Number(text);
  }

  /** A record cut short by a full disk or a kill names nothing that runs: it is dropped as if the bot had ended. */
  async #record(place: Place): Promise<InstanceRecord | undefined> {
    const text = await readIfThere(this.#file(place, 'json'));
    if (text === undefined) return undefined;
    const unknown = { imageTag: '', deployId: null, programDigest: '', codeDigest: null };
    try {
      return { ...unknown, ...(JSON.parse(text) as InstanceRecord) };
    } catch {
      return { ...unknown, generation: 0, createdMs: 0 };
    }
  }

  /** The process of the bot, if it is alive and still that bot: process ids are given out again. */
  async #pid(place: Place): Promise<number | undefined> {
    const pid = await this.#notedPid(place);
    return names(await this.#environment(place), place) ? pid : undefined;
  }

  /** Undefined once the process is gone. Empty before it noted its id, and while the kernel puts the bot in the shell's place. */
  async #environment(place: Place): Promise<string | undefined> {
    const pid = await this.#notedPid(place);
    return pid === undefined ? '' : await readIfThere(`/proc/${pid}/environ`);
  }

  async #notedPid(place: Place): Promise<number | undefined> {
    return Number((await readIfThere(this.#file(place, 'pid')))?.trim()) || undefined;
  }

  #file(place: Place, kind: 'json' | 'pid' | 'exit' | 'log'): string {
    return join(this.options.directory, `${nameOf(place)}.${kind}`);
  }
}

const GREEN = '-green';

/** The files of the blue place are called as the bot. */
function nameOf({ botId, slot }: Place): string {
  return slot === 'green' ? `${botId}${GREEN}` : botId;
}

function placeOf(name: string): Place {
  return name.endsWith(GREEN)
    ? { botId: name.slice(0, -GREEN.length), slot: 'green' }
    : { botId: name, slot: 'blue' };
}

/** What a process shows of its place in its environment. */
const SLOT_VARIABLE = 'BOT_SLOT';

function names(environment: string | undefined, { botId, slot }: Place): boolean {
  const variables = environment?.split('\0') ?? [];
  const isGreen = variables.includes(`${SLOT_VARIABLE}=green`);
  return variables.includes(`PLATFORM_BOT_ID=${botId}`) && isGreen === (slot === 'green');
}

function botEnvironment({ bot, slot, imageTag, deployId }: Launch): Record<string, string> {
  return {
    [SLOT_VARIABLE]: slot,
    PLATFORM_RELEASE: imageTag,
    PLATFORM_BOT_ID: bot.id,
    PLATFORM_BOT_BIND_ADDR: '127.0.0.1:0',
    PLATFORM_BOT_NETWORK: bot.network,
    PLATFORM_BOT_CANDLE_SOURCE: bot.candle_source,
    PLATFORM_BOT_WARMUP_MODE: bot.warmup_mode,
    ...(deployId === null ? {} : { PLATFORM_BOT_SHADOW: 'true' }),
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
