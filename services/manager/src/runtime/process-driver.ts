/**
 * Bots as processes of this machine. They outlive the manager: each has a record that is written before it
 * starts and can be written only once, and it notes its own process id before it becomes the bot. So a
 * manager that is killed at any moment leaves nothing that the next one cannot find, and no bot is ever
 * started twice. A process is ours only if its environment names the bot.
 */
import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { constants } from 'node:os';
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
  /** What notes the process id and becomes the bot. */
  readonly shell?: string;
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

/**
 * $1 is where to note the process id, $2 the record and $3 what it says of this start; the rest is the
 * program. Nothing becomes the bot without its process id on disk, beside a record of its own: a shell that
 * comes late finds its start given up and ends.
 */
const NOTE_PID = `set -eC
umask 077
echo $$ > "$1"
read -r record < "$2" || [ -n "$record" ]
case $record in *"$3"[,}]*) ;; *) exit 1 ;; esac
shift 3
exec "$@"`;
/**
 * A record without a process that names the bot is a start under way for this long, and a failed one
 * afterwards. Once the process id is noted it is as long again: then the kernel puts the bot in the shell's
 * place.
 */
const LAUNCH_MS = 5_000;
/** A drain may take 30 s; the rest is for leaving. */
export const DRAIN_MS = 35_000;
/** What a bot logged outlives it for this long. */
const KEEP_LOGS_MS = 14 * 24 * 3_600_000;

export class ProcessDriver implements BotRuntime {
  private tellExit: () => void = () => undefined;
  /**
   * Addresses that were found, by place, of the instance that was created then: process ids are given out
   * again.
   */
  private readonly addresses = new Map<string, { readonly createdMs: number; readonly address: string }>();

  constructor(private readonly options: ProcessDriverOptions) {}

  onExit(listener: () => void): void {
    this.tellExit = listener;
  }

  async list(): Promise<readonly RunningInstance[]> {
    const places = (await this.files())
      .filter((file) => file.endsWith('.json'))
      .map((file) => placeOf(file.slice(0, -'.json'.length)));
    const instances = await Promise.all(places.map((place) => this.instance(place)));
    return instances.filter((instance) => instance !== undefined);
  }

  async start(launch: Launch): Promise<void> {
    const place = { botId: launch.bot.id, slot: launch.slot };
    const program = await this.options.releases.program(launch.imageTag);
    const record: InstanceRecord = {
      generation: launch.generation,
      createdMs: Date.now(),
      imageTag: launch.imageTag,
      deployId: launch.deployId,
      programDigest: program.digest,
      codeDigest: program.strategies[launch.bot.strategy] ?? null,
    };
    await mkdir(this.options.directory, { recursive: true, mode: 0o700 });
    const log = openSync(this.file(place, 'log'), 'a', 0o600);
    const noteExit = (code: number | null, signal: NodeJS.Signals | null) =>
      void this.noteExit(place, code ?? codeOf(signal));
    try {
      // wx: only the maker of the record starts the bot and touches its process id.
      await writeFile(this.file(place, 'json'), JSON.stringify(record), { flag: 'wx', mode: 0o600 });
      await rm(this.file(place, 'pid'), { force: true });
      await rm(this.file(place, 'exit'), { force: true });
      const noted = [this.file(place, 'pid'), this.file(place, 'json'), startOf(record)];
      const command = [process.execPath, ...NODE_OPTIONS.bot, program.file];
      const child = spawn(this.options.shell ?? '/bin/sh', ['-c', NOTE_PID, 'sh', ...noted, ...command], {
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
    const record = await this.record(place);
    const pid = await this.pid(place);
    if (record === undefined || pid === undefined) return;
    const nowMs = Date.now();
    if (record.stopRequestedMs === undefined) {
      // On record first: a second signal would cut the drain short.
      await this.rewrite(place, { ...record, stopRequestedMs: nowMs });
      send(pid, 'SIGTERM');
    } else if (nowMs - record.stopRequestedMs > (this.options.drainMs ?? DRAIN_MS)) {
      send(-pid, 'SIGKILL');
    }
  }

  async forget(place: Place): Promise<void> {
    await this.giveUp(place);
    this.addresses.delete(nameOf(place));
    for (const kind of ['pid', 'exit', 'json'] as const) await rm(this.file(place, kind), { force: true });
    await this.removeOldLogs();
  }

  /**
   * The start is taken off the record before it is looked at whether there is a process: a shell that has yet
   * to note its process id finds it gone, one that has noted it is seen.
   */
  private async giveUp(place: Place): Promise<void> {
    let record = await this.record(place);
    if (record === undefined) return;
    const isToCome = record.createdMs > 0 && (await this.notedPid(place)) === undefined;
    if (isToCome && !(await this.isRunning(place, record))) {
      record = { ...record, createdMs: 0 };
      await this.rewrite(place, record);
    }
    if (await this.isRunning(place, record)) {
      throw new Error(`the ${place.slot} instance of bot ${place.botId} runs: its records stay`);
    }
  }

  /** Whole or not at all: a reader finds it as it was before until then. */
  private async rewrite(place: Place, record: InstanceRecord): Promise<void> {
    const partial = `${this.file(place, 'json')}.partial`;
    await writeFile(partial, JSON.stringify(record), { mode: 0o600 });
    await rename(partial, this.file(place, 'json'));
  }

  /** Of bots that are gone, with their former halves: they would add up for as long as bots come and go. */
  private async removeOldLogs(): Promise<void> {
    const files = await this.files();
    for (const file of files) {
      const name = /^(.+)\.log(\.\d)?$/.exec(file)?.[1];
      if (name === undefined || files.includes(`${name}.json`)) continue;
      const path = join(this.options.directory, file);
      const log = await stat(path).catch(() => undefined);
      if (log !== undefined && Date.now() - log.mtimeMs > KEEP_LOGS_MS)
        await rm(path, { force: true, recursive: true });
    }
  }

  private async files(): Promise<readonly string[]> {
    await mkdir(this.options.directory, { recursive: true, mode: 0o700 });
    return await readdir(this.options.directory);
  }

  private async noteExit(place: Place, code: number): Promise<void> {
    // Only a hint: without it the code of an instance that has ended is not known.
    await writeFile(this.file(place, 'exit'), String(code)).catch(() => undefined);
    this.tellExit();
  }

  private async instance(place: Place): Promise<RunningInstance | undefined> {
    const record = await this.record(place);
    if (record === undefined) return undefined;
    const isRunning = await this.isRunning(place, record);
    return {
      ...place,
      generation: record.generation,
      state: isRunning ? 'running' : 'exited',
      isAskedToStop: record.stopRequestedMs !== undefined,
      exitCode: isRunning ? null : await this.exitCode(place),
      imageTag: record.imageTag,
      deployId: record.deployId,
      codeDigest: record.codeDigest,
      address: isRunning ? await this.address(place, record) : null,
    };
  }

  private async isRunning(place: Place, { createdMs }: InstanceRecord): Promise<boolean> {
    const environment = await this.environment(place);
    if (environment !== '') return names(environment, place);
    const noted = await stat(this.file(place, 'pid')).catch(() => undefined);
    return Date.now() - Math.max(createdMs, noted?.mtimeMs ?? 0) < LAUNCH_MS;
  }

  /** The kernel chose the port when the bot bound it, so it cannot have been taken in between. */
  private async address(place: Place, { createdMs }: InstanceRecord): Promise<string | null> {
    const known = this.addresses.get(nameOf(place));
    if (known?.createdMs === createdMs) return known.address;
    const pid = await this.pid(place);
    const address = pid === undefined ? null : await listeningAddress(pid);
    if (address !== null) this.addresses.set(nameOf(place), { createdMs, address });
    return address;
  }

  private async exitCode(place: Place): Promise<number | null> {
    const text = await readIfThere(this.file(place, 'exit'));
    return text === undefined ? null : Number(text);
  }

  /**
   * A record cut short by a full disk or a kill names nothing that runs: it is dropped as if the bot had
   * ended.
   */
  private async record(place: Place): Promise<InstanceRecord | undefined> {
    const text = await readIfThere(this.file(place, 'json'));
    if (text === undefined) return undefined;
    const unknown = { imageTag: '', deployId: null, programDigest: '', codeDigest: null };
    try {
      return { ...unknown, ...(JSON.parse(text) as InstanceRecord) };
    } catch {
      return { ...unknown, generation: 0, createdMs: 0 };
    }
  }

  /** The process of the bot, if it is alive and still that bot: process ids are given out again. */
  private async pid(place: Place): Promise<number | undefined> {
    const pid = await this.notedPid(place);
    return names(await this.environment(place), place) ? pid : undefined;
  }

  /**
   * Undefined once the process is gone. Empty before it noted its id, and while the kernel puts the bot in
   * the shell's place.
   */
  private async environment(place: Place): Promise<string | undefined> {
    const pid = await this.notedPid(place);
    return pid === undefined ? '' : await readIfThere(`/proc/${pid}/environ`);
  }

  private async notedPid(place: Place): Promise<number | undefined> {
    return Number((await readIfThere(this.file(place, 'pid')))?.trim()) || undefined;
  }

  private file(place: Place, kind: 'json' | 'pid' | 'exit' | 'log'): string {
    return join(this.options.directory, `${nameOf(place)}.${kind}`);
  }
}

/** As shells and containers say it. */
const codeOf = (signal: NodeJS.Signals | null) => 128 + (signal === null ? 0 : constants.signals[signal]);

/** What only the record of this start says. */
const startOf = ({ createdMs }: InstanceRecord) => `"createdMs":${createdMs}`;

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

function botEnvironment({ bot, slot, imageTag, params, deployId }: Launch): Record<string, string> {
  return {
    [SLOT_VARIABLE]: slot,
    PLATFORM_RELEASE: imageTag,
    PLATFORM_BOT_ID: bot.id,
    PLATFORM_BOT_BIND_ADDR: '127.0.0.1:0',
    PLATFORM_BOT_NETWORK: bot.network,
    PLATFORM_BOT_CANDLE_SOURCE: bot.candle_source,
    PLATFORM_BOT_WARMUP_MODE: bot.warmup_mode,
    ...(params === null ? {} : { PLATFORM_BOT_PARAMS: JSON.stringify(params) }),
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
