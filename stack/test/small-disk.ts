/** A file system of its own that is soon full. To mount one takes a right that not everybody has: tests that need it are shown as skipped. */
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { temporaryDirectory } from '@platform/testkit';

export function canMount(): boolean {
  const { path, remove } = temporaryDirectory('mount');
  const mounted = spawnSync('/bin/mount', ['-t', 'tmpfs', 'tmpfs', path]).status === 0;
  if (mounted) spawnSync('/bin/umount', [path]);
  remove();
  return mounted;
}

/** Mounts one there for as long as the work takes. `size` as mount takes it: 20m. */
export async function onSmallDisk(path: string, size: string, work: () => Promise<void>): Promise<void> {
  mkdirSync(path, { recursive: true });
  const { status, stderr } = spawnSync('/bin/mount', [
    '-t',
    'tmpfs',
    '-o',
    `size=${size},mode=711`,
    'tmpfs',
    path,
  ]);
  if (status !== 0) throw new Error(`mount: ${stderr}`);
  try {
    await work();
  } finally {
    spawnSync('/bin/umount', ['--lazy', path]);
  }
}
