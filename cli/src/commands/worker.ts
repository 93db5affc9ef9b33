import type { Command } from 'commander';

const EXAMPLES = `
Examples:
  ./platform worker                                       joins the platform of this machine
  ./platform worker --bus nats://trader:4222 --creds worker.creds --threads 8

A worker takes trials of experiments, computes them and sends the results. It needs the file creds/worker.creds of the platform's bus and
nothing else: no database, no token. One that runs other code than the manager is refused.`;

interface WorkerFlags {
  readonly bus?: string;
  readonly creds?: string;
  readonly threads?: string;
}

export function registerWorker(program: Command): void {
  program
    .command('worker')
    .description('take trials of experiments from the bus and compute them')
    .option('--bus <url>', 'address of the bus; that of the running platform when absent')
    .option(
      '--creds <file>',
      'credentials of a worker; without --bus those of the running platform when absent',
    )
    .option('--threads <count>', 'trials at a time; one per core unless given')
    .addHelpText('after', EXAMPLES)
    .action(async (flags: WorkerFlags) => {
      const { runWorker } = await import('../worker');
      await runWorker(flags);
    });
}
