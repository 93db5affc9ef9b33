import { writeFileSync } from 'node:fs';
import { userPath } from '../backtest/csv';
import { DataFailure, InvalidArgument } from './failure';

/** Needs neither a running service nor a database. */
export async function exportOpenapi(action: string, target: string): Promise<number> {
  if (action !== 'export') throw new InvalidArgument('say: data openapi export <file|->');
  const { openapi } = await import('@platform/data');
  const document = await openapi();
  if (target === '-') {
    process.stdout.write(document);
    return 0;
  }
  try {
    writeFileSync(userPath(target), document);
  } catch (error) {
    throw new DataFailure(`DATA_INTERNAL_ERROR: ${target} cannot be written: ${(error as Error).message}`);
  }
  return 0;
}
