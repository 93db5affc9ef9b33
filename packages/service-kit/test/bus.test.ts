import { readFileSync } from 'node:fs';
import { connect, credsAuthenticator } from '@nats-io/transport-node';
import { EXECUTOR_INTENTS_DURABLE, INTENTS_SUBJECT, JsonObject, klineSubject } from '@platform/contracts';
import { eventually, HOSTILE_MESSAGES, type NatsServer, startTestNats } from '@platform/testkit';
import { Type } from 'typebox';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { Bus } from '../src/bus/bus';
import type { BusMessage } from '../src/bus/consumer';
import { ErrorLog, uncounted } from '../src/log/error-log';
import { createLogger } from '../src/log/logger';

/** What the tests send: anything, as long as it is an object. */
const Given = JsonObject;
const log = createLogger({ service: 'executor', version: 'test', level: 'silent' });
const defects = new ErrorLog('executor', log, uncounted());

let nats: NatsServer;
const open: Bus[] = [];

beforeAll(async () => {
  nats = await startTestNats();
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((bus) => bus.close()));
});
afterAll(async () => {
  await nats?.dispose();
});

async function busOf(service: 'bot' | 'executor' | 'data'): Promise<Bus> {
  const creds = readFileSync(nats.credsFor(service));
  const bus = new Bus({
    servers: [nats.url],
    user: service,
    creds,
    onDown: () => undefined,
    guard: (part, work) => defects.guard(part, work),
  });
  open.push(bus);
  bus.start();
  expect(await bus.whenReady(180_000)).toBe(true);
  return bus;
}

function collect(bus: Bus, handler: (message: BusMessage) => Promise<void> = async () => undefined) {
  const seen: unknown[] = [];
  const errors: Error[] = [];
  bus.consume({
    durable: EXECUTOR_INTENTS_DURABLE,
    filterSubject: INTENTS_SUBJECT,
    schema: Given,
    onError: (error) => errors.push(error),
    handler: async (message) => {
      await handler(message);
      seen.push(message.payload);
    },
  });
  return { seen, errors };
}

it('the bus delivers in order, once per message id, and not again after an acknowledgement', async () => {
  const [bot, executor] = [await busOf('bot'), await busOf('executor')];
  const first = collect(executor);
  for (const n of [1, 2, 3]) await bot.publish(INTENTS_SUBJECT, { n }, `order-${n}`);
  const again = await bot.publish(INTENTS_SUBJECT, { n: 1 }, 'order-1');
  expect(again).toMatchObject({ ok: true, value: { duplicate: true } });
  await eventually(() => first.seen.length === 3);
  expect(first.seen).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
  await executor.close();

  const second = collect(await busOf('executor'));
  await bot.publish(INTENTS_SUBJECT, { n: 4 }, 'order-4');
  await eventually(() => second.seen.length > 0);
  expect(second.seen).toEqual([{ n: 4 }]);
});

it('the bus delivers again what a handler could not handle, and drops what does not belong there', async () => {
  const [bot, executor] = [await busOf('bot'), await busOf('executor')];
  let attempts = 0;
  const { seen, errors } = collect(executor, async () => {
    attempts += 1;
    if (attempts === 1) throw new Error('not now');
  });
  await publishRaw('this is no JSON');
  await publishRaw('[]');
  await bot.publish(INTENTS_SUBJECT, { n: 5 }, 'retried');
  await eventually(() => seen.length === 1);
  expect(attempts).toBe(2);
  const junk = expect.stringContaining('is not what belongs there');
  expect(errors.map((error) => error.message)).toEqual([junk, junk, 'not now']);
});

it('the bus refuses to publish more than it can hold in flight', async () => {
  const bot = await busOf('bot');
  const results = await Promise.all(
    Array.from({ length: 1_100 }, (_, n) => bot.publish(INTENTS_SUBJECT, { n }, `flood-${n}`)),
  );
  expect(results.filter((result) => !result.ok && result.error.kind === 'overloaded')).toHaveLength(76);
  // On a busy machine some of the others may wait longer than a publisher waits; what matters is that room
  // comes back.
  await eventually(async () => (await bot.publish(INTENTS_SUBJECT, { n: -1 }, 'after the flood')).ok);
});

it('the bus reads everything that is retained of a subject, whatever junk lies between', async () => {
  const [data, bot] = [await busOf('data'), await busOf('bot')];
  const subject = klineSubject('perp', 'JUNKUSDT', '1m');
  await data.publish(subject, { n: 1 }, 'retained-1');
  for (const message of HOSTILE_MESSAGES) await publishRaw(message, subject, 'data');
  await data.publish(subject, { n: 2 }, 'retained-2');
  const seen: unknown[] = [];
  let junk = 0;
  await bot.readRetained({
    consumer: 'bot-of-the-test-warmup',
    subject,
    schema: Type.Object({ n: Type.Integer() }),
    onMessage: (payload) => seen.push(payload),
    onJunk: () => {
      junk += 1;
    },
  });
  expect(seen).toEqual([{ n: 1 }, { n: 2 }]);
  expect(junk).toBe(HOSTILE_MESSAGES.length);
});

it('the bus outlives a caller that throws on hearing what became of its message', async () => {
  const bot = await busOf('bot');
  bot.publishThen(INTENTS_SUBJECT, { n: 1 }, 'thrown-at', () => {
    throw new Error('a defect of the caller');
  });
  expect(await bot.publish(INTENTS_SUBJECT, { n: 2 }, 'after-it')).toMatchObject({ ok: true });
});

it('the bus finishes the message in hand before it closes', async () => {
  const [bot, executor] = [await busOf('bot'), await busOf('executor')];
  let finish: () => void = () => undefined;
  let started = false;
  const { seen } = collect(executor, async ({ payload }) => {
    if (JSON.stringify(payload) !== '{"slow":true}') return;
    started = true;
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
  });
  await bot.publish(INTENTS_SUBJECT, { slow: true }, 'slow');
  await eventually(() => started);
  const closing = executor.close();
  finish();
  await closing;
  expect(seen.at(-1)).toEqual({ slow: true });
});

it('the bus refuses at once while the server is away, and sets itself up again on a wiped store', async () => {
  const [bot, executor] = [await busOf('bot'), await busOf('executor')];
  const { seen } = collect(executor);
  await nats.wipe();
  await eventually(() => !bot.isReady());
  expect(await bot.publish(INTENTS_SUBJECT, {}, 'lost')).toEqual({
    ok: false,
    error: { kind: 'unavailable' },
  });
  await nats.start();
  await eventually(() => bot.isReady());
  await eventually(async () => (await bot.publish(INTENTS_SUBJECT, { after: 'wipe' }, 'after-wipe')).ok);
  await eventually(() => seen.some((payload) => JSON.stringify(payload) === '{"after":"wipe"}'));
});

async function publishRaw(
  message: string | Uint8Array,
  subject = INTENTS_SUBJECT,
  service: 'bot' | 'data' = 'bot',
): Promise<void> {
  const authenticator = credsAuthenticator(readFileSync(nats.credsFor(service)));
  const connection = await connect({ servers: nats.url, authenticator });
  connection.publish(subject, message);
  await connection.drain();
}
