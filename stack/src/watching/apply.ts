/** `./platform alerts`: judging alerts.json without using it, and using it without a restart. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OperatorFault } from '../fault';
import { type Home, homeFromEnvironment } from '../home';
import { readState } from '../state';
import { alertmanagerFile, renderAlertmanager } from './alertmanager';
import { directoryOf, findWatching, type WatchingBinaries } from './binaries';
import { type AlertSettings, readAlertSettings } from './settings';

/** Throws what is wrong with alerts.json, also by Alertmanager's own judgement where its tool is here. */
export function checkAlertSettings(environment: NodeJS.ProcessEnv): AlertSettings {
  const home = homeFromEnvironment(environment);
  return soundAlertSettings(home, findWatching(home.tools));
}

/** Alertmanager would not start with settings that it refuses. */
export function soundAlertSettings(home: Home, binaries: WatchingBinaries | undefined): AlertSettings {
  const settings = readAlertSettings(home);
  const fault = binaries === undefined ? undefined : judgedBy(binaries, renderAlertmanager(settings));
  if (fault !== undefined) throw new OperatorFault(`Alertmanager would refuse alerts.json: ${fault}`);
  return settings;
}

/** The running Alertmanager takes the settings over; one that is not there yet will when it starts. */
export async function applyAlertSettings(environment: NodeJS.ProcessEnv): Promise<AlertSettings> {
  const settings = checkAlertSettings(environment);
  const home = homeFromEnvironment(environment);
  const ports = readState(home)?.ports;
  if (ports === undefined)
    throw new OperatorFault('The platform is not up: ./platform up uses the settings.');
  const file = alertmanagerFile(home);
  writeFileSync(`${file}.partial`, renderAlertmanager(settings), { mode: 0o600 });
  renameSync(`${file}.partial`, file);
  const reload = `http://127.0.0.1:${ports.alertmanager}/-/reload`;
  const answer = await fetch(reload, { method: 'POST', signal: AbortSignal.timeout(10_000) }).catch(
    () => undefined,
  );
  if (answer === undefined) throw new OperatorFault('Alertmanager does not answer: see ./platform status.');
  if (!answer.ok)
    throw new OperatorFault(`Alertmanager refused the settings: ${(await answer.text()).trim()}`);
  return settings;
}

function judgedBy(binaries: WatchingBinaries, configuration: string): string | undefined {
  const directory = mkdtempSync(join(tmpdir(), 'alerts-'));
  try {
    const file = join(directory, 'alertmanager.json');
    writeFileSync(file, configuration, { mode: 0o600 });
    const cwd = directoryOf(binaries);
    const { status, stdout, stderr } = spawnSync(binaries.amtool, ['check-config', file], {
      cwd,
      encoding: 'utf8',
    });
    return status === 0 ? undefined : `${stdout}${stderr}`.replaceAll(file, 'alerts.json').trim();
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
