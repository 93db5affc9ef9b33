/**
 * A real Alertmanager with the platform's own configuration, or undefined where the program is not on this
 * machine.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type AlertSettings,
  answers,
  directoryOf,
  findWatching,
  freePort,
  renderAlertmanager,
} from '@platform/stack';
import { eventually } from './eventually';
import { temporaryDirectory } from './temporary-directory';

export interface RunningAlertmanager {
  readonly url: string;
  stop(): Promise<void>;
}

export function hasAlertmanager(): boolean {
  return findWatching('') !== undefined;
}

/** `shorten` changes times that a test does not wait for. */
export async function startAlertmanager(
  settings: AlertSettings,
  shorten = (configuration: string) => configuration,
): Promise<RunningAlertmanager> {
  const binaries = findWatching('')!;
  const directory = temporaryDirectory('alertmanager');
  const file = join(directory.path, 'alertmanager.json');
  writeFileSync(file, shorten(renderAlertmanager(settings)), { mode: 0o600 });
  const url = `http://127.0.0.1:${await freePort()}`;
  const child = spawn(
    binaries.alertmanager,
    [
      `--config.file=${file}`,
      `--storage.path=${join(directory.path, 'data')}`,
      '--cluster.listen-address=',
      `--web.listen-address=${url.slice('http://'.length)}`,
    ],
    { cwd: directoryOf(binaries), stdio: 'ignore' },
  );
  const ended = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGKILL');
    await ended;
    directory.remove();
  };
  try {
    await eventually(() => answers(`${url}/-/ready`));
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, stop };
}
