/**
 * The environment, read once at run time and never at build time, so that one build serves every place.
 * Nothing here reaches the browser: secrets stay in this process, and no variable is inlined into a bundle.
 */
import 'server-only';
import { type ConsoleEnv, parseEnv } from './parse-env';

let env: ConsoleEnv | undefined;

export function consoleEnv(): ConsoleEnv {
  env ??= parseEnv(process.env);
  return env;
}
