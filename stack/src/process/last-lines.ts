import { readFileSync } from 'node:fs';

/** The last lines of a file as they are; empty when there is none. */
export function lastLines(path: string, count: number): string {
  try {
    return readFileSync(path, 'utf8').trimEnd().split('\n').slice(-count).join('\n');
  } catch {
    return '';
  }
}
