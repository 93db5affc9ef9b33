import { asOperatorFault, OperatorFault } from '@platform/stack';

/** Runs a command's work; a fault the operator can fix becomes one sentence and exit code 1, never a stack trace. */
export async function operatorAction(work: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await work();
  } catch (error) {
    const fault = asOperatorFault(error);
    if (!(fault instanceof OperatorFault)) throw error;
    process.stderr.write(`platform: ${fault.message}\n`);
    process.exitCode = 1;
  }
}

export function printLine(text: string): void {
  process.stdout.write(`${text}\n`);
}
