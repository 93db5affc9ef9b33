/**
 * Deploys under seeded faults: at a moment of each deploy that the seed chooses, the manager, a release, the database or the bus is
 * killed, or the operator aborts. After rest one version is in charge and the ledger has neither hole nor double. More seeds with
 * `./platform test deploys --seeds N --from S`.
 */
import type { Deploy } from '@platform/contracts';
import { eventually, type SpawnedService, spawnService } from '@platform/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DeployWorld } from './deploy-world';

const SEEDS = Number(process.env['DEPLOY_SEEDS'] ?? 10);
const FROM = Number(process.env['DEPLOY_FROM'] ?? 1);
const TICK_MS = 150;
/** Statements of the swap that write. */
const SWAP_STATEMENTS = 5;
const MAX_DELAY_MS = 600;

const VICTIMS = [
  ...(['manager', 'blue', 'green', 'both', 'connections', 'postgres', 'nats'] as const),
  ...(['abort', 'nobody'] as const),
];
const MOMENTS = ['pending', 'shadowing', 'swapping', 'completed'] as const;

let world: DeployWorld;
let manager: SpawnedService;
/** A bot that is never deployed. It began first, so that it has decided whatever the others have. */
let reference: string;
beforeAll(async () => {
  world = await DeployWorld.open({ hasOwnServer: true });
  world.release('v2');
  await startManager();
  reference = await world.runningBot('REFERENCEUSDT');
});
afterAll(async () => {
  await manager?.end('SIGKILL');
  await world?.close();
});

async function startManager(): Promise<void> {
  const level = { PLATFORM_MANAGER_LOG_LEVEL: 'info' };
  const environment = { ...world.fixture.environment(), ...world.environment(TICK_MS), ...level };
  manager = await spawnService('manager', environment);
  world.manager = manager;
}

/** The same numbers for the same seed on every machine. */
function* random(seed: number): Generator<number, never> {
  for (let state = seed * 7_919 + 17; ; ) {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    yield state / 2 ** 31;
  }
}

function scheduleOf(seed: number) {
  const numbers = random(seed);
  const one = <T>(choices: readonly T[]): T => choices[Math.floor(numbers.next().value * choices.length)]!;
  numbers.next();
  const faults = Array.from({ length: one([1, 1, 2]) }, () => ({
    ...{
      moment: one(MOMENTS),
      victim: one(VICTIMS),
      delayMs: Math.floor(numbers.next().value * MAX_DELAY_MS),
    },
  }));
  return {
    faults: faults.sort((a, b) => MOMENTS.indexOf(a.moment) - MOMENTS.indexOf(b.moment)),
    minLiveBars: one([0, 1, 3]),
  };
}

async function strike(id: string, victim: (typeof VICTIMS)[number]): Promise<void> {
  if (victim === 'blue' || victim === 'green') world.kill(id, victim);
  if (victim === 'both') world.kill(id);
  if (victim === 'abort') await world.abort(id);
  if (victim === 'postgres' || victim === 'nats') {
    const server = victim === 'nats' ? world.fixture.nats : world.postgres!;
    await server.kill();
    await server.start();
  }
  if (victim === 'connections') {
    await world.rows(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid() AND usename LIKE 'platform\\_%'`);
  }
  if (victim === 'manager') {
    await manager.end('SIGKILL');
    await startManager();
  }
}

describe('a deploy under faults', () => {
  it.each(Array.from({ length: SEEDS }, (_, k) => FROM + k))(
    'ends with one version in charge: seed %i',
    async (seed) => {
      const { faults, minLiveBars } = scheduleOf(seed);
      const id = await world.runningBot(`SEED${seed}USDT`);
      const fence = await world.fence(id);
      const begun = await world.promote(id, { target_image_tag: 'v2', min_live_bars: minLiveBars });
      expect(begun.status, JSON.stringify(begun.body)).toBe(202);
      for (const { moment, victim, delayMs } of faults) {
        const reached = MOMENTS.indexOf(moment);
        await eventually(async () => {
          const { status, finished_at: finishedAt } = await world.latest(id);
          return finishedAt !== null || MOMENTS.indexOf(status as (typeof MOMENTS)[number]) >= reached;
        });
        await new Promise((resolve) => setTimeout(resolve, delayMs));
        await strike(id, victim);
      }
      const told = JSON.stringify(faults);
      const deploy = await world.ended(id);
      expect(['completed', 'aborted', 'failed'], told).toContain(deploy.status);
      expect(deploy.error !== null, told).toBe(deploy.status === 'failed');
      await judge(id, deploy, fence, told);
      await world.retire(id);
    },
  );

  it.each([...Array(SWAP_STATEMENTS).keys()])(
    'whose swap is cut off before its statement %i is swapped at the next attempt, once',
    async (k) => {
      await world.rows('CREATE SEQUENCE IF NOT EXISTS public.swap_attempts');
      await world.rows('ALTER SEQUENCE public.swap_attempts RESTART');
      const id = await world.runningBot(`CUT${k}USDT`);
      const fence = await world.fence(id);
      await withSwap(
        (definition) => cutOff(definition, k),
        async () => {
          await world.promote(id, { target_image_tag: 'v2', min_live_bars: 0 });
          const deploy = await world.ended(id);
          expect(deploy, deploy.error ?? '').toMatchObject({ status: 'completed' });
          await judge(id, deploy, fence, `statement ${k}`);
        },
      );
      const [{ last_value: attempts } = { last_value: '0' }] = await world.rows<{ last_value: string }>(
        'SELECT last_value FROM public.swap_attempts',
      );
      expect(Number(attempts)).toBe(2);
      await world.retire(id);
    },
  );
});

/** What holds after rest, however the deploy ended. */
async function judge(id: string, deploy: Deploy, fenceBefore: number, told: string): Promise<void> {
  const bot = await world.bot(id);
  const isSwapped = deploy.status === 'completed';
  expect(bot.image_tag, told).toBe(isSwapped ? 'v2' : 'latest');
  expect(bot.active_slot, told).toBe(isSwapped ? 'green' : 'blue');
  if (isSwapped) expect(await world.fence(id), told).toBeGreaterThan(fenceBefore);
  const decided = await world.decided(id, bot.generation);
  await eventually(async () => (await world.decided(id, bot.generation)) > decided + 3);
  await eventually(() => world.living(id).length === 1);
  expect(world.living(id)[0]!.slot, told).toBe(bot.active_slot);
  await world.judgeLedger(id);
  await world.judgeDecisions(id, reference);
  const leases = await eventually(async () => {
    const rows = await world.rows<{ shadow: boolean; is_held: boolean }>(
      `SELECT shadow, released_at IS NULL AND expires_at > now() AS is_held FROM trading.bot_leases
       WHERE bot_id = $1 ORDER BY shadow`,
      [id],
    );
    return rows[0]?.is_held === true && rows;
  });
  expect(leases, told).toEqual([
    { shadow: false, is_held: true },
    { shadow: true, is_held: false },
  ]);
}

/** Replaces the swap for as long as `work` lasts. */
async function withSwap(change: (definition: string) => string, work: () => Promise<void>): Promise<void> {
  const [{ definition } = { definition: '' }] = await world.rows<{ definition: string }>(
    `SELECT pg_get_functiondef('trading.swap_bot(uuid, bigint)'::regprocedure) AS definition`,
  );
  const changed = change(definition);
  expect(changed).not.toBe(definition);
  await world.rows(changed);
  try {
    await work();
  } finally {
    await world.rows(definition);
  }
}

/** The first attempt loses its connection right before the given statement that writes. A sequence remembers it: it is never undone. */
function cutOff(definition: string, statement: number): string {
  const writes = [...definition.matchAll(/^ +(?=(INSERT INTO|UPDATE) )/gm)];
  expect(writes).toHaveLength(SWAP_STATEMENTS);
  const at = writes[statement]!.index;
  const cut = `IF nextval('public.swap_attempts') = 1 THEN PERFORM pg_terminate_backend(pg_backend_pid()); END IF;\n`;
  return definition.slice(0, at) + cut + definition.slice(at);
}

describe('the judges notice a swap that', () => {
  const STATE = 'state.digest, state.held, green.evaluator, jsonb';
  const BUGS = {
    'starts the new release flat': [STATE, 'state.digest, 0, green.evaluator, jsonb'],
    'begins another chain': [STATE, 'sha256(state.digest), state.held, green.evaluator, jsonb'],
    'hands over the bar before': ['green.params, compared_to,', 'green.params, compared_to - 3600000,'],
  } as const;

  it.each(Object.entries(BUGS))('%s', async (name, [right, wrong]) => {
    // Line breaks are where the migration has them.
    const place = new RegExp(right.replace(/[.()+]/g, '\\$&').replace(/ /g, '\\s+'));
    const id = await world.runningBot(`BUG${Object.keys(BUGS).indexOf(name)}USDT`);
    const fence = await world.fence(id);
    await withSwap(
      (definition) => definition.replace(place, wrong),
      async () => {
        await world.promote(id, { target_image_tag: 'v2', min_live_bars: 0 });
        const deploy = await world.ended(id);
        await expect(judge(id, deploy, fence, name)).rejects.toThrow();
      },
    );
    await world.retire(id);
  });
});
