import type { ProcessStatus, StackStatus } from '@platform/stack';
import type { Command } from 'commander';

export function registerStatus(program: Command): void {
  program
    .command('status')
    .option('--json', 'print one JSON object instead of a table')
    .description('show every process; exit code 0 when all are ready')
    .action(async (options: { json?: boolean }) => {
      const { operatorAction, printLine } = await import('../operator-action');
      const { stackStatus } = await import('@platform/stack');
      await operatorAction(async () => {
        const status = await stackStatus(process.env);
        printLine(options.json === true ? JSON.stringify(status) : render(status));
        return status.allReady ? 0 : 1;
      });
    });
}

function render({ home, launcherPid, processes }: StackStatus): string {
  const launcher = launcherPid === undefined ? 'not running' : `pid ${launcherPid}`;
  if (processes.length === 0 && launcherPid === undefined) {
    return `Nothing runs in ${home.root}. Start it with ./platform up.`;
  }
  const header = ['process', 'state', 'pid', 'port', 'ready', 'uptime', 'memory', 'restarts'];
  const rows = [header, ...processes.map(row)];
  const widths = header.map((_, column) => Math.max(...rows.map((cells) => cells[column]!.length)));
  const table = rows.map((cells) => cells.map((cell, column) => cell.padEnd(widths[column]!)).join('  '));
  return [...table, '', `launcher  ${launcher}`, `state     ${home.root}`]
    .map((line) => line.trimEnd())
    .join('\n');
}

function row(process: ProcessStatus): string[] {
  return [
    process.name,
    process.state,
    String(process.pid ?? ''),
    String(process.port),
    process.ready ? 'yes' : 'NO',
    process.pid === null ? '' : duration(process.uptimeMs),
    process.pid === null ? '' : `${Math.round(process.residentBytes / 2 ** 20)} MiB`,
    String(process.restarts),
  ];
}

function duration(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} days`;
}
