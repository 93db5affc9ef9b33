/**
 * Prometheus and Alertmanager: those of the machine, those fetched before, or Debian's, fetched without
 * installing them. Without them the platform trades as before but sends no alerts, so their absence is a
 * reason in words and never a fault.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type DebianPackages, fetchDebian, reasonOf } from '../tools/fetch';
import { directoryToFetchInto, toolDirectories } from '../tools/places';

export interface WatchingBinaries {
  readonly prometheus: string;
  /** Judges the rules in tests only. */
  readonly promtool: string | undefined;
  readonly alertmanager: string;
  readonly amtool: string;
}

export const HOW_TO_GET_THEM =
  'install Prometheus 2.42 and Alertmanager 0.25 or newer (https://prometheus.io/download) so that prometheus, alertmanager and amtool are on PATH';

/** Debian's Alertmanager opens its templates by this path and ends where they are not. */
const DEBIAN_SHARE = '/usr/share/prometheus/alertmanager';
/** As many characters, relative to the directory it runs in. */
const OWN_SHARE_NAME = 'am-share';
const OWN_SHARE = `${'./'.repeat(13)}${OWN_SHARE_NAME}`;

const DEBIAN: DebianPackages = {
  packages: ['prometheus', 'prometheus-alertmanager'],
  files: [
    { from: DEBIAN_SHARE.slice(1), to: OWN_SHARE_NAME },
    { from: 'usr/bin/prometheus', to: 'prometheus' },
    // A package of its own from Debian 13 on.
    { from: 'usr/bin/promtool', to: 'promtool', isOptional: true },
    { from: 'usr/bin/amtool', to: 'amtool' },
    { from: 'usr/bin/prometheus-alertmanager', to: 'alertmanager' },
  ],
  adapt: (unpacked) => moveTemplates(join(unpacked, 'usr/bin/prometheus-alertmanager')),
};

export function findWatching(fallbackDirectory: string): WatchingBinaries | undefined {
  const directories = toolDirectories(fallbackDirectory);
  const find = (...names: string[]) =>
    directories.flatMap((directory) => names.map((name) => join(directory, name))).find(isUsable);
  const [prometheus, promtool] = [find('prometheus'), find('promtool')];
  const [alertmanager, amtool] = [find('alertmanager', 'prometheus-alertmanager'), find('amtool')];
  if (!prometheus || !alertmanager || !amtool) return undefined;
  return { prometheus, promtool, alertmanager, amtool };
}

/** The programs, or why they are missing. */
export async function fetchWatching(
  fallbackDirectory: string,
  progress: (line: string) => void,
): Promise<WatchingBinaries | string> {
  progress('fetching Prometheus and Alertmanager');
  try {
    await fetchDebian(directoryToFetchInto(fallbackDirectory), DEBIAN);
    return findWatching(fallbackDirectory) ?? 'the packaged ones do not run here';
  } catch (error) {
    return reasonOf(error);
  }
}

/** Where Alertmanager has to run for its templates to be found. */
export function directoryOf({ alertmanager }: WatchingBinaries): string {
  return dirname(alertmanager);
}

function isUsable(program: string): boolean {
  if (!existsSync(program)) return false;
  if (program.endsWith('prometheus-alertmanager') && !existsSync(join(DEBIAN_SHARE, 'default.tmpl')))
    return false;
  return spawnSync(program, ['--version']).status === 0;
}

function moveTemplates(program: string): void {
  const code = readFileSync(program, 'latin1');
  const moved = code.replaceAll(DEBIAN_SHARE, OWN_SHARE);
  if (moved === code || moved.length !== code.length)
    throw new Error('the packaged Alertmanager is built differently');
  writeFileSync(program, moved, 'latin1');
}
