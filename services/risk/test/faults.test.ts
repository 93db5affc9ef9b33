/** The latch and the evaluator when things around them break. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceHandle } from '@platform/service-kit';
import { eventually, spawnService, type TcpProxy, tcpProxy } from '@platform/testkit';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { post, RiskFixture, read } from './fixture';

let fixture: RiskFixture;
let proxy: TcpProxy;
const services: ServiceHandle[] = [];

beforeAll(async () => {
  fixture = await RiskFixture.open();
  proxy = await tcpProxy({ port: fixture.database.port });
  await fixture.insert('risk.limits', { name: 'evaluation_interval_ms', value: 200, description: 'faster' });
});
afterAll(async () => {
  await proxy?.close();
  await fixture?.close();
});
afterEach(async () => {
  await Promise.all(services.splice(0).map((service) => service.close()));
  await fixture.owner.query('DELETE FROM trading.equity_points; DELETE FROM trading.runs');
});

async function start(databaseUrl?: string): Promise<ServiceHandle> {
  const service = await fixture.startService(databaseUrl);
  services.push(service);
  return service;
}

const throughProxy = () => {
  const url = new URL(fixture.database.urlFor('platform_risk'));
  url.port = String(proxy.port);
  return url.href;
};

const evaluates = async (url: string): Promise<boolean> =>
  /^platform_risk_evaluator 1$/m.test(await (await fetch(`${url}/metrics`)).text());

/** How many evaluations an instance has made. */
const ticks = async ({ url }: ServiceHandle): Promise<number> =>
  Number(
    /^platform_risk_evaluation_duration_seconds_count (\d+)/m.exec(
      await (await fetch(`${url}/metrics`)).text(),
    )?.[1] ?? 0,
  );

/** How many rows of each kind an action left behind. */
async function traces(reason: string): Promise<readonly number[]> {
  const [row] = await fixture.rows<Record<string, string>>(
    `SELECT (SELECT count(*) FROM risk.risk_audit_log WHERE reason = $1) AS audit,
       (SELECT count(*) FROM trading.bot_commands WHERE reason = $1) AS commands,
       (SELECT count(*) FROM risk.risk_events WHERE metadata ->> 'reason' = $1) AS events,
       (SELECT count(*) FROM ops.outbox WHERE payload -> 'metadata' ->> 'reason' = $1) AS outbox`,
    [reason],
  );
  return Object.values(row!).map(Number);
}

it('an engagement leaves nothing when its session ends after the latch and the audit row were written', async () => {
  const service = await start();
  const blocker = new pg.Client({ connectionString: fixture.database.adminUrl });
  await blocker.connect();
  await blocker.query('BEGIN; LOCK TABLE trading.bot_commands');
  const flatten = post(service, '/risk/emergency-flatten', { reason: 'cut off' });
  await eventually(async () => {
    const ended = await fixture.rows(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND usename = 'platform_risk' AND wait_event_type = 'Lock'`,
    );
    return ended.length > 0;
  });
  expect(await flatten).toMatchObject({ status: 500, body: { code: 'RISK_DB_TRANSIENT' } });
  await blocker.query('ROLLBACK');
  await blocker.end();
  expect(await traces('cut off')).toEqual([0, 0, 0, 0]);
  expect(await fixture.isHalted()).toBe(false);
  expect((await post(service, '/risk/emergency-flatten', { reason: 'again' })).status).toBe(200);
  expect(await traces('again')).toEqual([1, 1, 1, 1]);
});

it('an engagement leaves all rows or none, whenever the connection breaks', async () => {
  const service = await start(throughProxy());
  for (let round = 0; round < 15; round++) {
    const reason = `round ${round}`;
    const answer = post(service, '/risk/emergency-flatten', { reason });
    setTimeout(() => proxy.reset(), round * 2);
    const { status } = await answer;
    const left = await eventually(async () => {
      const rows = await traces(reason);
      expect([0, 1]).toContain(rows[0]);
      return rows;
    });
    expect(left).toEqual(Array(4).fill(left[0]));
    if (status === 200) expect(left[0]).toBe(1);
  }
});

describe('a notification that is lost', () => {
  const READ_AS_HALTED = '\nplatform_risk_halt_latch 1\n';

  it('a lost notification delays the halt until the next poll', async () => {
    const [halting, watcher] = [await start(), await start()];
    await post(halting, '/risk/resume', { reason: 'a test' });
    await eventually(async () => !(await read<{ halted: boolean }>(watcher, '/healthz')).halted);
    await fixture.owner.query('ALTER TABLE risk.risk_state DISABLE TRIGGER risk_state_notify');
    try {
      await post(halting, '/risk/emergency-flatten', { reason: 'unheard' });
      // The gauge follows what was read; a latch that is never read again counts as halted too, for being
      // stale.
      await eventually(async () =>
        (await (await fetch(`${watcher.url}/metrics`)).text()).includes(READ_AS_HALTED),
      );
    } finally {
      await fixture.owner.query('ALTER TABLE risk.risk_state ENABLE TRIGGER risk_state_notify');
    }
  });
});

it('a restart keeps the latch engaged and the peaks where they were', async () => {
  const first = await start();
  await post(first, '/risk/resume', { reason: 'a test' });
  // What the bots of other tests are allocated would count in the portfolio.
  await fixture.owner.query(`UPDATE trading.bot_configs SET desired_state = 'stopped'`);
  const run = await fixture.addRun(await fixture.addBot(), 1_000);
  await fixture.addEquity(run, 2_000);
  await eventually(async () => {
    const [row] = await fixture.rows<{ memory: { networks?: { testnet?: { index: number } } } }>(
      "SELECT memory FROM risk.breaker_state WHERE breaker = 'drawdown' AND scope = 'portfolio'",
    );
    return row?.memory.networks?.testnet?.index === 2;
  });
  await services.shift()!.close();
  await fixture.addEquity(run, 1_500);
  const second = await start();
  await eventually(() => fixture.isHalted());
  const [trip] = await fixture.rows(
    "SELECT scope, value FROM risk.breaker_state WHERE status = 'tripped' AND outcome = 'Flatten'",
  );
  expect(trip).toEqual({ scope: 'portfolio', value: 0.25 });
  await second.close();
  const third = await start();
  await eventually(async () => (await read<{ halted: boolean }>(third, '/healthz')).halted);
  expect(await fixture.isHalted()).toBe(true);
});

it('of two instances one evaluates and trips once, while the other stands by and takes over', async () => {
  const [one, two] = [await start(), await start()];
  const turns = async () => [await evaluates(one.url), await evaluates(two.url)];
  await eventually(async () => (await turns()).filter(Boolean).length === 1);
  const bot = await fixture.addBot();
  const halts = async () =>
    (
      await fixture.rows("SELECT FROM risk.risk_audit_log WHERE action = 'pause' AND scope = $1", [
        `bot:${bot}`,
      ])
    ).length;
  const run = await fixture.addRun(bot, 1_000);
  await fixture.addEquity(run, 880);
  await eventually(async () => (await halts()) === 1);
  const [evaluator, standby] = (await evaluates(one.url)) ? [one, two] : [two, one];
  services.splice(services.indexOf(evaluator), 1);
  await evaluator.close();
  await eventually(() => evaluates(standby.url));
  await post(standby, '/risk/resume', { reason: 'it lasts' });
  await eventually(async () => (await halts()) === 2);
});

it('a frozen instance loses its leader lease, and does not take it back when it wakes', async () => {
  const frozen = await spawnService('risk', {
    ...fixture.environment(),
    PLATFORM_RISK_LOG_LEVEL: 'info',
  });
  try {
    await eventually(() => evaluates(frozen.url));
    const standby = await start();
    frozen.process.kill('SIGSTOP');
    await eventually(() => evaluates(standby.url));
    frozen.process.kill('SIGCONT');
    await eventually(async () => !(await evaluates(frozen.url)));
    expect(await evaluates(standby.url)).toBe(true);
  } finally {
    frozen.process.kill('SIGCONT');
    await frozen.end('SIGTERM');
  }
});

describe('a long interval between two evaluations', () => {
  const INTERVAL_MS = 7_000;

  it('a long interval between evaluations costs no lease: one session holds it throughout', async () => {
    await fixture.owner.query(`UPDATE risk.limits SET value = $1 WHERE name = 'evaluation_interval_ms'`, [
      INTERVAL_MS,
    ]);
    try {
      const service = await start();
      // What is news to an instance that starts makes it evaluate earlier.
      const seen = await eventually(async () => {
        const count = await ticks(service);
        await sleep(1_000);
        return count > 0 && count === (await ticks(service)) && count;
      });
      const sessions = async () =>
        fixture.rows(`SELECT pid FROM pg_locks JOIN pg_database ON pg_database.oid = database
          WHERE locktype = 'advisory' AND datname = current_database()`);
      const before = await sessions();
      expect(before).toHaveLength(1);
      await eventually(async () => (await ticks(service)) > seen);
      expect(await sessions()).toEqual(before);
    } finally {
      await fixture.owner.query(`UPDATE risk.limits SET value = 200 WHERE name = 'evaluation_interval_ms'`);
    }
  });
});

it.each([600_000, -600_000])(
  'a clock that jumps by %d ms trips nothing and costs no lease',
  async (jumpMs) => {
    const service = await start();
    await post(service, '/risk/resume', { reason: 'a test' });
    await eventually(() => evaluates(service.url));
    const bot = await fixture.addBot();
    await fixture.insert('trading.bot_events', { bot_id: bot, event_type: 'x', emitted_by: 'platform_bot' });
    const audited = async () => (await fixture.rows('SELECT FROM risk.risk_audit_log')).length;
    const before = await audited();
    const realNow = Date.now;
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => realNow() + jumpMs);
    const seen = await ticks(service);
    await eventually(async () => (await ticks(service)) > seen + 5);
    clock.mockRestore();
    expect(await audited()).toBe(before);
    expect(await evaluates(service.url)).toBe(true);
    expect(await fixture.isHalted()).toBe(false);
  },
);
