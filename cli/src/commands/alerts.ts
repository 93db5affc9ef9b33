import type { Command } from 'commander';

export function registerAlerts(program: Command): void {
  const alerts = program.command('alerts').description('who is notified of alerts: docs/guides/alerts.md');
  alerts
    .command('check')
    .description('judge alerts.json without using it')
    .action(async () => {
      const { operatorAction } = await import('../operator-action');
      const { check } = await import('../alerts/alerts');
      await operatorAction(check);
    });
  alerts
    .command('apply')
    .description('let the running Alertmanager use alerts.json')
    .action(async () => {
      const { operatorAction } = await import('../operator-action');
      const { apply } = await import('../alerts/alerts');
      await operatorAction(apply);
    });
  alerts
    .command('test')
    .argument('[receiver]', 'one receiver; all of them, one after the other, without it')
    .option('--url <url>', 'address of the manager')
    .description('send a test message and say whether it was taken')
    .action(async (receiver: string | undefined, { url }: { url?: string }) => {
      const { operatorAction } = await import('../operator-action');
      const { test } = await import('../alerts/alerts');
      await operatorAction(() => test(receiver, url));
    });
}
