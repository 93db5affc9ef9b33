import type { Command } from 'commander';

export function registerStrategies(program: Command): void {
  program
    .command('strategies')
    .option('--json', 'print one JSON array, parameter schemas included')
    .description('list the registered strategies')
    .action(async (options: { json?: boolean }) => {
      const { strategies } = await import('@platform/strategies');
      if (options.json === true) {
        const list = strategies.map(
          ({ name, title, summary, status, validatedTimeframes, timeframes, schema }) => ({
            name,
            title,
            summary,
            status,
            validated_timeframes: validatedTimeframes,
            timeframes,
            schema,
          }),
        );
        process.stdout.write(`${JSON.stringify(list)}\n`);
        return;
      }
      const width = Math.max(...strategies.map(({ name }) => name.length));
      for (const { name, summary, validatedTimeframes } of strategies) {
        const validated = validatedTimeframes.length === 0 ? 'in progress' : validatedTimeframes.join(', ');
        process.stdout.write(`${name.padEnd(width)}  ${validated.padEnd(15)}  ${summary}\n`);
      }
    });
}
