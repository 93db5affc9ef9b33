/** The first start of a stack fills it with history, in the background; a seeding that did not finish is done again at the next one. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StackContext } from './plan/context';
import { serviceUrl } from './plan/service-environment';
import { seedHistory } from './seed';

export async function seedOnce(
  context: StackContext,
  report: (line: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const marker = join(context.home.root, 'seeded');
  if (existsSync(marker) || context.environment['SKIP_SEED']) return;
  const failed = await seedHistory(serviceUrl(context, 'data'), context.environment, report, signal);
  if (failed === 0 && !signal.aborted) writeFileSync(marker, `${new Date().toISOString()}\n`);
}
