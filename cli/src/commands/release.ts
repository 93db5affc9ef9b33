import type { Command } from 'commander';

const EXAMPLE = `
Example:
  ./platform release build v2
  ./platform deploy bot trend-btc v2

A release is one build of the platform under a tag. It never changes; one that a bot or a service runs, or would go
back to, cannot be removed.`;

export function registerRelease(program: Command): void {
  const release = program
    .command('release')
    .description('builds that bots and services can be moved to')
    .addHelpText('after', EXAMPLE);
  release
    .command('build <tag>')
    .description('build the sources as they are now under a tag')
    .action(async (tag: string) => {
      const { operatorAction } = await import('../operator-action');
      const { buildRelease } = await import('../deploy/releases');
      await operatorAction(() => buildRelease(tag));
    });
  release
    .command('list')
    .description('releases, newest first')
    .option('--url <url>', 'the manager; the running stack when absent')
    .action(async (flags: { url?: string }) => {
      const { operatorAction } = await import('../operator-action');
      const { listReleases } = await import('../deploy/releases');
      await operatorAction(() => listReleases(flags));
    });
  release
    .command('show <tag>')
    .description('one release with its digests')
    .option('--url <url>', 'the manager; the running stack when absent')
    .action(async (tag: string, flags: { url?: string }) => {
      const { operatorAction } = await import('../operator-action');
      const { showRelease } = await import('../deploy/releases');
      await operatorAction(() => showRelease(tag, flags));
    });
  release
    .command('remove <tag>')
    .description('remove a release that is no longer used')
    .option('--url <url>', 'the manager; the running stack when absent')
    .action(async (tag: string, flags: { url?: string }) => {
      const { operatorAction } = await import('../operator-action');
      const { removeRelease } = await import('../deploy/releases');
      await operatorAction(() => removeRelease(tag, flags));
    });
}
