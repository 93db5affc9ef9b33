import { createECDH } from 'node:crypto';
import { expect, it } from 'vitest';
import { PushSigner } from './push-message';
import { outsideOnly, PushServer } from './push-server';

const keys = createECDH('prime256v1');
const p256dh = keys.generateKeys('base64url');
const auth = 'A'.repeat(22);
const d = Buffer.concat([Buffer.alloc(32), keys.getPrivateKey()])
  .subarray(-32)
  .toString('base64url');
const server = new PushServer({
  signer: new PushSigner(d, undefined),
  isLocalAllowed: false,
  nowMs: () => 0,
});

it.each([
  'https://updates.push.services.example.com/wpush/v2/abc',
  'https://8.8.8.8/push',
  'https://[2606:4700::1111]/push',
])('the address of a push service may be %s', (endpoint) => {
  expect(server.refusal({ endpoint, p256dh, auth })).toBeNull();
});

it.each([
  'http://push.example.com/x',
  'ftp://push.example.com/x',
  'push.example.com/x',
  '',
  'https://localhost/x',
  'https://localhost./x',
  'https://metadata.google.internal/x',
  'https://manager/x',
  'https://127.0.0.1:8083/x',
  'https://2130706433/x',
  'https://0x7f.1/x',
  'https://10.1.2.3/x',
  'https://192.168.0.1/x',
  'https://169.254.169.254/latest/meta-data',
  'https://[::1]/x',
  'https://[::ffff:127.0.0.1]/x',
  'https://[fd00::1]/x',
  'https://[fe80::1]/x',
  'https://[2002:7f00:1::]/x',
  'https://user:secret@push.example.com/x',
])('the address of a push service is never %j', (endpoint) => {
  expect(server.refusal({ endpoint, p256dh, auth })).not.toBeNull();
});

it.each([
  [['93.184.216.34'], null],
  [['93.184.216.34', '10.0.0.1'], 'it leads into a private network'],
  [['::ffff:127.0.0.1'], 'it leads into a private network'],
  [[], 'no such host'],
] as const)(
  'the address of a push service is judged by what its name leads to on connecting: %j',
  (found, fault) => {
    const addresses = found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    const look = outsideOnly((_host, _options, done) => done(null, addresses));
    const answers: unknown[][] = [];
    for (const all of [true, false]) look('push.example.com', { all }, (...answer) => answers.push(answer));
    expect(answers.map(([error]) => (error as Error | null)?.message ?? null)).toEqual([fault, fault]);
    if (fault === null)
      expect(answers).toEqual([
        [null, addresses],
        [null, found[0], 4],
      ]);
  },
);

it('a push service whose name leads into a private network is asked nothing', async () => {
  const target = { id: 'x', endpoint: 'https://localhost/x', p256dh, auth };
  expect(await server.send(target, { title: '', body: '', tag: '' })).toEqual({
    kind: 'refused',
    reason: 'it leads into a private network',
  });
});
