/**
 * Entry of the background launcher. Lines go to its log and, while it listens, to what started it: a
 * terminal, or the launcher whose place it takes.
 */
import { once } from 'node:events';
import { writeSync } from 'node:fs';
import { TAKE_OVER } from './hand-over';
import { runLauncher } from './launcher';
import { type LauncherMessage, tellStarter } from './launcher-message';

const log = (text: string) => {
  try {
    writeSync(process.stdout.fd, `${new Date().toISOString()} ${text}\n`);
  } catch {
    // A full disk costs the line, not the launcher.
  }
};

const tell = (message: LauncherMessage) => {
  if ('text' in message) log(message.text);
  tellStarter(message);
  if (message.kind === 'ready' && process.connected) process.disconnect();
};

const isTakingOver = process.argv.includes(TAKE_OVER);
if (isTakingOver) {
  tell({ kind: 'waiting' });
  // The launcher that started it may change its mind, or end.
  process.once('disconnect', () => process.exit(1));
  await once(process, 'message');
  process.removeAllListeners('disconnect');
}
process.exitCode = await runLauncher(tell, { isTakingOver, isDetached: true });
if (process.connected) process.disconnect();
// Processes that another launcher looks after by now are no reason to stay.
if (process.exitCode === 0) process.exit();
