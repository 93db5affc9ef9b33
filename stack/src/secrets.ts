/**
 * Every secret of the embedded stack, generated at first start and kept in one file that only the owner can
 * read. A secret that a newer version adds is generated when it is missed; existing ones never change by
 * themselves.
 */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { ROLES, type RoleName } from '@platform/db';
import { OperatorFault } from './fault';
import type { Home } from './home';
import type { Passwords } from './identity/accounts';
import { type BusSeeds, generateBusSeeds } from './nats/identities';

/** The services that `up` starts and that guard routes with an operator token. */
export const TOKEN_HOLDERS = ['data', 'risk', 'manager', 'executor'] as const;
export type TokenHolder = (typeof TOKEN_HOLDERS)[number];

export interface Secrets {
  readonly databaseAdminPassword: string;
  readonly rolePasswords: Readonly<Record<RoleName, string>>;
  readonly operatorTokens: Readonly<Record<TokenHolder | 'bot', string>>;
  readonly breakGlassToken: string;
  readonly bus: BusSeeds;
  readonly identity: IdentitySecrets;
  /** Signs what the manager pushes to browsers: a P-256 key. */
  readonly pushKey: string;
  /** Encrypts the console's session cookies. */
  readonly consoleSessionKey: string;
}

/** Of the local identity provider; unused where the operator names another. */
export interface IdentitySecrets {
  readonly passwords: Passwords;
  readonly clientSecret: string;
  /** A private JWK as JSON. */
  readonly signingKey: string;
  readonly cookieKey: string;
}

export function loadOrCreateSecrets(home: Home): Secrets {
  const stored = readStored(home);
  const secrets = complete(generateSecrets(), stored ?? {}, home.secrets) as Secrets;
  if (JSON.stringify(secrets) !== JSON.stringify(stored)) writePrivately(home.secrets, secrets);
  return secrets;
}

/** For commands that look at a stack but must not make one. */
export function loadSecrets(home: Home): Secrets {
  const stored = readStored(home);
  if (stored === undefined) {
    throw new OperatorFault(`There is no stack in ${home.root} yet: start one with ./platform up.`);
  }
  return complete(generateSecrets(), stored, home.secrets) as Secrets;
}

export function haveSecrets(home: Home): boolean {
  return existsSync(home.secrets);
}

export function generateSecrets(): Secrets {
  return {
    databaseAdminPassword: token(),
    rolePasswords: tokens(ROLES) as Record<RoleName, string>,
    operatorTokens: tokens([...TOKEN_HOLDERS, 'bot']) as Record<TokenHolder | 'bot', string>,
    breakGlassToken: token(),
    bus: generateBusSeeds(),
    identity: {
      passwords: { operator: password(), viewer: password() },
      clientSecret: token(),
      signingKey: signingKey(),
      cookieKey: token(),
    },
    pushKey: pushKey(),
    consoleSessionKey: token(),
  };
}

/** 256 random bits as hex. */
function token(): string {
  return randomBytes(32).toString('hex');
}

/** 96 random bits that a person can still type. */
function password(): string {
  return randomBytes(12).toString('base64url');
}

function signingKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return JSON.stringify({ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'ES256' });
}

function pushKey(): string {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }).d!;
}

function tokens(names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, token()]));
}

function readStored(home: Home): unknown {
  if (!haveSecrets(home)) return undefined;
  try {
    return JSON.parse(readFileSync(home.secrets, 'utf8'));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw corrupt(home.secrets);
  }
}

/** The stored values in the shape of the generated ones, which fill what is missing. */
function complete(generated: unknown, stored: unknown, file: string): unknown {
  if (typeof generated === 'string') {
    if (stored === undefined) return generated;
    if (typeof stored === 'string' && stored !== '') return stored;
    throw corrupt(file);
  }
  if (stored !== undefined && (typeof stored !== 'object' || stored === null || Array.isArray(stored))) {
    throw corrupt(file);
  }
  const kept = (stored ?? {}) as Record<string, unknown>;
  const filled = Object.entries(generated as object).map(([key, value]) => [
    key,
    complete(value, kept[key], file),
  ]);
  return { ...kept, ...Object.fromEntries(filled) };
}

function corrupt(file: string): OperatorFault {
  return new OperatorFault(
    `${file} is damaged: restore it from a backup, or move its whole directory away to start afresh with an empty database.`,
  );
}

function writePrivately(file: string, content: unknown): void {
  const partial = `${file}.partial`;
  writeFileSync(partial, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  renameSync(partial, file);
}
