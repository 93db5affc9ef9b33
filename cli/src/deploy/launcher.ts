/** The launcher of the embedded platform, replaced while everything runs on. */
import { handOverLauncher } from '@platform/stack';
import { printLine } from '../operator-action';

export async function deployLauncher(): Promise<number> {
  printLine(`the launcher with pid ${await handOverLauncher(process.env)} has taken over`);
  return 0;
}
