import type { Command } from 'commander';

export function registerDown(program: Command): void {
  program
    .command('down')
    .description('stop everything that up started, even after the launcher crashed')
    .action(async () => {
      const { operatorAction, printLine } = await import('../operator-action');
      const { homeFromEnvironment, stopStack } = await import('@platform/stack');
      await operatorAction(async () => {
        const home = homeFromEnvironment(process.env);
        const stopped = await stopStack(home, printLine);
        printLine(stopped ? 'The platform is down.' : `Nothing was running in ${home.root}.`);
        return 0;
      });
    });
}
