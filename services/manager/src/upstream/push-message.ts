/**
 * A message that only one browser can read (RFC 8291, one record of aes128gcm), and the proof of who sends it
 * (RFC 8292).
 */
import {
  createCipheriv,
  createECDH,
  createPrivateKey,
  type ECDH,
  hkdfSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto';

const CURVE = 'prime256v1';
const RECORD_BYTES = 4096;
const TOKEN_SECONDS = 12 * 3600;

export interface ReaderKeys {
  readonly p256dh: string;
  readonly auth: string;
}

/** `own` and `salt` are new for each message; a test gives them. */
export function encryptMessage(
  text: string,
  { p256dh, auth }: ReaderKeys,
  own: ECDH = freshKeys(),
  salt: Buffer = randomBytes(16),
): Buffer {
  const reader = Buffer.from(p256dh, 'base64url');
  const sender = own.getPublicKey();
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), reader, sender]);
  const secret = derive(own.computeSecret(reader), Buffer.from(auth, 'base64url'), info, 32);
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  // The 2 marks the last record.
  const sealed = [cipher.update(text, 'utf8'), cipher.update(Buffer.from([2])), cipher.final()];
  const header = Buffer.alloc(5);
  header.writeUInt32BE(RECORD_BYTES);
  header.writeUInt8(sender.length, 4);
  return Buffer.concat([salt, header, sender, ...sealed, cipher.getAuthTag()]);
}

/** False where the key is no point of the curve, so that nothing could be encrypted for it. */
export function isReaderKey(p256dh: string): boolean {
  try {
    freshKeys().computeSecret(Buffer.from(p256dh, 'base64url'));
    return true;
  } catch {
    return false;
  }
}

function freshKeys(): ECDH {
  const keys = createECDH(CURVE);
  keys.generateKeys();
  return keys;
}

function derive(secret: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, bytes));
}

export class PushSigner {
  readonly publicKey: string;
  private readonly key: KeyObject;

  /** Throws where the text is not 32 bytes of a private P-256 key as base64url. */
  constructor(
    privateKey: string,
    private readonly contact: string | undefined,
  ) {
    const d = Buffer.from(privateKey, 'base64url');
    if (d.length !== 32) throw new Error('not 32 bytes');
    const keys = createECDH(CURVE);
    keys.setPrivateKey(d);
    const point = keys.getPublicKey();
    this.publicKey = point.toString('base64url');
    const jwk = {
      kty: 'EC',
      crv: 'P-256',
      d: d.toString('base64url'),
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    };
    this.key = createPrivateKey({ key: jwk, format: 'jwk' });
  }

  authorization(audience: string, nowMs: number): string {
    const claims = {
      aud: audience,
      exp: Math.floor(nowMs / 1000) + TOKEN_SECONDS,
      ...(this.contact === undefined ? {} : { sub: this.contact }),
    };
    const signed = `${encode({ typ: 'JWT', alg: 'ES256' })}.${encode(claims)}`;
    const signature = sign('sha256', Buffer.from(signed), { key: this.key, dsaEncoding: 'ieee-p1363' });
    return `vapid t=${signed}.${signature.toString('base64url')}, k=${this.publicKey}`;
  }
}

function encode(json: object): string {
  return Buffer.from(JSON.stringify(json)).toString('base64url');
}
