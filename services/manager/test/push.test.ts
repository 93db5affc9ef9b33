/**
 * Web push: what a browser could read of it, through a push service of our own, with alerts of a real
 * Alertmanager.
 */
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ServiceHandle } from '@platform/service-kit';
import { NO_ALERT_SETTINGS } from '@platform/stack';
import { eventually, hasAlertmanager, type RunningAlertmanager, startAlertmanager } from '@platform/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, ManagerFixture } from './fixture';

interface Message {
  readonly title: string;
  readonly body: string;
  readonly tag: string;
}

/** A browser and its push service in one: it alone can read what is sent to it. */
class Browser {
  readonly messages: Message[] = [];
  readonly authorizations: string[] = [];
  requests = 0;
  behaviour: 'take' | 'refuse' | 'hang' | 'gone' = 'take';
  private readonly keys = createECDH('prime256v1');
  private readonly auth = randomBytes(16);
  private readonly server: Server = createServer();

  static async open(): Promise<Browser> {
    const browser = new Browser();
    browser.keys.generateKeys();
    browser.server.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        browser.requests += 1;
        if (browser.behaviour === 'hang') return;
        if (browser.behaviour === 'take') {
          expect(request.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '3600' });
          browser.authorizations.push(request.headers.authorization ?? '');
          browser.messages.push(JSON.parse(browser.decrypt(Buffer.concat(chunks))));
        }
        response.writeHead({ take: 201, refuse: 500, gone: 410 }[browser.behaviour]).end('x'.repeat(1_000));
      });
    });
    await new Promise<void>((resolve) => browser.server.listen(0, '127.0.0.1', resolve));
    return browser;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  get subscription() {
    return {
      endpoint: `${this.origin}/send/secret-of-the-browser`,
      p256dh: this.keys.getPublicKey('base64url'),
      auth: this.auth.toString('base64url'),
    };
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** RFC 8291 from the other side. */
  private decrypt(sent: Buffer): string {
    const [salt, sender, sealed] = [sent.subarray(0, 16), sent.subarray(21, 86), sent.subarray(86)];
    expect([sent.readUInt32BE(16), sent.readUInt8(20)]).toEqual([4096, 65]);
    expect(sent.length).toBeLessThanOrEqual(4096);
    const derive = (secret: Uint8Array, from: Uint8Array, info: Uint8Array | string, bytes: number) =>
      Buffer.from(hkdfSync('sha256', secret, from, info, bytes));
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.keys.getPublicKey(), sender]);
    const secret = derive(this.keys.computeSecret(sender), this.auth, info, 32);
    const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16);
    const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12);
    const decipher = createDecipheriv('aes-128-gcm', key, nonce);
    decipher.setAuthTag(sealed.subarray(-16));
    const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
    expect(plain.at(-1)).toBe(2);
    return plain.subarray(0, -1).toString('utf8');
  }
}

const PUSH_KEY = createECDH('prime256v1');
PUSH_KEY.generateKeys();
const SIGNED = { PLATFORM_MANAGER__PUSH_KEY: PUSH_KEY.getPrivateKey('base64url') };
const LOCAL = { ...SIGNED, PLATFORM_MANAGER__PUSH_LOCAL: 'true' };

interface Listed {
  readonly publicKey: string | null;
  readonly items: { readonly id: string; readonly failure: string | null; readonly takenAt: string | null }[];
}

const PATH = '/bff/alerts/push';
const subscribe = (manager: ServiceHandle, body: object) => call<{ id: string }>(manager, 'POST', PATH, body);
const listed = async (manager: ServiceHandle) => (await call<Listed>(manager, 'GET', PATH)).body;

describe.skipIf(!hasAlertmanager())('web push', () => {
  let fixture: ManagerFixture;
  let alertmanager: RunningAlertmanager;
  let manager: ServiceHandle;
  const browsers: Browser[] = [];
  const environment = () => ({ ...LOCAL, PLATFORM_MANAGER__PLATFORM_ALERTMANAGER_URL: alertmanager.url });
  beforeAll(async () => {
    fixture = await ManagerFixture.open();
    alertmanager = await startAlertmanager(NO_ALERT_SETTINGS);
    manager = await fixture.start(environment());
  });
  afterAll(async () => {
    await fixture?.close();
    await alertmanager?.stop();
    for (const browser of browsers) await browser.close();
  });

  const open = async () => {
    const browser = await Browser.open();
    browsers.push(browser);
    return browser;
  };
  const fire = async (alertname: string, severity = 'critical') => {
    const body = JSON.stringify([
      { labels: { alertname, severity }, annotations: { summary: `${alertname} is about money` } },
    ]);
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${alertmanager.url}/api/v2/alerts`, { method: 'POST', headers, body });
    expect(answer.status).toBe(200);
  };
  const titles = ({ messages }: Browser) => messages.map(({ title }) => title);

  it('web push sends a browser each critical alert once, signed, and readable by it alone', async () => {
    const browser = await open();
    const { status, body } = await subscribe(manager, browser.subscription);
    expect(status).toBe(200);
    await fire('OnlyAWarning', 'warning');
    await fire('FirstAlert');
    await eventually(() => browser.messages.length === 1);
    expect(browser.messages).toEqual([
      { title: 'FirstAlert', body: 'FirstAlert is about money', tag: expect.any(String) },
    ]);
    const [, token] = /^vapid t=([^,]+), k=/.exec(browser.authorizations[0]!)!;
    const [head, claims, signature] = token!.split('.') as [string, string, string];
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({ aud: browser.origin });
    const { publicKey, items } = await listed(manager);
    const point = Buffer.from(publicKey!, 'base64url');
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
    const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x!, y: y! }, format: 'jwk' });
    const how = { key, dsaEncoding: 'ieee-p1363' } as const;
    expect(verify('sha256', Buffer.from(`${head}.${claims}`), how, Buffer.from(signature, 'base64url'))).toBe(
      true,
    );
    expect(items).toMatchObject([{ id: body.id, owner: 'operator:alice', failure: null }]);
    expect(JSON.stringify(items)).not.toContain('secret-of-the-browser');

    // Another manager goes on where this one stopped: nothing is sent twice.
    await manager.close();
    manager = await fixture.start(environment());
    await fire('SecondAlert');
    await eventually(() => browser.messages.length === 2);
    expect(titles(browser)).toEqual(['FirstAlert', 'SecondAlert']);

    expect((await call(manager, 'DELETE', `${PATH}/${body.id}`)).status).toBe(200);
    expect((await call(manager, 'DELETE', `${PATH}/${body.id}`)).status).toBe(404);
    const audit = await fixture.rows<{ action: string }>(
      `SELECT action FROM ops.audit_log WHERE resource_id = $1 ORDER BY id`,
      [body.id],
    );
    expect(audit.map(({ action }) => action)).toEqual(['push_subscribed', 'push_unsubscribed']);
  });

  it('a push service that hangs, refuses or has forgotten its browser holds up no other', async () => {
    const [hanging, refusing, gone, sound] = [await open(), await open(), await open(), await open()];
    hanging.behaviour = 'hang';
    refusing.behaviour = 'refuse';
    gone.behaviour = 'gone';
    for (const browser of [hanging, refusing, gone, sound]) await subscribe(manager, browser.subscription);
    // What fires already is sent in one message.
    await eventually(() => sound.messages.length === 1);
    await eventually(async () => (await listed(manager)).items.length === 3);
    expect(gone.requests).toBe(1);
    await fire('ThirdAlert');
    await eventually(() => titles(sound).includes('ThirdAlert'));
    const shown = async (text: string) =>
      (await listed(manager)).items.some(({ failure }) => failure?.includes(text));
    await eventually(() => shown('the push service answered 500'));
    await eventually(() => shown('no answer within 10 s'));
    // As if an hour of refusals lay behind them: nothing was lost, and each alert is sent once.
    refusing.behaviour = 'take';
    hanging.behaviour = 'take';
    const before = refusing.requests;
    expect(before).toBeLessThan(10);
    await eventually(async () => {
      // Again and again: an attempt that hangs still puts the next one off when it is given up.
      await fixture.rows('UPDATE ops.push_subscriptions SET failures = 30, retry_at = now()');
      return refusing.messages.length === 1 && hanging.messages.length === 1;
    });
    expect(refusing.messages[0]!.title).toMatch(/^\d critical alerts$/);
    expect(refusing.messages[0]!.body).toContain('ThirdAlert');
    expect(refusing.requests).toBe(before + 1);
    await eventually(async () => (await listed(manager)).items.every(({ failure }) => failure === null));
    await fire('FourthAlert');
    await eventually(() => [hanging, refusing, sound].every((each) => titles(each).includes('FourthAlert')));
    for (const browser of [hanging, refusing]) expect(browser.messages).toHaveLength(2);
    expect(titles(sound).filter((title) => title === 'ThirdAlert')).toHaveLength(1);
  });

  it('web push waits for an alert manager that is away, and forgets nothing meanwhile', async () => {
    const browser = await open();
    await subscribe(manager, browser.subscription);
    await eventually(() => browser.messages.length === 1);
    // Nothing listens there.
    const blind = await fixture.start({
      ...LOCAL,
      PLATFORM_MANAGER__PLATFORM_ALERTMANAGER_URL: 'http://127.0.0.1:1',
    });
    const before = await fixture.rows('SELECT id, told FROM ops.push_subscriptions ORDER BY id');
    const reported = async () =>
      /platform_errors_total\{[^}]*MANAGER_PUSH_UNSENT[^}]*\} [1-9]/.test(
        await (await fetch(`${blind.url}/metrics`)).text(),
      );
    await eventually(reported);
    expect(await fixture.rows('SELECT id, told FROM ops.push_subscriptions ORDER BY id')).toEqual(before);
    await blind.close();
    await fire('FifthAlert');
    await eventually(() => titles(browser).includes('FifthAlert'));
    expect(browser.messages).toHaveLength(2);
  });

  it('web push says of a test message whether it was taken', async () => {
    const browser = await open();
    const { id } = (await subscribe(manager, browser.subscription)).body;
    const test = async () => (await call(manager, 'POST', `${PATH}/${id}/test`)).body;
    expect(await test()).toEqual({ id, outcome: 'delivered' });
    expect(titles(browser)).toContain('Test');
    browser.behaviour = 'refuse';
    expect(await test()).toEqual({ id, outcome: 'refused' });
    browser.behaviour = 'gone';
    expect(await test()).toEqual({ id, outcome: 'gone' });
    expect(await test()).toMatchObject({ code: 'MANAGER_INVALID_REQUEST', field: 'id' });
  });
});

describe('a subscription', () => {
  let fixture: ManagerFixture;
  let manager: ServiceHandle;
  let browser: Browser;
  beforeAll(async () => {
    fixture = await ManagerFixture.open();
    manager = await fixture.start(SIGNED);
    browser = await Browser.open();
  });
  afterAll(async () => {
    await fixture?.close();
    await browser?.close();
  });

  it.each([
    'http://push.example.org/x',
    'https://127.0.0.1/x',
    'https://[::1]:8083/x',
    'https://10.0.0.1/x',
    'nonsense',
  ])('a subscription at %s is refused, and nothing is sent there', async (endpoint) => {
    const answer = await subscribe(manager, { ...browser.subscription, endpoint });
    expect(answer).toMatchObject({ status: 400, body: { field: 'endpoint' } });
  });

  it('a subscription with an invalid key, or without the token, is refused', async () => {
    const endpoint = 'https://push.example.org/x';
    const p256dh = Buffer.alloc(65, 4).toString('base64url');
    expect(await subscribe(manager, { ...browser.subscription, endpoint, p256dh })).toMatchObject({
      status: 400,
      body: { field: 'p256dh' },
    });
    expect((await call(manager, 'POST', PATH, { ...browser.subscription, endpoint }, {})).status).toBe(401);
    expect((await listed(manager)).items).toEqual([]);
  });

  it('a subscription is one of fifty at most, and made again it is the same', async () => {
    const at = (k: number) => ({ ...browser.subscription, endpoint: `https://push.example.org/${k}` });
    for (let k = 0; k < 50; k++) expect((await subscribe(manager, at(k))).status).toBe(200);
    expect(await subscribe(manager, at(50))).toMatchObject({
      status: 409,
      body: { code: 'MANAGER_CONFLICT' },
    });
    expect((await subscribe(manager, at(7))).status).toBe(200);
    expect((await listed(manager)).items).toHaveLength(50);
  });

  it('a subscription needs a key to sign with, and an invalid key stops the start', async () => {
    const bare = await fixture.start();
    expect((await listed(bare)).publicKey).toBeNull();
    const endpoint = 'https://push.example.org/x';
    expect(await subscribe(bare, { ...browser.subscription, endpoint })).toMatchObject({
      status: 503,
      body: { code: 'MANAGER_PUSH_UNSENT' },
    });
    await expect(fixture.start({ PLATFORM_MANAGER__PUSH_KEY: 'short' })).rejects.toThrow(/web push/);
  });
});
