/** A real Prometheus with the platform's own configuration and rules, that scrapes the bots it is given. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  answers,
  findWatching,
  freePortOffset,
  homeFromEnvironment,
  portsFromEnvironment,
  renderPrometheus,
} from '@platform/stack';
import { eventually } from './eventually';
import { temporaryDirectory } from './temporary-directory';

export interface RunningPrometheus {
  readonly url: string;
  /** Replaces the bots that are scraped: addresses by the id of the bot. */
  scrape(bots: Readonly<Record<string, string>>): void;
  stop(): Promise<void>;
}

export async function startPrometheus(): Promise<RunningPrometheus> {
  const { prometheus } = findWatching('')!;
  const directory = temporaryDirectory('prometheus');
  const home = homeFromEnvironment({ PLATFORM_HOME: directory.path });
  const ports = portsFromEnvironment({ PLATFORM_PORT_OFFSET: String(await freePortOffset()) });
  const discovery = join(directory.path, 'manager', 'file_sd');
  mkdirSync(discovery, { recursive: true });
  const file = join(directory.path, 'prometheus.json');
  writeFileSync(file, renderPrometheus(home, ports));
  const address = `127.0.0.1:${ports.prometheus}`;
  const child = spawn(
    prometheus,
    [
      `--config.file=${file}`,
      `--storage.tsdb.path=${join(directory.path, 'data')}`,
      `--web.listen-address=${address}`,
    ],
    { stdio: 'ignore' },
  );
  const ended = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGKILL');
    await ended;
    directory.remove();
  };
  try {
    await eventually(() => answers(`http://${address}/-/ready`));
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url: `http://${address}`,
    scrape: (bots) => {
      const targets = Object.entries(bots).map(([id, target]) => ({
        targets: [target],
        labels: { job: 'bot', bot_id: id },
      }));
      writeFileSync(join(discovery, 'bots.json'), JSON.stringify(targets));
    },
    stop,
  };
}
