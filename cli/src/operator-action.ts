import { asOperatorFault, OperatorFault } from '@platform/stack';

/** What somebody passed on from elsewhere may hold what a terminal obeys. */
const UNPRINTABLE = /(?!\n)[\p{Cc}\p{Cf}]/gu;

/**
 * Runs a command's work; a fault the operator can fix becomes one sentence and exit code 1, never a stack
 * trace.
 */
export async function operatorAction(work: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await work();
  } catch (error) {
    const fault = asOperatorFault(error);
    if (!(fault instanceof OperatorFault)) throw error;
    process.stderr.write(`platform: ${fault.message.replace(UNPRINTABLE, '\ufffd')}\n`);
    process.exitCode = 1;
  }
}

export function printLine(text: string): void {
  process.stdout.write(`${text}\n`);
}
