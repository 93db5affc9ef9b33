import type { Command } from 'commander';

export function registerCheck(program: Command): void {
  program
    .command('check')
    .description('format, lint, types, import rules, dead code')
    .action(async () => {
      const { runCheck } = await import('../quality/check');
      process.exitCode = await runCheck(process.cwd());
    });
}
