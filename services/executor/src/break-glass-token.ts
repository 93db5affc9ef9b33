/**
 * The break-glass token, from its file at each call or else from the environment. A file that cannot be read
 * is no token, and outside development neither is one that could be guessed.
 */
import { readFile } from 'node:fs/promises';
import { isStrongToken, Secret } from '@platform/service-kit';
import type { ExecutorConfig } from './config';

export async function breakGlassToken(config: ExecutorConfig): Promise<Secret | undefined> {
  const file = config.PLATFORM_EXECUTOR_BREAK_GLASS_TOKEN_FILE;
  if (file === undefined) return config.PLATFORM_EXECUTOR_BREAK_GLASS_TOKEN;
  const text = (await readFile(file, 'utf8').catch(() => '')).trim();
  const isUsable = text !== '' && (config.PLATFORM_DEVELOPMENT || isStrongToken(text));
  return isUsable ? new Secret(text) : undefined;
}
