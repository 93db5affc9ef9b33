/** The break-glass token, from its file at each call or else from the environment. A file that cannot be read is no token. */
import { readFile } from 'node:fs/promises';
import { Secret } from '@platform/service-kit';
import type { ExecutorConfig } from './config';

export async function breakGlassToken(config: ExecutorConfig): Promise<Secret | undefined> {
  const file = config.PLATFORM_EXECUTOR_BREAK_GLASS_TOKEN_FILE;
  if (file === undefined) return config.PLATFORM_EXECUTOR_BREAK_GLASS_TOKEN;
  const text = await readFile(file, 'utf8').catch(() => '');
  return text.trim() === '' ? undefined : new Secret(text.trim());
}
