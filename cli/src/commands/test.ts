import type { Command } from 'commander';

/** `true` where a value is missing: the suite itself says so, in its own words and with its own exit code. */
interface SeedOptions {
  readonly seeds?: string | true;
  readonly from?: string | true;
  readonly bug?: string | true;
  readonly planted?: true;
  readonly json?: true;
}

const SEEDED = `
Without options, the simulation runs 300 seeds drawn from the committed sources and every seed that ever failed; the safety test runs its
first seed and those that ever failed. --from alone runs that one seed. --planted and --bug try 200 seeds starting at 1, or those
given by --from and --seeds. See docs/safety.md.
`;

export function registerTest(program: Command): void {
  program
    .command('test')
    .argument('[suites...]', 'suites to run; default: all')
    .option('--seeds [count]', 'safety, simulation, deploys: number of seeds to run')
    .option('--from [seed]', 'safety, simulation, deploys: the first seed')
    .option('--planted', 'simulation, deploys: plant each known bug and check it is caught')
    .option('--bug [name]', 'simulation: plant only this bug')
    .option('--json', 'simulation: print the results as one JSON object')
    .description('run the tests: unit, lab, parity, integration, console, gates, deploys, simulation, safety')
    .addHelpText('after', SEEDED)
    .action(async (suites: string[], options: SeedOptions) => {
      const { runSuites } = await import('../quality/suites');
      process.exitCode = await runSuites(suites, process.cwd(), seedArguments(options));
    });
}

function seedArguments(options: SeedOptions): string[] {
  return Object.entries(options).flatMap(([name, value]) => [
    `--${name}`,
    ...(value === true ? [] : [value]),
  ]);
}
