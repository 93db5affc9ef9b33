import type { Command } from 'commander';

export function registerUp(program: Command): void {
  program
    .command('up')
    .option('-d, --detach', 'return once everything is ready and keep it running in the background')
    .option('--empty', 'skip the demo: no history, no bots, no backtests')
    .option('--venue <venue>', 'simulator, testnet or production (default: simulator)')
    .description('start the platform; the first start sets up a demo on a simulated exchange')
    .addHelpText(
      'after',
      '\nPLATFORM_HOME chooses where state lives (default .platform), PLATFORM_PORT_OFFSET moves every port.' +
        '\nThe testnet and production need your keys: docs/guides/first-day-on-the-testnet.md.',
    )
    .action(async (options: { detach?: boolean; empty?: boolean; venue?: string }) => {
      if (options.empty === true) process.env['DEMO_STEPS'] = 'none';
      if (options.venue !== undefined) process.env['VENUE'] = options.venue;
      const { operatorAction } = await import('../operator-action');
      await operatorAction(options.detach === true ? upDetached : upInForeground);
    });
}

async function upInForeground(): Promise<number> {
  const { runLauncher } = await import('@platform/stack');
  const { printLine } = await import('../operator-action');
  // A reader of our output that leaves early must not take the platform with it.
  process.stdout.on('error', () => {});
  return await runLauncher((message) => {
    if (message.kind === 'line') printLine(message.text);
    if (message.kind === 'ready') message.summary.forEach(printLine);
    if (message.kind === 'fault') process.stderr.write(`platform: ${message.text}\n`);
  });
}

/** Asking twice is no mistake: a stack that already runs is shown. */
async function upDetached(): Promise<number> {
  const { AlreadyRunning, startDetached } = await import('@platform/stack');
  const { printLine } = await import('../operator-action');
  try {
    await startDetached(process.env, printLine);
  } catch (error) {
    if (!(error instanceof AlreadyRunning)) throw error;
    printLine(error.message);
  }
  return 0;
}
