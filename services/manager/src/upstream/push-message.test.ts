import { createECDH, createPublicKey, verify } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { encryptMessage, isReaderKey, PushSigner } from './push-message';

it('a pushed message is the worked example of RFC 8291, byte for byte', () => {
  const own = createECDH('prime256v1');
  own.setPrivateKey(Buffer.from('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', 'base64url'));
  const reader = {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  };
  const salt = Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url');
  const text = 'When I grow up, I want to be a watermelon';
  expect(encryptMessage(text, reader, own, salt).toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  );
});

it('a pushed message can be made for a point of the curve only', () => {
  const keys = createECDH('prime256v1');
  expect(isReaderKey(keys.generateKeys('base64url'))).toBe(true);
  expect(isReaderKey(Buffer.alloc(65, 4).toString('base64url'))).toBe(false);
  expect(isReaderKey('')).toBe(false);
});

describe('the proof of who sends it', () => {
  const key = createECDH('prime256v1');
  key.generateKeys();
  const d = Buffer.concat([Buffer.alloc(32), key.getPrivateKey()])
    .subarray(-32)
    .toString('base64url');

  it('the proof of the sender is signed by the key browsers subscribe with, for one service and half a day', () => {
    const signer = new PushSigner(d, 'mailto:desk@example.org');
    const point = Buffer.from(signer.publicKey, 'base64url');
    const [, token, shown] = /^vapid t=([^,]+), k=(.+)$/.exec(
      signer.authorization('https://push.example', 1_000),
    )!;
    expect(shown).toBe(signer.publicKey);
    const [head, claims, signature] = token!.split('.') as [string, string, string];
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toEqual({
      aud: 'https://push.example',
      exp: 1 + 12 * 3600,
      sub: 'mailto:desk@example.org',
    });
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
    const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x!, y: y! }, format: 'jwk' });
    const signed = Buffer.from(`${head}.${claims}`);
    const how = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
    expect(verify('sha256', signed, how, Buffer.from(signature, 'base64url'))).toBe(true);
  });

  it.each(['', 'AAAA', Buffer.alloc(32).toString('base64url'), `${'x'.repeat(90)}`])(
    'the proof of the sender needs a key: %j',
    (text) => {
      expect(() => new PushSigner(text, undefined)).toThrow();
    },
  );
});
