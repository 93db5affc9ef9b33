/** `data seed`: the same first filling that `up` does by itself. Re-runs are idempotent. */
import { seedHistory } from '@platform/stack';
import { parseDay } from './arguments';
import { dataService } from './client';

export async function seed(url: string | undefined): Promise<number> {
  if (process.env['FROM_DATE'] !== undefined && process.env['FROM_DATE'] !== '') {
    parseDay('FROM_DATE', process.env['FROM_DATE']);
  }
  const failed = await seedHistory(dataService(url), {
    environment: process.env,
    report: (line) => process.stdout.write(`${line}\n`),
  });
  return failed === 0 ? 0 : 1;
}
