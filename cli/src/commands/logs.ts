import { type Command, InvalidArgumentError } from 'commander';

export function registerLogs(program: Command): void {
  program
    .command('logs')
    .argument('[service]', 'one process; all of them, interleaved by time, without it')
    .option('-f, --follow', 'keep showing what is logged')
    .option('-n, --lines <count>', 'how many lines to begin with', wholeNumber, 50)
    .description('show what the processes log, one readable line each')
    .action(async (service: string | undefined, options: { follow?: boolean; lines: number }) => {
      const { operatorAction } = await import('../operator-action');
      await operatorAction(async () => await showLogs(service, options));
    });
}

async function showLogs(
  service: string | undefined,
  { follow, lines }: { follow?: boolean; lines: number },
): Promise<number> {
  const { followEntries, homeFromEnvironment, lastEntries, loggedProcesses, OperatorFault, renderLogEntry } =
    await import('@platform/stack');
  const { printLine } = await import('../operator-action');
  const home = homeFromEnvironment(process.env);
  const known = loggedProcesses(home);
  if (known.length === 0) {
    throw new OperatorFault(`There are no logs in ${home.logs} yet: start the platform with ./platform up.`);
  }
  if (service !== undefined && !known.includes(service)) {
    throw new OperatorFault(`There is no log of ${service}; there are: ${known.join(', ')}.`);
  }
  const chosen = service === undefined ? known : [service];
  for (const entry of lastEntries(home, chosen, lines)) printLine(renderLogEntry(entry));
  if (follow === true) {
    const interrupted = new AbortController();
    process.once('SIGINT', () => interrupted.abort()).once('SIGTERM', () => interrupted.abort());
    // Piped into `head`, the reader may leave first.
    process.stdout.once('error', () => interrupted.abort());
    await followEntries(home, chosen, (entry) => printLine(renderLogEntry(entry)), interrupted.signal);
  }
  return 0;
}

function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('give a whole number.');
  return Number(text);
}
