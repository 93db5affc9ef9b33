import type { Command } from 'commander';
import type { DeployFlags } from '../deploy/bot';
import type { ServiceDeployFlags } from '../deploy/service';

const EXAMPLE = `
Example:
  ./platform deploy bot trend-btc v2
  ./platform deploy bot trend-btc latest --params '{"fast": 8, "slow": 32}'
  ./platform deploy rollback trend-btc
  ./platform deploy service executor --release v2

The new release runs as a shadow beside the running one, decides the last bars again and at least one live bar, and takes over with the
open position and its stop unchanged. Until then ./platform deploy abort leaves everything as it was. Exit code 1 if the deploy
fails or is aborted, 3 if it waits for somebody to accept its divergences.

A service is drained and started from the release; if that is not ready in time, the old one is started again.
The launcher, which supervises them, runs from the sources: a new one takes over, or the old one continues.`;

export function registerDeploy(program: Command): void {
  const deploy = program
    .command('deploy')
    .description('move bots and services to another release')
    .addHelpText('after', EXAMPLE);
  deploy
    .command('bot <bot> <tag>')
    .description('move a bot, by name or id, to a release or new parameters, and follow the deploy')
    .option(
      '--params <json>',
      'new parameters; omitted ones take their defaults; default: keep the current ones',
    )
    .option('--min-live-bars <count>', 'live bars that both must decide alike before the swap; default: 1')
    .option(
      '--accept <digest>',
      'accept the divergences of the deploy in progress, by the digest of their list',
    )
    .option('--url <url>', 'manager URL; default: the running stack')
    .action(async (bot: string, tag: string, flags: DeployFlags) => {
      const { operatorAction } = await import('../operator-action');
      const { deployBot } = await import('../deploy/bot');
      await operatorAction(() => deployBot(bot, tag, flags));
    });
  deploy
    .command('rollback <bot>')
    .description('return a bot to what it ran before its last deploy; a bot that is down restarts with it')
    .option('--min-live-bars <count>', 'live bars that both must decide alike before the swap', '0')
    .option('--url <url>', 'manager URL; default: the running stack')
    .action(async (bot: string, flags: DeployFlags) => {
      const { operatorAction } = await import('../operator-action');
      const { rollBack } = await import('../deploy/bot');
      await operatorAction(() => rollBack(bot, flags));
    });
  deploy
    .command('service <service>')
    .description('move a service to a release and follow the deploy')
    .option('--release <tag>', 'the release; default: the newest')
    .option('--url <url>', 'manager URL; default: the running stack')
    .action(async (service: string, flags: ServiceDeployFlags) => {
      const { operatorAction } = await import('../operator-action');
      const { deployService } = await import('../deploy/service');
      await operatorAction(() => deployService(service, flags));
    });
  deploy
    .command('launcher')
    .description('hand over to a launcher from the current sources; stops nothing')
    .action(async () => {
      const { operatorAction } = await import('../operator-action');
      const { deployLauncher } = await import('../deploy/launcher');
      await operatorAction(deployLauncher);
    });
  deploy
    .command('abort <bot>')
    .description('abort a bot’s deploy before the swap')
    .option('--url <url>', 'manager URL; default: the running stack')
    .action(async (bot: string, flags: DeployFlags) => {
      const { operatorAction } = await import('../operator-action');
      const { abortDeploy } = await import('../deploy/bot');
      await operatorAction(() => abortDeploy(bot, flags));
    });
  deploy
    .command('status <bot>')
    .description('show a bot’s latest deploy')
    .option('--url <url>', 'manager URL; default: the running stack')
    .action(async (bot: string, flags: DeployFlags) => {
      const { operatorAction } = await import('../operator-action');
      const { deployStatus } = await import('../deploy/bot');
      await operatorAction(() => deployStatus(bot, flags));
    });
}
