import { decode } from '@nats-io/jwt';
import {
  connect,
  jwtAuthenticator,
  type NatsConnection,
  type Status,
  wsconnect,
} from '@nats-io/transport-node';
import type { BusTokenResponse } from '@platform/contracts';
import { newId, type ServiceHandle } from '@platform/service-kit';
import { eventually } from '@platform/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { publishAs } from './bus';
import { call, ManagerFixture } from './fixture';

let fixture: ManagerFixture;
let manager: ServiceHandle;
const browsers: NatsConnection[] = [];
const botId = newId();

beforeAll(async () => {
  // What every browser has and Node 20 has not.
  Object.assign(globalThis, { WebSocket });
  fixture = await ManagerFixture.open();
  manager = await fixture.start({
    PLATFORM_MANAGER__BUS_SIGNING_SEED: fixture.nats.seeds.browserSigner,
    PLATFORM_MANAGER__BUS_WS_URL: fixture.nats.websocketUrl,
  });
});
afterAll(async () => {
  await Promise.all(browsers.map((browser) => browser.close()));
  await fixture.close();
});

async function token(body?: object): Promise<BusTokenResponse> {
  const answer = await call<BusTokenResponse>(manager, 'POST', '/bff/bus-token', body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

async function browse({ jwt, url }: BusTokenResponse) {
  const browser = await wsconnect({ servers: url, authenticator: jwtAuthenticator(jwt) });
  browsers.push(browser);
  const faults: Status[] = [];
  void (async () => {
    for await (const status of browser.status()) if (status.type === 'error') faults.push(status);
  })();
  const heard: string[] = [];
  const listen = (subject: string) =>
    browser.subscribe(subject, {
      callback: (refused, message) => void (refused === null && heard.push(message.subject)),
    });
  return { browser, faults, heard, listen };
}

it('POST /bff/bus-token gives a browser a quarter of an hour on the bus, in the name of who asked', async () => {
  const { jwt, expiresAt } = await token({ bot_ids: [botId] });
  const lifeMs = Date.parse(expiresAt) - Date.now();
  expect(lifeMs).toBeGreaterThan(14 * 60_000);
  expect(lifeMs).toBeLessThanOrEqual(15 * 60_000);
  expect(decode(jwt)).toMatchObject({ name: 'operator:alice', exp: Date.parse(expiresAt) / 1_000 });
});

it('POST /bff/bus-token gives a token that the bus takes over the websocket only', async () => {
  const { jwt } = await token({ bot_ids: [botId] });
  const overTcp = connect({
    servers: fixture.nats.url,
    authenticator: jwtAuthenticator(jwt),
    reconnect: false,
  });
  await expect(overTcp).rejects.toThrow(/authorization/i);
  await browse(await token());
});

it('a bus token lets its browser hear risk events, bars and the fills of its bots', async () => {
  const { browser, heard, listen } = await browse(await token({ botIds: [botId] }));
  for (const subject of ['risk.events.>', 'market.klines.>', `trading.fills.${botId}`]) listen(subject);
  await browser.flush();
  await publishAs(fixture.nats, 'risk', 'risk.events.vpin', {});
  await publishAs(fixture.nats, 'data', 'market.klines.exchange.perp.btcusdt.1m', {});
  await publishAs(fixture.nats, 'executor', `trading.fills.${botId}`, {});
  await eventually(() =>
    expect(heard.sort()).toEqual([
      'market.klines.exchange.perp.btcusdt.1m',
      'risk.events.vpin',
      `trading.fills.${botId}`,
    ]),
  );
});

it('a bus token lets its browser publish nothing and hear nothing else', async () => {
  const { browser, faults, heard, listen } = await browse(await token());
  for (const subject of [`trading.fills.${botId}`, 'trading.fills.*', 'intents.executor', '>'])
    listen(subject);
  for (const subject of ['risk.events.vpin', 'intents.executor', '$JS.API.INFO'])
    browser.publish(subject, '{}');
  await eventually(() => expect(faults).toHaveLength(7));
  await publishAs(fixture.nats, 'executor', `trading.fills.${botId}`, {});
  await browser.flush();
  expect(heard).toEqual([]);
});

it('a bus token is worth nothing when a character of it is changed', async () => {
  const { jwt, url } = await token();
  const forged = jwt.slice(0, -5) + (jwt.at(-5) === 'A' ? 'B' : 'A') + jwt.slice(-4);
  const attempt = wsconnect({ servers: url, authenticator: jwtAuthenticator(forged), reconnect: false });
  await expect(attempt).rejects.toThrow(/authorization/i);
});

it('POST /bff/bus-token asks for the operator token, and is a 503 where browsers have no way to the bus', async () => {
  expect((await call(manager, 'POST', '/bff/bus-token', undefined, {})).status).toBe(401);
  const other = await fixture.start();
  expect((await call(other, 'POST', '/bff/bus-token')).status).toBe(503);
});
