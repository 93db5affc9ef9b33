/** Entry of the background launcher. Lines go to its log and, while someone listens, to the terminal. */
import { type LauncherMessage, runLauncher } from './launcher';

const tell = (message: LauncherMessage) => {
  if (message.kind !== 'ready') process.stdout.write(`${new Date().toISOString()} ${message.text}\n`);
  if (process.connected) process.send?.(message);
  if (message.kind === 'ready' && process.connected) process.disconnect();
};

process.exitCode = await runLauncher(tell);
if (process.connected) process.disconnect();
