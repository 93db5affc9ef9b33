/**
 * A file system of its own, soon full or of any size that one says. To mount one takes a right that not
 * everybody has: tests that need it are shown as skipped.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { temporaryDirectory } from './temporary-directory';

export function canMount(): boolean {
  const { path, remove } = temporaryDirectory('mount');
  const mounted = spawnSync('/bin/mount', ['-t', 'tmpfs', 'tmpfs', path]).status === 0;
  if (mounted) spawnSync('/bin/umount', [path]);
  remove();
  return mounted;
}

/** `size` as mount takes it: 20m. Room that nothing is written to costs no memory. */
export function mountSmallDisk(path: string, size: string): { unmount(): void } {
  mkdirSync(path, { recursive: true });
  mount('-t', 'tmpfs', '-o', `size=${size},mode=711`, 'tmpfs', path);
  return { unmount: () => void spawnSync('/bin/umount', ['--lazy', path]) };
}

/** What is on it stays. */
export function resizeSmallDisk(path: string, size: string): void {
  mount('-o', `remount,size=${size}`, path);
}

/** There is one for as long as the work takes. */
export async function onSmallDisk(path: string, size: string, work: () => Promise<void>): Promise<void> {
  const disk = mountSmallDisk(path, size);
  try {
    await work();
  } finally {
    disk.unmount();
  }
}

function mount(...args: readonly string[]): void {
  const { status, stderr } = spawnSync('/bin/mount', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`mount: ${stderr}`);
}
