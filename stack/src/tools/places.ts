/** Where programs that are not ours are looked for, and where fetched ones are kept. */
import { accessSync, constants, mkdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { REPOSITORY } from '../repository';

const TOOLS = join(REPOSITORY, '.platform', 'tools');
// Debian puts servers into sbin, which an ordinary user's PATH leaves out.
const SYSTEM_DIRECTORIES = ['/usr/local/sbin', '/usr/sbin', '/usr/local/bin', '/usr/bin'];

/** In the order of preference: the machine's own first. */
export function toolDirectories(fallbackDirectory: string): string[] {
  return [
    ...(process.env['PATH'] ?? '').split(delimiter).filter((directory) => directory !== ''),
    ...SYSTEM_DIRECTORIES,
    ...fetchedDirectories(fallbackDirectory),
  ];
}

/** Shared by all stacks of the checkout where it can be written, else the stack's own. */
export function fetchedDirectories(fallbackDirectory: string): string[] {
  return [TOOLS, fallbackDirectory];
}

export function directoryToFetchInto(fallbackDirectory: string): string {
  try {
    mkdirSync(TOOLS, { recursive: true });
    accessSync(TOOLS, constants.W_OK);
    return TOOLS;
  } catch {
    return fallbackDirectory;
  }
}
