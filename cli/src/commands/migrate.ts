import type { Command } from 'commander';

export function registerMigrate(program: Command): void {
  program
    .command('migrate')
    .option('--pending', 'only list what would run')
    .description('bring the database of PLATFORM_DATABASE_URL to the newest schema; `up` does it by itself')
    .action(async (options: { pending?: boolean }) => {
      const connectionString = process.env['PLATFORM_DATABASE_URL'];
      if (!connectionString) {
        program.error(
          'platform: set PLATFORM_DATABASE_URL to the login that owns the database, then run this again',
        );
      }
      const log = (line: string) => void process.stdout.write(`${line}\n`);
      const { migrate, pendingMigrations } = await import('@platform/db');
      try {
        if (options.pending === true) (await pendingMigrations({ connectionString })).forEach(log);
        else log(`schema version ${(await migrate({ connectionString, log })).schemaVersion}`);
      } catch (error) {
        program.error(`platform: ${(error as Error).message}`);
      }
    });
}
