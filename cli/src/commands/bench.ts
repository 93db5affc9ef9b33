import type { Command } from 'commander';

export function registerBench(program: Command): void {
  program
    .command('bench')
    .argument('[name]', 'benchmark to run; without it the benchmarks are listed')
    .option('--json', 'print one JSON object instead of a table')
    .description('measure speed as ratios within one run')
    .action(async (name: string | undefined, options: { json?: boolean }) => {
      const { runBenchCommand } = await import('@platform/bench');
      process.exitCode = await runBenchCommand(name, options.json === true);
    });
}
