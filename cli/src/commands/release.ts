import type { Command } from 'commander';

const EXAMPLE = `
Example:
  ./platform release build v2
  ./platform deploy bot trend-btc v2

A release is one build of the platform under a tag. It never changes, and it cannot be removed while a bot or a service
runs it or would roll back to it.`;

export function registerRelease(program: Command): void {
  const release = program
    .command('release')
    .description('builds that bots and services can run')
    .addHelpText('after', EXAMPLE);
  release
    .command('build <tag>')
    .description('build the current sources under a tag')
    .action(async (tag: string) => {
      const { operatorAction } = await import('../operator-action');
      const { buildRelease } = await import('../deploy/releases');
      await operatorAction(() => buildRelease(tag));
    });
  release
    .command('list')
    .description('list releases, newest first')
    .option('--url <url>', 'manager URL; default: the running stack')
    .action(async (flags: { url?: string }) => {
      const { operatorAction } = await import('../operator-action');
      const { listReleases } = await import('../deploy/releases');
      await operatorAction(() => listReleases(flags));
    });
  release
    .command('show <tag>')
    .description('show one release with its digests')
    .option('--url <url>', 'manager URL; default: the running stack')
    .action(async (tag: string, flags: { url?: string }) => {
      const { operatorAction } = await import('../operator-action');
      const { showRelease } = await import('../deploy/releases');
      await operatorAction(() => showRelease(tag, flags));
    });
  release
    .command('remove <tag>')
    .description('remove an unused release')
    .option('--url <url>', 'manager URL; default: the running stack')
    .action(async (tag: string, flags: { url?: string }) => {
      const { operatorAction } = await import('../operator-action');
      const { removeRelease } = await import('../deploy/releases');
      await operatorAction(() => removeRelease(tag, flags));
    });
}
