import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { REPOSITORY } from '@platform/stack';

const PAGES = join(REPOSITORY, 'apps/console/src/app/(console)');

/** Every page of the console that needs no id in its address, as its routes have them. */
export function consolePages(): string[] {
  return readdirSync(PAGES, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('page.tsx') && !/\[|compare/.test(file))
    .map((file) => join('/', dirname(file)))
    .sort();
}
