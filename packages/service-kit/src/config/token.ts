/**
 * Operator tokens open everything a service guards, and may be tried offline against what was made with them:
 * 256 bits or none.
 */
import type { EnvVar } from '@platform/contracts';
import type { ConfigFault, Environment } from './fault';

const HEX_DIGITS = 64;
/** Of base64 or any larger alphabet. */
const CHARACTERS = 43;
const DIFFERENT_CHARACTERS = 10;

const ADVICE = 'must carry 256 bits: 64 hexadecimal digits, for example from openssl rand -hex 32';

export function isStrongToken(text: string): boolean {
  const length = /^[0-9a-f]*$/i.test(text) ? HEX_DIGITS : CHARACTERS;
  return text.length >= length && new Set(text).size >= DIFFERENT_CHARACTERS;
}

export function tokenFaults(variables: readonly EnvVar[], env: Environment): ConfigFault[] {
  if (env['PLATFORM_DEVELOPMENT'] === 'true') return [];
  return variables
    .filter(({ token }) => token === true)
    .flatMap(({ name, aliases = [] }) => [name, ...aliases])
    .filter((name) => env[name] !== undefined && env[name] !== '' && !isStrongToken(env[name]))
    .map((variable) => ({ variable, message: ADVICE }));
}
