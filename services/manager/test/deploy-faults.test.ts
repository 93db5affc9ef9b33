/**
 * Deploys of bots that trade, under seeded faults: at moments of each deploy that its seed chooses, also
 * between the statements of the swap, the manager, a release, the executor, the database or the bus is
 * killed, or the operator aborts. A round of seeds shares one world. More seeds with
 * `./platform test deploys --seeds N --from S`.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually, type SpawnedService, spawnService } from '@platform/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Deployed, judge, judgeRest } from './deploy-judge';
import { DeployWorld } from './deploy-world';

const SEEDS = Number(process.env['DEPLOY_SEEDS'] ?? 10);
/** The ten from here on strike most: database and bus before the end, each release alone inside the swap. */
const FROM = Number(process.env['DEPLOY_FROM'] ?? 1936);
/** Deployed at the same time. */
const ROUND = 5;
const TICK_MS = 150;
/** Statements of the swap that write; the last one is the manager's own. */
const SWAP_STATEMENTS = 6;
const MAX_DELAY_MS = 600;
const BARS_AFTER = 3;
const REFERENCE = 'REFERENCEUSDT';

const VICTIMS = [
  'manager',
  'blue',
  'green',
  'both',
  'executor',
  'connections',
  'postgres',
  'nats',
  'abort',
  'none',
] as const;
/** `swap` is inside it, before one of its statements. */
const MOMENTS = ['pending', 'shadowing', 'swap', 'swapping', 'completed'] as const;
type Victim = (typeof VICTIMS)[number];

interface Fault {
  readonly moment: (typeof MOMENTS)[number];
  readonly victim: Victim;
  readonly delayMs: number;
}

const seeds = Array.from({ length: SEEDS }, (_, k) => FROM + k);
const rounds = Array.from({ length: Math.ceil(SEEDS / ROUND) }, (_, k) =>
  seeds.slice(k * ROUND, (k + 1) * ROUND),
);
const symbolOf = (seed: number) => `SEED${seed}USDT`;

let world: DeployWorld;
let manager: SpawnedService;
/** A bot that is never deployed. It began first, so that it has decided whatever the others have. */
let reference: string;
beforeAll(async () => {
  world = await DeployWorld.open({ hasOwnServer: true, symbols: [REFERENCE, ...seeds.map(symbolOf)] });
  await makeSwapPause();
  world.release('v2');
  await startManager();
  reference = await world.runningBot(REFERENCE);
});
afterAll(async () => {
  await manager?.end('SIGKILL');
  await world?.close();
});

async function startManager(): Promise<void> {
  const level = { PLATFORM_MANAGER_LOG_LEVEL: 'info' };
  manager = await spawnService('manager', {
    ...world.fixture.environment(),
    ...world.environment(TICK_MS),
    ...level,
  });
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
  const faults = Array.from({ length: one([1, 2, 3]) }, () => ({
    moment: one(MOMENTS),
    victim: one(VICTIMS),
    delayMs: Math.floor(numbers.next().value * MAX_DELAY_MS),
  }));
  return {
    faults: faults.sort((a, b) => MOMENTS.indexOf(a.moment) - MOMENTS.indexOf(b.moment)),
    minLiveBars: one([0, 1, 3]),
    /** Of the swap, where the deploy is struck inside it. */
    statement: Math.floor(numbers.next().value * SWAP_STATEMENTS),
  };
}

/** What serves all deploys is down once at a time. */
const down = new Map<Victim, Promise<void>>();

function once(victim: Victim, work: () => Promise<void>): Promise<void> {
  const next = (down.get(victim) ?? Promise.resolve()).then(work);
  down.set(victim, next);
  return next;
}

async function strike(id: string, victim: Victim): Promise<void> {
  switch (victim) {
    case 'blue':
    case 'green':
      return world.kill(id, victim);
    case 'both':
      return world.kill(id);
    case 'executor':
      return world.desk.executor.signal('SIGKILL');
    case 'abort':
      // There is no answer while the manager is down.
      return void (await world.abort(id).catch(() => undefined));
    case 'nats':
      return once(victim, async () => {
        await world.fixture.nats.kill();
        await world.fixture.nats.start();
      });
    case 'postgres':
      return once(victim, () =>
        world.desk.withoutDatabase(async () => {
          await world.postgres!.kill();
          await world.postgres!.start();
        }),
      );
    case 'connections':
      return world.desk.withoutDatabase(async () => {
        await world.rows(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND pid <> pg_backend_pid() AND usename LIKE 'platform\\_%'`);
      });
    case 'manager':
      return once(victim, async () => {
        await manager.end('SIGKILL');
        await startManager();
      });
    case 'none':
      return;
  }
}

it.each(rounds)(
  `a deploy under faults ends with one version in charge: seeds %i ${'%i '.repeat(ROUND - 1)}`,
  async (...round) => {
    const deployed = await Promise.all(round.map((seed) => noted(`the bot of seed ${seed}`, begin(seed))));
    await Promise.all(
      round.map((seed, k) => noted(`the faults of seed ${seed}`, play(deployed[k]!.id, seed))),
    );
    const faults = await Promise.all(deployed.map((one) => judge(world, one)));
    await Promise.all(deployed.map(({ id }) => world.retire(id)));
    const owed = await Promise.all(deployed.map((one) => judgeRest(world, one)));
    const verdicts = round.map((seed, k) => ({ seed, faults: [...faults[k]!, ...owed[k]!] }));
    expect(
      verdicts.filter((verdict) => verdict.faults.length > 0),
      JSON.stringify(round.map((seed) => ({ seed, ...scheduleOf(seed) }))),
    ).toEqual([]);
  },
);

/** What goes on for too long is named, with what there is to see of it. */
async function noted<T>(what: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const deploys = await world.rows(
      `SELECT symbol, config.status AS bot, deploy.status, waiting_for, error, config.generation, active_slot, config.id
       FROM trading.bot_configs config LEFT JOIN ops.deploys deploy ON deploy.bot_id = config.id WHERE config.status <> 'stopped'`,
    );
    const message = `${what}: ${(error as Error).message}\n${JSON.stringify(deploys, null, 1)}\n${manager.output().slice(-8_000)}`;
    throw new Error(message, { cause: error });
  }
}

/** A bot with an open position, on its way to the other release. */
async function begin(seed: number): Promise<Deployed> {
  const { minLiveBars, statement } = scheduleOf(seed);
  const symbol = symbolOf(seed);
  const id = await world.runningBot(symbol);
  await eventually(() => world.desk.isOpen(id));
  await world.rows(`CREATE SEQUENCE ${swapSequence(id)}`);
  await world.rows('INSERT INTO safety.swap_pauses VALUES ($1, $2, $3)', [id, statement, swapSequence(id)]);
  const fence = await world.fence(id);
  const begun = await world.promote(id, { target_image_tag: 'v2', min_live_bars: minLiveBars });
  expect(begun.status, JSON.stringify(begun.body)).toBe(202);
  return { id, symbol, targetTag: 'v2', fence, reference, barsAfter: BARS_AFTER };
}

async function play(id: string, seed: number): Promise<void> {
  for (const { moment, victim, delayMs } of scheduleOf(seed).faults) {
    await eventually(() => isReached(id, moment));
    await sleep(delayMs);
    await strike(id, victim);
  }
}

async function isReached(id: string, moment: Fault['moment']): Promise<boolean> {
  const { status, finished_at: finishedAt } = await world.latest(id);
  const statuses: readonly string[] = MOMENTS;
  if (finishedAt !== null || statuses.indexOf(status) >= statuses.indexOf(moment)) return true;
  if (moment !== 'swap') return false;
  const [sequence] = await world.rows<{ is_called: boolean }>(`SELECT is_called FROM ${swapSequence(id)}`);
  return sequence!.is_called;
}

const swapSequence = (id: string) => `safety."swap of ${id}"`;

/**
 * The first swap of each bot pauses before one of its statements. A sequence remembers it: it is never
 * undone.
 */
async function makeSwapPause(): Promise<void> {
  await world.rows(`
    CREATE TABLE safety.swap_pauses (bot_id uuid PRIMARY KEY, statement int NOT NULL, sequence text NOT NULL);
    CREATE FUNCTION safety.pause_swap(of_bot uuid, before int) RETURNS void LANGUAGE plpgsql SECURITY DEFINER AS $$
    DECLARE found_sequence text;
    BEGIN
      SELECT sequence INTO found_sequence FROM safety.swap_pauses WHERE bot_id = of_bot AND statement = before;
      IF found_sequence IS NOT NULL AND nextval(found_sequence) = 1 THEN PERFORM pg_sleep(${MAX_DELAY_MS / 1000}); END IF;
    END
    $$;
    GRANT USAGE ON SCHEMA safety TO PUBLIC`);
  const [{ definition } = { definition: '' }] = await world.rows<{ definition: string }>(
    `SELECT pg_get_functiondef('trading.swap_bot(uuid, bigint)'::regprocedure) AS definition`,
  );
  let statement = 0;
  const paused = definition.replace(
    /^ +(?=(INSERT INTO|UPDATE) )/gm,
    () => `PERFORM safety.pause_swap(config.id, ${statement++});\n`,
  );
  expect(statement).toBe(SWAP_STATEMENTS - 1);
  await world.rows(paused);
  await world.rows(`
    CREATE FUNCTION safety.pause_audit() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
    BEGIN
      PERFORM safety.pause_swap(NEW.resource_id::uuid, ${statement});
      RETURN NEW;
    END
    $$;
    CREATE TRIGGER safety_pause BEFORE INSERT ON ops.audit_log
      FOR EACH ROW WHEN (NEW.action = 'deploy') EXECUTE FUNCTION safety.pause_audit()`);
}
