import type { Command } from 'commander';

export function registerBench(program: Command): void {
  program
    .command('bench')
    .argument('[name]', 'benchmark to run; without it the benchmarks are listed')
    .option('--json', 'print one JSON object instead of a table')
    .option(
      '--long',
      'security: 100,000 requests to each service instead of 10,000; watching: also alerts that take minutes',
    )
    .description('measure speed as ratios within one run')
    .action(async (name: string | undefined, options: { json?: boolean; long?: boolean }) => {
      const { operatorAction } = await import('../operator-action');
      const { runBenchCommand } = await import('@platform/bench');
      await operatorAction(() => runBenchCommand(name, options));
    });
}
