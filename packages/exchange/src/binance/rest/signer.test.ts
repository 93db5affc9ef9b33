import { createHmac, generateKeyPairSync, verify } from 'node:crypto';
import { expect, it } from 'vitest';
import { createSigner } from './signer';

const QUERY = 'symbol=BTCUSDT&timestamp=1';

const signatureOf = (signed: string) => new URLSearchParams(signed).get('signature')!;

it('a secret in text signs with HMAC-SHA256 in hex', () => {
  const signed = createSigner({ apiKey: 'k', apiSecret: 'secret' })(QUERY);
  expect(signed.startsWith(`${QUERY}&signature=`)).toBe(true);
  expect(signatureOf(signed)).toBe(createHmac('sha256', 'secret').update(QUERY).digest('hex'));
});

it.each([
  ['with line breaks', (pem: string) => pem],
  [
    'with line breaks written as \\n, as environment files have them',
    (pem: string) => pem.replaceAll('\n', '\\n'),
  ],
])('an Ed25519 key in PEM %s signs with a signature that its public key accepts', (_name, written) => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const signed = createSigner({ apiKey: 'k', apiSecret: written(pem) })(QUERY);
  const signature = Buffer.from(signatureOf(signed), 'base64');
  expect(verify(null, Buffer.from(QUERY), publicKey, signature)).toBe(true);
});

it('a PEM that cannot be read, or of another kind of key, is refused without showing it', () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  expect(() => createSigner({ apiKey: 'k', apiSecret: pem })).toThrow(/type ec: only Ed25519/);
  const broken = '-----BEGIN PRIVATE KEY-----\nabc\n-----END PRIVATE KEY-----';
  expect(() => createSigner({ apiKey: 'k', apiSecret: broken })).toThrow(/cannot be read/);
  expect(() => createSigner({ apiKey: 'k', apiSecret: broken })).not.toThrow(/abc/);
});
