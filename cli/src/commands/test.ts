import type { Command } from 'commander';

/** `true` where a value is missing: the suite itself says so, in its own words and with its own exit code. */
interface SafetyOptions {
  readonly seeds?: string | true;
  readonly from?: string | true;
  readonly bug?: string | true;
  readonly planted?: true;
  readonly full?: true;
}

export function registerTest(program: Command): void {
  program
    .command('test')
    .argument('[suites...]', 'suites to run; all of them without names')
    .option('--seeds [count]', 'safety, simulation, deploys: how many seeds to run')
    .option('--from [seed]', 'safety, simulation, deploys: the first seed')
    .option('--planted', 'safety, deploys: plant each known bug and see it caught')
    .option('--bug [name]', 'safety: plant only this bug')
    .option('--full', 'safety: the real waiting times instead of shortened ones')
    .description('run the tests: unit, lab, parity, integration, console, gates, deploys, simulation, safety')
    .action(async (suites: string[], options: SafetyOptions) => {
      const { runSuites } = await import('../quality/suites');
      process.exitCode = await runSuites(suites, process.cwd(), safetyArguments(options));
    });
}

function safetyArguments(options: SafetyOptions): string[] {
  return Object.entries(options).flatMap(([name, value]) => [
    `--${name}`,
    ...(value === true ? [] : [value]),
  ]);
}
