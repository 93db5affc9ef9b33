import type { Command } from 'commander';
import type { DeployFlags } from '../deploy/bot';
import type { ServiceDeployFlags } from '../deploy/service';

const EXAMPLE = `
Example:
  ./platform deploy bot trend-btc v2
  ./platform deploy bot trend-btc latest --params '{"fast": 8, "slow": 32}'
  ./platform deploy rollback trend-btc
  ./platform deploy service executor --release v2

The new release runs in shadow beside the running one, decides the last bars again and at least one live bar, and takes over with the
open position and its stop as they are. Until then ./platform deploy abort leaves everything as it was. Exit code 1 when the deploy
fails or is aborted, 3 when it waits for somebody to accept its divergences.

A service is drained and started from the release; where that is not ready in time, the former one comes back by itself.
The launcher, which supervises them, runs from the sources: another one takes over, or the former one goes on.`;

export function registerDeploy(program: Command): void {
  const deploy = program
    .command('deploy')
    .description('move bots and services to another release')
    .addHelpText('after', EXAMPLE);
  deploy
    .command('bot <bot> <tag>')
    .description('move a bot, by name or id, to a release or to other parameters and watch it take over')
    .option(
      '--params <json>',
      'parameters to change to, those left out taking their defaults; its own when absent',
    )
    .option('--min-live-bars <count>', 'live bars that both must decide alike before the swap; 1 when absent')
    .option('--accept <digest>', 'accept the divergences of the deploy under way: the digest of their list')
    .option('--url <url>', 'the manager; the running stack when absent')
    .action(async (bot: string, tag: string, flags: DeployFlags) => {
      const { operatorAction } = await import('../operator-action');
      const { deployBot } = await import('../deploy/bot');
      await operatorAction(() => deployBot(bot, tag, flags));
    });
  deploy
    .command('rollback <bot>')
    .description('move a bot back to what it ran before its last deploy; one that is down restarts with it')
    .option('--min-live-bars <count>', 'live bars that both must decide alike before the swap', '0')
    .option('--url <url>', 'the manager; the running stack when absent')
    .action(async (bot: string, flags: DeployFlags) => {
      const { operatorAction } = await import('../operator-action');
      const { rollBack } = await import('../deploy/bot');
      await operatorAction(() => rollBack(bot, flags));
    });
  deploy
    .command('service <service>')
    .description('move a service to a release and watch it take over')
    .option('--release <tag>', 'the release; the newest one when absent')
    .option('--url <url>', 'the manager; the running stack when absent')
    .action(async (service: string, flags: ServiceDeployFlags) => {
      const { operatorAction } = await import('../operator-action');
      const { deployService } = await import('../deploy/service');
      await operatorAction(() => deployService(service, flags));
    });
  deploy
    .command('launcher')
    .description('let a launcher of the sources as they are now take over; nothing that runs is stopped')
    .action(async () => {
      const { operatorAction } = await import('../operator-action');
      const { deployLauncher } = await import('../deploy/launcher');
      await operatorAction(deployLauncher);
    });
  deploy
    .command('abort <bot>')
    .description('abort the deploy of a bot before the swap')
    .option('--url <url>', 'the manager; the running stack when absent')
    .action(async (bot: string, flags: DeployFlags) => {
      const { operatorAction } = await import('../operator-action');
      const { abortDeploy } = await import('../deploy/bot');
      await operatorAction(() => abortDeploy(bot, flags));
    });
  deploy
    .command('status <bot>')
    .description('the latest deploy of a bot')
    .option('--url <url>', 'the manager; the running stack when absent')
    .action(async (bot: string, flags: DeployFlags) => {
      const { operatorAction } = await import('../operator-action');
      const { deployStatus } = await import('../deploy/bot');
      await operatorAction(() => deployStatus(bot, flags));
    });
}
