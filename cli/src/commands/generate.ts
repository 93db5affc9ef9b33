import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { dashboards, renderGrafana } from '@platform/contracts';
import type { Command } from 'commander';
import { runTool } from '../quality/run-tool';

const ROOT = join(import.meta.dirname, '../../..');

/** A checked-in file that is made, never edited. */
interface Generator {
  readonly path: string;
  render(): Promise<string>;
}

const GENERATORS: readonly Generator[] = [
  ...dashboards.map((dashboard) => ({
    path: `deploy/grafana/${dashboard.id}.json`,
    render: async () => renderGrafana(dashboard),
  })),
  {
    path: 'docs/errors.md',
    render: async () => (await import('@platform/contracts')).renderErrorsDoc(),
  },
  {
    path: 'deploy/prometheus/rules.yml',
    render: async () => {
      const { alertGroups, renderRules, WATCHDOG } = await import('@platform/contracts');
      return renderRules(alertGroups, WATCHDOG);
    },
  },
  {
    path: 'apps/console/src/lib/runbooks.generated.ts',
    render: async () => (await import('../generate/runbooks')).renderRunbooks(join(ROOT, 'docs/runbooks')),
  },
  {
    path: 'packages/api-client/src/schema.generated.ts',
    render: async () => (await import('../generate/api-client')).renderApiClient(),
  },
];

export function registerGenerate(program: Command): void {
  program
    .command('generate')
    .option('--check', 'write nothing; fail if a generated file is stale')
    .option('--no-database', 'skip the schema types, which need PostgreSQL')
    .description('write the generated files of the repository')
    .action(async (options: { check?: boolean; database: boolean }) => {
      for (const generator of GENERATORS) {
        const file = join(ROOT, generator.path);
        const text = await generator.render();
        const isFresh = (await readIfThere(file)) === text;
        if (!isFresh && options.check === true) process.exitCode = 1;
        if (!isFresh && options.check !== true) await write(file, text);
        process.stdout.write(
          `${isFresh ? 'unchanged' : options.check === true ? 'stale    ' : 'written  '} ${generator.path}\n`,
        );
      }
      if (options.database && !(await databaseTypes(options.check === true))) process.exitCode = 1;
    });
}

/**
 * The types of the migrated schema need a PostgreSQL; the test that compares them has one and can write them
 * as well.
 */
async function databaseTypes(check: boolean): Promise<boolean> {
  const test = ['run', '--project', 'integration', 'db/test/types.test.ts', ...(check ? [] : ['--update'])];
  const { exitCode, output } = await runTool('vitest', test, { cwd: ROOT });
  process.stdout.write(`${exitCode === 0 ? 'checked  ' : 'FAILED   '} db/src/schema.generated.ts\n`);
  if (exitCode !== 0) process.stdout.write(output);
  return exitCode === 0;
}

async function readIfThere(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}
