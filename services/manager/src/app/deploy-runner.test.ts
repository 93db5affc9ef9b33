import type { ReleaseManifest } from '@platform/contracts';
import type { ErrorLog } from '@platform/service-kit';
import { expect, it } from 'vitest';
import type { DesiredBot, Instance } from '../domain/fleet-plan';
import { ReleaseFault } from '../domain/release-fault';
import { DeployRunner } from './deploy-runner';
import type { DeployRecords, ReleaseShelf, StoredFacts } from './ports';

it('an unsound release is said once and not followed until it is built again', async () => {
  const built = (at: string) => ({ tag: 'v7', built_at: at }) as ReleaseManifest;
  const shelf = { newest: built('2026-01-01T00:00:00Z'), isSound: false };
  const releases: Pick<ReleaseShelf, 'list' | 'program'> = {
    list: async () => [shelf.newest],
    program: async () => {
      if (!shelf.isSound) throw new ReleaseFault('build the release again');
      return { file: 'bot.mjs', digest: '', strategies: {} };
    },
  };
  const begun: string[] = [];
  const bots = [{ botId: 'a', imageTag: 'v6', isReady: true, isDown: false }];
  const store: Pick<DeployRecords, 'following' | 'begin'> = {
    following: async () => ({ bots, deploys: [], isHalted: false }),
    begin: async (_act, _id, { targetImageTag }) => {
      begun.push(targetImageTag);
      return { ok: true, value: {} as never };
    },
  };
  const reports: unknown[] = [];
  const runner = new DeployRunner({
    releases: releases as ReleaseShelf,
    store: store as DeployRecords,
    errors: { report: (code: string) => void reports.push(code) } as unknown as ErrorLog,
    metrics: {} as never,
    chance: { newId: () => 'id' } as never,
  });
  expect([await runner.follow(), await runner.follow()]).toEqual([false, false]);
  expect(reports).toEqual(['MANAGER_DEPLOY_INITIATION_FAILED']);

  Object.assign(shelf, { newest: built('2026-01-02T00:00:00Z'), isSound: true });
  expect(await runner.follow()).toBe(true);
  expect(begun).toEqual(['v7']);
});

it('a step that fails is reported and taken again, and keeps no other deploy from its own', async () => {
  const failing = new Set(['deploy of a']);
  const [asked, noted, reports]: [string[], string[], object[]] = [[], [], []];
  const store: Pick<DeployRecords, 'facts' | 'noteFailedStep'> = {
    facts: async (deployId) => {
      asked.push(deployId);
      if (failing.has(deployId)) throw new Error('the database is away');
      return undefined;
    },
    noteFailedStep: async (deployId, message) => void noted.push(`${deployId}: ${message}`),
  };
  const runner = new DeployRunner({
    releases: {} as ReleaseShelf,
    store: store as DeployRecords,
    errors: {
      report: (code: string, about: object) => void reports.push({ code, ...about }),
    } as unknown as ErrorLog,
    metrics: {} as never,
    chance: {} as never,
  });
  const bots = ['a', 'b'].map(
    (id) => ({ id, activeSlot: 'blue', deploy: { id: `deploy of ${id}` } }) as unknown as DesiredBot,
  );
  await runner.step(bots, []);
  expect(reports).toEqual([
    expect.objectContaining({ code: 'MANAGER_DEPLOY_STEP_FAILED', bot_id: 'a', deploy_id: 'deploy of a' }),
  ]);
  expect(noted).toEqual(['deploy of a: the database is away']);
  failing.clear();
  await runner.step(bots, []);
  expect(asked).toEqual(['deploy of a', 'deploy of b', 'deploy of a', 'deploy of b']);
  expect(reports).toHaveLength(1);
});

it('a lease that lapses changes nothing of what was compared, and nothing is counted twice', async () => {
  const compared = (matches: number) => ({
    matches,
    divergences: [],
    liveBars: 0,
    awaitedSinceMs: null,
    lastDecidedMs: matches === 0 ? null : matches,
    comparedToMs: matches === 0 ? null : matches,
  });
  const stored = {
    id: 'deploy',
    status: 'shadowing',
    startedMs: 0,
    nowMs: 1,
    targetImageTag: 'v2',
    slot: 'green',
    fromGeneration: 1,
    hasNewParams: false,
    wasDeliberate: false,
    isHalted: false,
    hasGreenLease: true,
    greenLeaseEndMs: 1,
    replayBars: 100,
    minLiveBars: 0,
    comparison: compared(10),
    acceptedDigest: null,
    bot: { desiredState: 'running', isQuarantined: false, generation: 1, isEvaluated: true, barMs: 60_000 },
    known: { matches: 0, divergences: 0, waitingFor: null },
  } as StoredFacts;
  let now = stored;
  const noted: (number | null)[] = [];
  const store: Pick<DeployRecords, 'facts' | 'note'> = {
    facts: async () => now,
    note: async (_id, comparison, isDeliberate, waitingFor) => {
      noted.push(comparison?.matches ?? null);
      const matches = comparison?.matches ?? now.known.matches;
      now = { ...now, wasDeliberate: isDeliberate, known: { matches, divergences: 0, waitingFor } };
    },
  };
  const counted = { matches: 0, divergences: 0 };
  const counter = (name: keyof typeof counted) => ({
    inc: (by: number) => {
      counted[name] += by;
    },
  });
  const runner = new DeployRunner({
    releases: {} as ReleaseShelf,
    store: store as DeployRecords,
    errors: {} as never,
    chance: {} as never,
    metrics: {
      deployShadowCompareMatches: counter('matches'),
      deployShadowCompareDivergences: counter('divergences'),
    } as never,
  });
  const bots = [{ id: 'a', activeSlot: 'blue', deploy: { id: 'deploy' } } as unknown as DesiredBot];
  const instance = (slot: 'blue' | 'green', codeDigest: string) =>
    ({ botId: 'a', slot, state: 'running', codeDigest, deployId: 'deploy' }) as unknown as Instance;
  const step = () => runner.step(bots, [instance('blue', 'a code'), instance('green', 'another')]);
  await step();
  now = { ...now, hasGreenLease: false, comparison: compared(0) };
  await step();
  expect(now.known).toEqual({
    matches: 10,
    divergences: 0,
    waitingFor: 'the new release does not hold its shadow lease',
  });
  now = { ...now, hasGreenLease: true, comparison: compared(12) };
  await step();
  expect(counted).toEqual({ matches: 12, divergences: 0 });
  expect(noted).toEqual([10, null, 12]);

  // What was seen once stays known when the running release is gone.
  await runner.step(bots, [instance('green', 'another')]);
  expect(now.wasDeliberate).toBe(true);
});
