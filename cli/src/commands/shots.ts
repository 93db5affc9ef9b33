import { resolve } from 'node:path';
import type { Command } from 'commander';

export function registerShots(program: Command): void {
  program
    .command('shots')
    .description('take a screenshot of every page of the running console')
    .option('--out <folder>', 'where to write them', '.platform/shots')
    .action(async (options: { out: string }) => {
      const { operatorAction } = await import('../operator-action');
      const { takeShots } = await import('../shots');
      await operatorAction(() =>
        takeShots(resolve(process.env['PLATFORM_INVOKED_FROM'] ?? '.', options.out)),
      );
    });
}
