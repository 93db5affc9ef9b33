import type { Command } from 'commander';

export function registerEnv(program: Command): void {
  program
    .command('env')
    .description('print URLs and development tokens as shell assignments: eval "$(./platform env)"')
    .action(async () => {
      const { operatorAction } = await import('../operator-action');
      const { shellAssignments, shellEnvironment } = await import('@platform/stack');
      await operatorAction(async () => {
        process.stdout.write(shellAssignments(shellEnvironment(process.env)));
        return 0;
      });
    });
}
