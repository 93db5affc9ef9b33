/**
 * Query strings, and their signature over exactly the bytes that are sent. A secret in text is an HMAC key;
 * one in PEM is an Ed25519 private key, whose public half the venue knows.
 */
import { createHmac, createPrivateKey, type KeyObject, sign } from 'node:crypto';
import type { Params } from './endpoints';

export interface Credentials {
  readonly apiKey: string;
  /** The HMAC secret, or an Ed25519 private key in PEM; line breaks may be written as \n. */
  readonly apiSecret: string;
}

/** Appends the signature to a query. */
export type Signer = (query: string) => string;

export function queryString(params: Params): string {
  let query = '';
  for (const name in params) {
    const value = params[name];
    if (value === undefined) continue;
    query += `${query === '' ? '' : '&'}${name}=${encodeURIComponent(value)}`;
  }
  return query;
}

export function createSigner({ apiSecret }: Credentials): Signer {
  if (!apiSecret.includes('PRIVATE KEY')) {
    return (query) => `${query}&signature=${createHmac('sha256', apiSecret).update(query).digest('hex')}`;
  }
  const key = privateKey(apiSecret);
  return (query) => {
    const signature = sign(null, Buffer.from(query), key).toString('base64');
    return `${query}&signature=${encodeURIComponent(signature)}`;
  };
}

/** The message never shows the key. */
function privateKey(pem: string): KeyObject {
  let key: KeyObject;
  try {
    key = createPrivateKey(pem.replaceAll('\\n', '\n'));
  } catch {
    throw new Error('the API secret looks like a PEM private key but cannot be read as one');
  }
  if (key.asymmetricKeyType === 'ed25519') return key;
  throw new Error(
    `the API secret is a private key of type ${key.asymmetricKeyType}: only Ed25519 is supported`,
  );
}
