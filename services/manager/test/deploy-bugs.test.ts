/**
 * Bugs that the judges of deploys must notice. Each is planted in a build of its own or in this world's copy
 * of a function of the database: the sources know nothing of them, and a bug whose place is gone fails here.
 * docs/safety.md has the table.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { applyPatches, buildPatched, functionWith, type Patch } from '@platform/sim';
import { REPOSITORY } from '@platform/stack';
import { eventually, type SpawnedService, spawnService } from '@platform/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { judge } from './deploy-judge';
import { DeployWorld } from './deploy-world';

const TICK_MS = 100;
const REFERENCE = 'REFERENCEUSDT';
const REFUSED = 'REFUSEDUSDT';
/** The script turns twice in so many bars, so that something is decided in them. */
const BARS_OF_A_TURN = 70;
const PLANTED_IN = ['trading.swap_bot', 'trading.guard_lease', 'ops.guard_deploy'];

interface Bug {
  readonly name: string;
  /** What the judges say of it. */
  readonly seen: RegExp;
  /** In the database. */
  readonly sql?: readonly string[];
  readonly manager?: readonly Patch[];
  /** In the release that is deployed, and in the one that runs before. */
  readonly green?: readonly Patch[];
  readonly blue?: readonly Patch[];
  readonly minLiveBars?: number;
  /** An operator who asks for it while the swap is done and the deploy is not. */
  readonly isAborted?: true;
}

/** Which would refuse a new holder under the old fence. */
const WITHOUT_GUARD = functionWith('trading.guard_lease', 'NEW.fence = OLD.fence AND', 'false AND');
const inSwap = (find: string, replace: string) => functionWith('trading.swap_bot', find, replace);

/**
 * A release that decides otherwise in one field of the signal, beside a comparison that does not look at it.
 */
const ignoredField = (field: string, change: string): Bug => ({
  name: `a comparison that ignores ${field}`,
  seen: /never deployed decided otherwise/,
  green: [
    {
      file: 'packages/strategies/src/signals.ts',
      find: '    reason,\n  };\n}',
      replace: `    reason,\n    ${change},\n  };\n}`,
    },
  ],
  manager: [
    {
      file: 'services/manager/src/domain/shadow-compare.ts',
      find: '!isSame(blue[field], green.signal![field])',
      replace: `field !== '${field}' && !isSame(blue[field], green.signal![field])`,
    },
  ],
});

const BUGS: readonly Bug[] = [
  {
    name: 'a swap without a fence',
    seen: /the fence was not raised/,
    sql: [WITHOUT_GUARD, inSwap('fence = bot_leases.fence + 1, bot_id', 'bot_id')],
  },
  {
    name: 'a swap that leaves the lease to blue',
    seen: /the fence was not raised|bars after the one before/,
    sql: [
      inSwap(
        'fence = bot_leases.fence + 1, bot_id = excluded.bot_id,\n      holder_id = excluded.holder_id,',
        '',
      ),
    ],
  },
  {
    name: 'blue kept alive',
    seen: /the former release is alive/,
    manager: [
      {
        file: 'services/manager/src/domain/deploy-plan.ts',
        find: 'return facts.blue === undefined\n',
        replace: 'return facts.status\n',
      },
      {
        file: 'services/manager/src/domain/fleet-plan.ts',
        find: "  return [{ kind: instance.state === 'running' ? 'stop' : 'forget', ...place }];",
        replace: '  return [];',
      },
    ],
    blue: [
      {
        file: 'services/bot/src/assemble.ts',
        find: 'if (surroundings.onShadowLost === undefined) return endForLostLease();',
        replace: 'if (surroundings.onShadowLost === undefined) return;',
      },
    ],
  },
  {
    name: 'a shadow that emits',
    seen: /that no decision led to/,
    minLiveBars: BARS_OF_A_TURN,
    green: [
      {
        file: 'services/bot/src/store/decisions.ts',
        find: '      commit: (lease, { entries, memory }) => append(lease, entries, memory, false),',
        replace: `      commit: async (lease, batch) => {
        await inTransaction(pool, async (client) => {
          const drafts = batch.hasSignal ? batch.draft(await readEntryContext(client, settings)) : [];
          for (const draft of drafts) await insertIntent(client, settings, lease.fence, { ...draft, intentId: newId() }, newId());
        });
        return append(lease, batch.entries, batch.memory, false);
      },`,
      },
    ],
  },
  {
    name: 'a green that starts flat',
    seen: /never deployed decided otherwise/,
    sql: [
      inSwap('state.digest, state.held, green.evaluator, jsonb', 'state.digest, 0, green.evaluator, jsonb'),
    ],
  },
  {
    name: 'a green that begins another chain',
    seen: /begins another chain|never deployed decided otherwise/,
    sql: [inSwap('state.digest, state.held, green', 'sha256(state.digest), state.held, green')],
  },
  {
    name: 'a green that begins a bar too early',
    seen: /bars after the one before|decides nothing|decided otherwise/,
    sql: [inSwap('green.params, compared_to,', 'green.params, compared_to - 3600000,')],
  },
  ignoredField('sl', 'sl: 50'),
  ignoredField('size_hint', 'sizeHint: { kind: sizeHint.kind, value: sizeHint.value / 2 }'),
  {
    name: 'an abort after the swap',
    seen: /release of-green-\d+ is in charge/,
    isAborted: true,
    manager: [
      {
        file: 'services/manager/src/domain/deploy-plan.ts',
        find: "swapping: ['completed'],",
        replace: "swapping: ['completed', 'aborted'],",
      },
    ],
    sql: [
      functionWith(
        'ops.guard_deploy',
        "NEW.status = 'completed')",
        "NEW.status IN ('completed', 'aborted'))",
      ),
    ],
  },
];

/** Whether all of them were asked for by name: those with a manager of their own take minutes. */
const IS_ASKED_FOR = process.env['DEPLOY_PLANTED'] === 'all';
const isSlow = ({ manager = [], isAborted }: Bug) => manager.length > 0 || isAborted === true;

const symbolOf = (k: number) => `BUG${k}USDT`;
/** Without any bug, once as it is and once with the same unanswerable wish to abort. */
const SOUND = ['a sound deploy', 'a sound deploy that is to be aborted after the swap'] as const;

let world: DeployWorld;
let manager: SpawnedService;
let reference: string;
beforeAll(async () => {
  const symbols = [...BUGS, ...SOUND].map((_, k) => symbolOf(k));
  world = await DeployWorld.open({ hasOwnServer: true, symbols: [REFERENCE, REFUSED, ...symbols] });
  await world.rows(HOLD_COMPLETION);
  await startManager([]);
  reference = await world.runningBot(REFERENCE);
});
afterAll(async () => {
  await manager?.end('SIGKILL');
  await world?.close();
});

async function startManager(patches: readonly Patch[]): Promise<void> {
  const program =
    patches.length === 0 ? undefined : await buildPatched('manager', patches, directoryOf('manager'));
  await manager?.end('SIGKILL');
  manager = await spawnService(
    'manager',
    { ...world.fixture.environment(), ...world.environment(TICK_MS), PLATFORM_MANAGER_LOG_LEVEL: 'info' },
    program,
  );
  world.manager = manager;
}

/** Where npm packages are found from. */
const directoryOf = (name: string) => join(REPOSITORY, 'dist', 'deploys', name);

async function release(tag: string, patches: readonly Patch[]): Promise<string> {
  if (patches.length === 0) world.release(tag);
  else
    world.release(tag, undefined, readFileSync(await buildPatched('bot', patches, directoryOf(tag)), 'utf8'));
  return tag;
}

/** What the judges make of one deploy with the bug in it. */
async function faultsOf(k: number, bug: Omit<Bug, 'name' | 'seen'>): Promise<string[]> {
  const { sql = [], manager: patches = [], green = [], blue = [], minLiveBars = 0, isAborted } = bug;
  const targetTag = await release(`of-green-${k}`, green);
  if (patches.length > 0) await startManager(patches);
  const definitions = await Promise.all(PLANTED_IN.map(definitionOf));
  try {
    for (const statement of sql) await world.rows(statement);
    const symbol = symbolOf(k);
    const id = await world.runningBot(
      symbol,
      blue.length === 0 ? {} : { image_tag: await release(`of-blue-${k}`, blue) },
    );
    await eventually(() => world.desk.isOpen(id));
    const fence = await world.fence(id);
    if (isAborted === true) await world.rows('INSERT INTO safety.held VALUES ($1)', [id]);
    const { status, body } = await world.promote(id, {
      target_image_tag: targetTag,
      min_live_bars: minLiveBars,
    });
    expect(status, JSON.stringify(body)).toBe(202);
    if (isAborted === true) {
      await eventually(async () => (await world.latest(id)).status === 'swapping');
      await world.abort(id);
      await world.rows('DELETE FROM safety.held');
    }
    return await judge(world, { id, symbol, targetTag, fence, reference, barsAfter: BARS_OF_A_TURN });
  } finally {
    for (const definition of definitions) await world.rows(definition);
    if (patches.length > 0) await startManager([]);
  }
}

async function definitionOf(name: string): Promise<string> {
  const [row] = await world.rows<{ definition: string }>(
    `SELECT pg_get_functiondef('${name}'::regproc) AS definition`,
  );
  return row!.definition;
}

/** Deploys stay where the swap has put them for as long as they are listed. */
const HOLD_COMPLETION = `
  CREATE TABLE safety.held (bot_id uuid NOT NULL);
  CREATE FUNCTION safety.hold() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
  BEGIN
    IF EXISTS (SELECT FROM safety.held WHERE bot_id = NEW.bot_id) THEN RETURN NULL; END IF;
    RETURN NEW;
  END
  $$;
  CREATE TRIGGER safety_hold BEFORE UPDATE ON ops.deploys
    FOR EACH ROW WHEN (NEW.status = 'completed') EXECUTE FUNCTION safety.hold();`;

it.each(BUGS)('$name still has its one place in each of the sources and functions', async (bug) => {
  for (const patches of [bug.manager ?? [], bug.green ?? [], bug.blue ?? []]) {
    for (const { file } of patches) {
      const own = patches.filter((patch) => patch.file === file);
      applyPatches(readFileSync(join(REPOSITORY, file), 'utf8'), own);
    }
  }
  const definitions = await Promise.all(PLANTED_IN.map(definitionOf));
  try {
    for (const statement of bug.sql ?? []) await world.rows(statement);
  } finally {
    for (const definition of definitions) await world.rows(definition);
  }
});

it.each(SOUND)('the judges find nothing wrong with %s', async (name) => {
  const k = SOUND.indexOf(name);
  expect(await faultsOf(BUGS.length + k, k === 0 ? {} : { isAborted: true })).toEqual([]);
});

it('a swap without a fence needs no judges: the database refuses it, and the deploy says so', async () => {
  const definition = await definitionOf('trading.swap_bot');
  const id = await world.runningBot(REFUSED);
  await world.rows(inSwap('fence = bot_leases.fence + 1, bot_id', 'bot_id'));
  try {
    await world.promote(id, { target_image_tag: await release('refused', []), min_live_bars: 0 });
    await eventually(
      async () => (await world.latest(id)).waiting_for?.startsWith('its last step failed') === true,
    );
  } finally {
    await world.rows(definition);
  }
  expect(await world.ended(id)).toMatchObject({ status: 'completed', error: null });
});

it.each(BUGS.filter((bug) => !isSlow(bug) || IS_ASKED_FOR))('the judges notice $name', async (bug) => {
  const faults = await faultsOf(BUGS.indexOf(bug), bug);
  expect(faults.join('\n')).toMatch(bug.seen);
});
