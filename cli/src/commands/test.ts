import type { Command } from 'commander';

export function registerTest(program: Command): void {
  program
    .command('test')
    .argument('[suites...]', 'suites to run; all of them without names')
    .description('run the tests: unit, lab, parity, integration, gates')
    .action(async (suites: string[]) => {
      const { runSuites } = await import('../quality/suites');
      process.exitCode = await runSuites(suites, process.cwd());
    });
}
