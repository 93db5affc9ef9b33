import type { Command } from 'commander';

export function registerAlerts(program: Command): void {
  const alerts = program.command('alerts').description('who gets alerts: docs/guides/alerts.md');
  alerts
    .command('check')
    .description('validate alerts.json without loading it')
    .action(async () => {
      const { operatorAction } = await import('../operator-action');
      const { check } = await import('../alerts/alerts');
      await operatorAction(check);
    });
  alerts
    .command('apply')
    .description('load alerts.json into the running Alertmanager')
    .action(async () => {
      const { operatorAction } = await import('../operator-action');
      const { apply } = await import('../alerts/alerts');
      await operatorAction(apply);
    });
  alerts
    .command('test')
    .argument('[receiver]', 'one receiver; default: all, one after another')
    .option('--url <url>', 'manager URL; default: the running stack')
    .description('send a test message and say whether it was accepted')
    .action(async (receiver: string | undefined, { url }: { url?: string }) => {
      const { operatorAction } = await import('../operator-action');
      const { test } = await import('../alerts/alerts');
      await operatorAction(() => test(receiver, url));
    });
}
