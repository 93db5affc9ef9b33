/**
 * The kinds of values found in environment variables, as zod schemas over text. Messages never repeat the
 * value.
 */
import { IMAGE_TAG_PATTERN, NETWORKS } from '@platform/contracts';
import { isTimeframe, isUuidV7, type Timeframe } from '@platform/core';
import * as z from 'zod';
import type { ConfigFault } from './fault';
import { Secret } from './secret';

export interface BindAddress {
  readonly host: string;
  readonly port: number;
}

const HOST_PORT = /^(?:\[([0-9a-f:]+)\]|([^:\s]+)):(\d{1,5})$/i;

export const bindAddress = z.string().transform((text, context): BindAddress => {
  const match = HOST_PORT.exec(text);
  const port = Number(match?.[3]);
  if (match === null || port > 65_535) {
    context.addIssue({ code: 'custom', message: 'must be host:port, for example 127.0.0.1:8081' });
    return z.NEVER;
  }
  return { host: match[1] ?? match[2] ?? '', port };
});

export const logLevel = z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal']);
export type LogLevel = z.output<typeof logLevel>;
export const network = z.enum(NETWORKS);

export const text = z.string();

export const releaseTag = z.string().regex(new RegExp(IMAGE_TAG_PATTERN), `must match ${IMAGE_TAG_PATTERN}`);

export const secretText = z.string().transform((value) => new Secret(value));

export const postgresUrl = z
  .string()
  .refine(
    (value) => hasProtocol(value, ['postgres:', 'postgresql:']),
    'must be a postgresql:// connection URL',
  )
  .transform((value) => new Secret(value));

/** Addresses are logged and shown, and no request is sent to one that holds credentials. */
export const httpUrl = z
  .string()
  .refine((value) => hasProtocol(value, ['http:', 'https:']), 'must be an http:// or https:// URL')
  .refine((value) => !hasCredentials(value), 'must not hold a user name or password')
  .transform((value) => value.replace(/\/+$/, ''));

export const webSocketUrl = z
  .string()
  .refine((value) => hasProtocol(value, ['ws:', 'wss:']), 'must be a ws:// or wss:// URL')
  .transform((value) => value.replace(/\/+$/, ''));

/** One or more servers of a NATS cluster, separated by commas. */
export const natsServers = z
  .string()
  .transform((value) => value.split(',').map((server) => server.trim()))
  .refine(
    (servers) => servers.every((server) => hasProtocol(server, ['nats:', 'tls:'])),
    'must be nats:// or tls:// URLs separated by commas',
  );

export const symbolList = z
  .string()
  .transform((value) => value.split(',').map((symbol) => symbol.trim()))
  .refine(
    (symbols) => symbols.every((symbol) => /^[A-Z0-9]{2,30}$/.test(symbol)),
    'must be upper-case symbols separated by commas, for example BTCUSDT,ETHUSDT',
  );

export const symbol = z.string().regex(/^[A-Z0-9]{2,30}$/, 'must be an upper-case symbol such as BTCUSDT');

export const timeframe = z
  .string()
  .refine((value): value is Timeframe => isTimeframe(value), 'must be a time frame such as 1h or 1d');

export const uuidV7Text = z.string().refine(isUuidV7, 'must be a UUID version 7');

export const wholeNumber = z
  .string()
  .regex(/^\d{1,15}$/, 'must be a whole number')
  .transform(Number);

/** Money stays a decimal string. */
export const positiveDecimal = z
  .string()
  .regex(/^\d{1,15}(\.\d{1,18})?$/, 'must be a decimal number such as 10000 or 2500.50')
  .refine((value) => Number(value) > 0, 'must be greater than zero');

export const flag = z.enum(['true', 'false']).transform((value) => value === 'true');

export const jsonObject = z.string().transform((value, context): Record<string, unknown> => {
  const parsed = parseJson(value);
  if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) {
    return parsed as Record<string, unknown>;
  }
  context.addIssue({ code: 'custom', message: 'must be a JSON object' });
  return z.NEVER;
});

function hasProtocol(value: string, protocols: readonly string[]): boolean {
  return URL.canParse(value) && protocols.includes(new URL(value).protocol);
}

function hasCredentials(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { username, password } = new URL(value);
  return username !== '' || password !== '';
}

function parseJson(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

/** A rule for pairs that are useless alone, such as a key and its secret. */
export function bothOrNeither<C extends object>(
  config: C,
  first: keyof C & string,
  second: keyof C & string,
): readonly ConfigFault[] {
  if ((config[first] === undefined) === (config[second] === undefined)) return [];
  const [given, missing] = config[first] === undefined ? [second, first] : [first, second];
  return [{ variable: missing, message: `is required because ${given} is set` }];
}
