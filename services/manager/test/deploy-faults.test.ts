/**
 * Deploys under seeded faults: at a moment of each deploy that the seed chooses, the manager, a release or every database connection is
 * killed, or the operator aborts. After rest one version is in charge and the ledger has neither hole nor double. More seeds with
 * `./platform test deploys --seeds N --from S`.
 */
import { eventually, type SpawnedService, spawnService } from '@platform/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DeployWorld } from './deploy-world';

const SEEDS = Number(process.env['DEPLOY_SEEDS'] ?? 10);
const FROM = Number(process.env['DEPLOY_FROM'] ?? 1);
const TICK_MS = 150;
const MAX_DELAY_MS = 600;

const VICTIMS = ['manager', 'blue', 'green', 'both', 'database', 'abort', 'nobody'] as const;
const MOMENTS = ['pending', 'shadowing', 'swapping', 'completed'] as const;

let world: DeployWorld;
let manager: SpawnedService;
/** A bot that is never deployed. It began first, so that it has decided whatever the others have. */
let reference: string;
beforeAll(async () => {
  world = await DeployWorld.open();
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
  if (victim === 'database') {
    await world.fixture.rows(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
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
      const bot = await world.bot(id);
      expect(bot.image_tag, told).toBe(deploy.status === 'completed' ? 'v2' : 'latest');

      const decided = await world.decided(id, bot.generation);
      await eventually(async () => (await world.decided(id, bot.generation)) > decided + 3);
      await eventually(() => world.living(id).length === 1);
      expect(world.living(id)[0]!.slot, told).toBe(bot.active_slot);
      await world.judgeLedger(id);
      await world.judgeDecisions(id, reference);
      const leases = await world.fixture.rows(
        `SELECT shadow, released_at IS NULL AND expires_at > now() AS is_held FROM trading.bot_leases
       WHERE bot_id = $1 ORDER BY shadow`,
        [id],
      );
      expect(leases, told).toEqual([
        { shadow: false, is_held: true },
        { shadow: true, is_held: false },
      ]);
      await world.retire(id);
    },
  );
});

describe('the judges notice a swap that', () => {
  const STATE = 'state.digest, state.held, green.evaluator, jsonb';
  const BUGS = {
    'starts the new release flat': [STATE, 'state.digest, 0, green.evaluator, jsonb'],
    'begins another chain': [STATE, 'sha256(state.digest), state.held, green.evaluator, jsonb'],
    'hands over the bar before': ['green.params, compared_to,', 'green.params, compared_to - 3600000,'],
  } as const;

  it.each(Object.entries(BUGS))('%s', async (name, [right, wrong]) => {
    const [{ definition } = { definition: '' }] = await world.fixture.rows<{ definition: string }>(
      `SELECT pg_get_functiondef('trading.swap_bot(uuid, bigint)'::regprocedure) AS definition`,
    );
    // Line breaks are where the migration has them.
    const place = new RegExp(right.replace(/[.()]/g, '\\$&').replace(/ /g, '\\s+'));
    expect(definition).toMatch(place);
    await world.fixture.rows(definition.replace(place, wrong));
    try {
      const id = await world.runningBot(`BUG${Object.keys(BUGS).indexOf(name)}USDT`);
      await world.promote(id, { target_image_tag: 'v2', min_live_bars: 0 });
      await world.ended(id);
      await eventually(async () => (await world.decided(id, 2)) > 5);
      const judged = async () => {
        await world.judgeLedger(id);
        await world.judgeDecisions(id, reference);
      };
      await expect(judged()).rejects.toThrow();
      await world.retire(id);
    } finally {
      await world.fixture.rows(definition);
    }
  });
});
