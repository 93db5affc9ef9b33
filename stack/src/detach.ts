/** Starts the launcher in the background and shows its progress until everything is ready. */
import { spawn } from 'node:child_process';
import { closeSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { OperatorFault } from './fault';
import { homeFromEnvironment, openHome } from './home';
import type { LauncherMessage } from './launcher-message';
import { AlreadyRunning, lockHolder } from './lock';
import { openLog, rotateLog } from './process/log-file';
import { REPOSITORY } from './repository';

export async function startDetached(
  environment: NodeJS.ProcessEnv,
  report: (line: string) => void,
): Promise<void> {
  const home = homeFromEnvironment(environment);
  openHome(home);
  const holder = lockHolder(home);
  if (holder !== undefined) throw new AlreadyRunning(home, holder);
  rotateLog(home, 'launcher');
  const log = openLog(home, 'launcher');
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', fileURLToPath(new URL('./detached-main.ts', import.meta.url))],
    { cwd: REPOSITORY, env: environment, detached: true, stdio: ['ignore', log, log, 'ipc'] },
  );
  closeSync(log);
  // Ctrl-C while waiting means: do not start after all.
  const cancel = () => child.kill('SIGTERM');
  process.on('SIGINT', cancel).on('SIGTERM', cancel);
  try {
    await new Promise<void>((resolve, reject) => {
      child.on('message', (message: LauncherMessage) => {
        if (message.kind === 'line') report(message.text);
        else if (message.kind === 'fault') reject(new OperatorFault(message.text));
        else if (message.kind === 'ready') {
          message.summary.forEach(report);
          resolve();
        }
      });
      child.on('error', reject);
      child.on('exit', () =>
        reject(
          new OperatorFault('The launcher ended before the platform was up: see ./platform logs launcher.'),
        ),
      );
    });
  } finally {
    process.off('SIGINT', cancel).off('SIGTERM', cancel);
    if (child.connected) child.disconnect();
    child.unref();
  }
}
