/**
 * Scripts, the parity ledger and its auditor, pauses, shadows, and a database that goes away in the middle of
 * an emit.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Bar, HOUR_MS } from '@platform/core';
import { StartupError } from '@platform/service-kit';
import { eventually, tcpProxy } from '@platform/testkit';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { auditStoredBot } from '../src';
import { DatabaseLedger } from '../src/store/ledger';
import { DataServer } from './support/data-server';
import { decidedBars, eventsOf, intentsOf, startBot, untilReady } from './support/live-bot';
import { barRowOf, swingingBars, writeScript } from './support/market';
import { botEnvironment, newBotId, useSurroundings } from './support/surroundings';

const surroundings = useSurroundings();
const BARS = swingingBars(600, 1_700_000_000_000 - (1_700_000_000_000 % HOUR_MS), '1h');
const PARAMS = { fast: 4, slow: 12, vol_span: 10 };

let pairs = 0;
function scripted(bars: readonly Bar[] = BARS, more: Record<string, string> = {}) {
  pairs += 1;
  const [botId, symbol] = [newBotId(), `LEDGER${pairs}USDT`];
  const script = join(surroundings().directory.path, `${symbol}.jsonl`);
  writeScript(script, bars);
  const env = botEnvironment(surroundings(), botId, {
    PLATFORM_BOT_SYMBOL: symbol,
    PLATFORM_BOT_STRATEGY: 'ewmac',
    PLATFORM_BOT_PARAMS: JSON.stringify(PARAMS),
    PLATFORM_BOT_CANDLE_SOURCE: 'scripted',
    PLATFORM_BOT_SCRIPT: script,
    PLATFORM_BOT_SCRIPT_TICK_MS: '0',
    ...more,
  });
  const { owner } = surroundings();
  const untilDecided = (bar: Bar) =>
    eventually(async () => (await decidedBars(owner, botId)).at(-1) === bar.openTimeMs);
  const play = async () => {
    const handle = await startBot(env);
    try {
      await untilReady(handle);
      await untilDecided(bars.at(-1)!);
    } finally {
      await handle.close();
    }
  };
  return { botId, symbol, script, env, play, untilDecided, intents: () => intentsOf(owner, botId) };
}

type Audit = { result: string; bar_count: number; first_divergence: { kind: string; field: string } | null };
async function audits(botId: string): Promise<Audit[]> {
  const { rows } = await surroundings().owner.query<Audit>(
    'SELECT result, bar_count, first_divergence FROM trading.parity_audits WHERE bot_id = $1 ORDER BY id',
    [botId],
  );
  return rows;
}

describe('a script', () => {
  const refusal = async (text: string | null): Promise<string> => {
    const subject = scripted();
    const env = { ...subject.env, PLATFORM_BOT_SCRIPT: text === null ? '/nowhere/at.all' : subject.script };
    if (text !== null) writeFileSync(subject.script, text);
    const error = await startBot(env).then(
      async (handle) => {
        await handle.close();
        throw new Error('it started');
      },
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(StartupError);
    return (error as StartupError).message;
  };
  const lines = (bars: readonly Bar[]) => bars.map((bar) => JSON.stringify(barRowOf(bar))).join('\n');

  it('a script that is missing, malformed, out of order or gapped refuses the start and says where', async () => {
    expect(await refusal(null)).toMatch(/cannot be read: ENOENT/);
    expect(await refusal('')).toMatch(/holds no bar/);
    expect(await refusal(`${lines(BARS.slice(0, 2))}\nnot json`)).toMatch(/line 3 .*not JSON/);
    expect(await refusal(lines([BARS[0]!, { ...BARS[1]!, high: 0 }]))).toMatch(/line 2/);
    expect(await refusal(lines([BARS[1]!, BARS[0]!]))).toMatch(/line 2 .*opens before/);
    expect(await refusal(lines([BARS[0]!, BARS[2]!]))).toMatch(/line 2 .*missing before/);
  });

  it('a script that ends before the warm-up does is fatal', async () => {
    const handle = await startBot(scripted(BARS.slice(0, 20)).env);
    try {
      expect(await handle.exitRequested).toBe(1);
    } finally {
      await handle.close();
    }
  });
});

it('the parity ledger is audited at every start: a match is recorded, an altered bar names its field', async () => {
  const subject = scripted();
  await subject.play();
  await subject.play();
  const decided = await decidedBars(surroundings().owner, subject.botId);
  const matches = () =>
    audits(subject.botId).then((found) => found.filter((audit) => audit.bar_count === decided.length));
  await eventually(async () => (await matches()).length > 0);
  expect((await matches())[0]).toMatchObject({ result: 'match', first_divergence: null });

  await surroundings().owner.query(
    `UPDATE trading.bar_decisions SET bar[6] = 11 WHERE bot_id = $1 AND bar_open_time = $2`,
    [subject.botId, decided[40]],
  );
  const handle = await startBot(subject.env);
  try {
    const divergences = () =>
      audits(subject.botId).then((found) => found.filter((audit) => audit.result === 'divergence'));
    await eventually(async () => (await divergences()).length > 0);
    expect((await divergences())[0]?.first_divergence).toMatchObject({
      kind: 'bar_differs',
      field: 'volume',
      open_time_ms: decided[40],
    });
    await eventually(async () =>
      (await eventsOf(surroundings().owner, subject.botId)).includes('BOT_PARITY_MISMATCH'),
    );
  } finally {
    await handle.close();
  }
});

it('the parity ledger can be audited from outside against the bars of the data service', async () => {
  const subject = scripted();
  await subject.play();
  const data = new DataServer();
  await data.start();
  const audit = () =>
    auditStoredBot({
      botId: subject.botId,
      databaseUrl: surroundings().database.adminUrl,
      dataUrl: data.url,
    });
  try {
    data.bars = [...BARS];
    expect(await audit()).toMatchObject({ ok: true, value: { divergence: null } });
    const altered = BARS.length - 50;
    data.bars[altered] = { ...BARS[altered]!, low: BARS[altered]!.low * 0.99 };
    expect(await audit()).toMatchObject({
      value: { divergence: { kind: 'bar_differs', field: 'low', open_time_ms: BARS[altered]!.openTimeMs } },
    });
    await surroundings().owner.query(
      `UPDATE trading.parity_audits SET acknowledged_by = 'test', acknowledged_at = now()
         WHERE bot_id = $1 AND result = 'divergence'`,
      [subject.botId],
    );
    expect(await audit()).toMatchObject({ value: { divergence: null, passedOver: 1 } });
    data.bars.pop();
    expect(await audit()).toMatchObject({
      value: { divergence: { kind: 'bar_missing', open_time_ms: BARS.at(-1)!.openTimeMs }, passedOver: 1 },
    });
  } finally {
    await data.close();
  }
  expect(
    await auditStoredBot({ botId: newBotId(), databaseUrl: surroundings().database.adminUrl, dataUrl: '' }),
  ).toMatchObject({
    ok: false,
  });
});

it('the parity ledger keeps the beginning of its chain when rows leave by age, and says when it is gone', async () => {
  const subject = scripted();
  await subject.play();
  const { owner, database } = surroundings();
  await owner.query(
    `UPDATE trading.bar_decisions SET created_at = now() - interval '400 days' WHERE bot_id = $1`,
    [subject.botId],
  );
  const [first, second] = await decidedBars(owner, subject.botId);
  const manager = new pg.Client({ connectionString: database.urlFor('platform_manager') });
  await manager.connect();
  await manager.query(`SELECT ops.prune('trading.bar_decisions', '365 days', 10000)`);
  await manager.end();
  const ledger = new DatabaseLedger(owner, subject.botId, '1');
  expect(await ledger.chainStart()).toMatchObject({ openTimeMs: first });

  await owner.query('DELETE FROM trading.bar_decisions WHERE bot_id = $1 AND bar_open_time = $2', [
    subject.botId,
    first,
  ]);
  const handle = await startBot(subject.env);
  try {
    await eventually(async () => (await audits(subject.botId)).at(-1)?.result === 'divergence');
  } finally {
    await handle.close();
  }
  expect((await audits(subject.botId)).at(-1)?.first_divergence).toMatchObject({
    kind: 'chain_broken',
    open_time_ms: second,
  });
});

it('a parity mismatch lets no entry through until it is acknowledged', async () => {
  const subject = scripted(BARS.slice(0, 450));
  await surroundings().owner.query(
    `INSERT INTO trading.parity_audits (bot_id, generation, from_open_time, to_open_time, bar_count, result, first_divergence)
       VALUES ($1, 1, 0, 0, 1, 'divergence', '{}')`,
    [subject.botId],
  );
  await subject.play();
  const entries = async () => (await subject.intents()).filter((intent) => intent.side !== 'flat');
  expect(await entries()).toEqual([]);
  await surroundings().owner.query(
    `UPDATE trading.parity_audits SET acknowledged_by = 'test', acknowledged_at = now() WHERE bot_id = $1`,
    [subject.botId],
  );
  writeScript(subject.script, BARS);
  const handle = await startBot(subject.env);
  try {
    await untilReady(handle);
    await eventually(async () => (await entries()).length > 0);
  } finally {
    await handle.close();
  }
});

it('a bot whose ledger holds another decision for a bar ends instead of writing beside it', async () => {
  const subject = scripted();
  const digest = Buffer.alloc(32, 7);
  await surroundings().owner.query(
    `INSERT INTO trading.bar_decisions (bot_id, generation, bar_open_time, bar_digest, previous_digest, digest)
     VALUES ($1, 1, $2, $3, $3, $3)`,
    [subject.botId, BARS.at(-1)!.openTimeMs, digest],
  );
  const handle = await startBot(subject.env);
  try {
    expect(await handle.exitRequested).toBe(1);
  } finally {
    await handle.close();
  }
});

it('a paused bot decides and makes no entries, and what it holds may still be closed', async () => {
  const subject = scripted();
  await surroundings().owner.query(
    `INSERT INTO trading.bot_commands (kind, scope, bot_id, reason, issued_by)
     VALUES ('pause', 'bot:' || $1, $1::uuid, 'test', 'test')`,
    [subject.botId],
  );
  await subject.play();
  const intents = await subject.intents();
  expect(intents.filter((intent) => intent.side !== 'flat')).toEqual([]);
  expect(intents.length).toBeGreaterThan(0);
});

it('a bot that finds an open position and no state goes on with what is held instead of entering again', async () => {
  const flat = scripted();
  await flat.play();
  const [first, ...rest] = await flat.intents();
  const subject = scripted();
  const executor = new pg.Client({ connectionString: surroundings().database.urlFor('platform_executor') });
  await executor.connect();
  await executor.query(
    `INSERT INTO trading.positions (network, symbol, bot_id, qty, entry_price) VALUES ('testnet', $1, $2, $3, 100)`,
    [subject.symbol, subject.botId, first!.side === 'long' ? '0.5' : '-0.5'],
  );
  await executor.end();
  await subject.play();
  const sides = (await subject.intents()).map((intent) => [intent.bar_open_time, intent.side]);
  expect(sides).toEqual(rest.map((intent) => [intent.bar_open_time, intent.side]));
});

it('a shadow writes to the compare buffer and nowhere else, and decides what the bot decides', async () => {
  const subject = scripted();
  await subject.play();
  const { owner } = surroundings();
  const intents = (await subject.intents()).length;
  const green = { ...subject.env, PLATFORM_BOT_SHADOW: 'true', PLATFORM_BOT_ID: newBotId() };
  const handle = await startBot(green);
  const buffer = async () =>
    (
      await owner.query(
        `SELECT shadow.bar_open_time, shadow.signal FROM trading.shadow_decisions shadow JOIN trading.bar_decisions live
           USING (bar_open_time, bar_digest)
         WHERE shadow.bot_id = $1 AND live.bot_id = $2 AND shadow.signal IS NOT DISTINCT FROM live.signal`,
        [green.PLATFORM_BOT_ID, subject.botId],
      )
    ).rows.length;
  try {
    const decided = (await decidedBars(owner, subject.botId)).length;
    await eventually(async () => (await buffer()) === decided);
  } finally {
    await handle.close();
  }
  expect(await intentsOf(owner, green.PLATFORM_BOT_ID)).toEqual([]);
  expect(await decidedBars(owner, green.PLATFORM_BOT_ID)).toEqual([]);
  expect(await subject.intents()).toHaveLength(intents);
});

it('a database that goes away in the middle of emitting costs no intent and doubles none', async () => {
  const undisturbed = scripted();
  await undisturbed.play();
  const subject = scripted();
  const url = new URL(subject.env['PLATFORM_BOT_DATABASE_URL']!);
  const proxy = await tcpProxy({ port: Number(url.port) });
  url.port = String(proxy.port);
  const env = { ...subject.env, PLATFORM_BOT_DATABASE_URL: url.href, PLATFORM_BOT_SCRIPT_TICK_MS: '5' };
  const handle = await startBot(env);
  try {
    await untilReady(handle);
    for (let cut = 0; cut < 6; cut++) {
      await new Promise((resolve) => setTimeout(resolve, 150 + cut * 37));
      proxy.reset();
    }
    await subject.untilDecided(BARS.at(-1)!);
  } finally {
    await handle.close();
    await proxy.close();
  }
  const brief = (rows: Awaited<ReturnType<typeof subject.intents>>) =>
    rows.map((row) => [row.bar_open_time, row.side, row.qty]);
  expect(brief(await subject.intents())).toEqual(brief(await undisturbed.intents()));
});
