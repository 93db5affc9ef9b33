import { asOperatorFault, OperatorFault } from '@platform/stack';

/** Arguments that cannot be meant: the code of the contract, one clear line, exit code 2. */
export class InvalidArgument extends Error {}

/** Something that failed for a reason worth one line rather than a stack trace: exit code 1. */
export class DataFailure extends Error {}

export async function dataAction(action: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await action();
  } catch (failure) {
    const error = asOperatorFault(failure);
    if (error instanceof InvalidArgument) {
      process.stderr.write(`platform: DATA_BACKFILL_CLI_INVALID: ${error.message}\n`);
      process.exitCode = 2;
    } else if (error instanceof DataFailure || error instanceof OperatorFault) {
      process.stderr.write(`platform: ${error.message}\n`);
      process.exitCode = 1;
    } else throw failure;
  }
}
