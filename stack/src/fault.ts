/**
 * Faults that an operator can fix. The message is one sentence that says what is wrong and what to do;
 * the command line prints it without a stack trace and exits 1. Anything else that is thrown is a defect.
 */
export class OperatorFault extends Error {
  override readonly name = 'OperatorFault';
}

export function diskFull(place: string): OperatorFault {
  return new OperatorFault(`The disk that holds ${place} is full: free some space and run this again.`);
}

/** What PostgreSQL, nats-server and Node say when a write did not fit. */
export function mentionsFullDisk(text: string): boolean {
  return /No space left on device|Disk quota exceeded|wrote only \d+ of \d+ bytes|ENOSPC/.test(text);
}

/**
 * Turns the system errors an operator can cause (full disk, wrong owner) into faults; passes the rest
 * through.
 */
export function asOperatorFault(error: unknown): unknown {
  if (error instanceof OperatorFault || !(error instanceof Error)) return error;
  const { code, path } = error as NodeJS.ErrnoException;
  const where = path ?? 'the state directory';
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return diskFull(where);
    case 'EACCES':
    case 'EPERM':
      return new OperatorFault(
        `${where} cannot be used by this user: run as its owner, or set PLATFORM_HOME to a directory you own.`,
      );
    case 'ENOTDIR':
    case 'EEXIST':
      return new OperatorFault(
        `${where} is a file or lies below one: set PLATFORM_HOME to a directory, or to a place where none is yet.`,
      );
    case 'EROFS':
      return new OperatorFault(
        `${where} is on a read-only file system: set PLATFORM_HOME to a writable place.`,
      );
    default:
      return error;
  }
}
