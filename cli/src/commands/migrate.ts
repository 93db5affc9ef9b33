import type { Command } from 'commander';

export function registerMigrate(program: Command): void {
  program
    .command('migrate')
    .option('--pending', 'only list the migrations that would run')
    .description('migrate the database of PLATFORM_DATABASE_URL to the newest schema; `up` does this itself')
    .action(async (options: { pending?: boolean }) => {
      const { migrate, pendingMigrations } = await import('@platform/db');
      const log = (line: string) => void process.stdout.write(`${line}\n`);
      try {
        const connectionString = process.env['PLATFORM_DATABASE_URL'];
        if (!connectionString)
          throw new Error('set PLATFORM_DATABASE_URL to the login that owns the database');
        if (options.pending === true) (await pendingMigrations({ connectionString })).forEach(log);
        else log(`schema version ${(await migrate({ connectionString, log })).schemaVersion}`);
      } catch (error) {
        process.stderr.write(`platform: ${(error as Error).message}\n`);
        process.exitCode = 1;
      }
    });
}
