/**
 * A mistake in what the user asked for: one clear line on standard error and exit code 2, never a stack
 * trace.
 */
export class UsageFailure extends Error {}

/** Runs a command's action; anything but a UsageFailure is a defect and is left to crash loudly. */
export async function reportingFailures(action: () => Promise<void>): Promise<void> {
  try {
    await action();
  } catch (failure) {
    if (!(failure instanceof UsageFailure)) throw failure;
    process.stderr.write(`platform: ${failure.message.replaceAll('\n', ' ')}\n`);
    process.exitCode = 2;
  }
}
