import type { Command } from 'commander';

const EXAMPLES = `
Examples:
  ./platform worker                                       joins the platform of this machine
  ./platform worker --bus nats://trader:4222 --creds worker.creds --threads 8

A worker runs trials of experiments and sends the results. It needs only the file creds/worker.creds of the platform's bus:
no database, no token. A worker whose code differs from the manager's is refused.`;

interface WorkerFlags {
  readonly bus?: string;
  readonly creds?: string;
  readonly threads?: string;
}

export function registerWorker(program: Command): void {
  program
    .command('worker')
    .description('run trials of experiments from the bus')
    .option('--bus <url>', 'bus address; default: the running platform’s')
    .option('--creds <file>', 'worker credentials; default without --bus: the running platform’s')
    .option('--threads <count>', 'trials at a time; default: one per core')
    .addHelpText('after', EXAMPLES)
    .action(async (flags: WorkerFlags) => {
      const { runWorker } = await import('../worker');
      await runWorker(flags);
    });
}
