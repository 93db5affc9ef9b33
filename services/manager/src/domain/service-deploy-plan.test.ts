import type { ReplacementPhase, SupervisedService } from '@platform/contracts';
import { describe, expect, it } from 'vitest';
import { planServiceDeploy, type ServiceDeployFacts, WAIT_LIMIT_MS } from './service-deploy-plan';

const running: SupervisedService = { service: 'executor', release: 'v1', replacement: null };
const facts: ServiceDeployFacts = {
  id: 'deploy',
  service: 'executor',
  status: 'pending',
  targetImageTag: 'v2',
  statusSinceMs: 0,
  nowMs: 1_000,
  unknownOrders: 0,
  isAnotherSwapping: false,
  supervised: running,
};
const plan = (change: Partial<ServiceDeployFacts>) => planServiceDeploy({ ...facts, ...change });
const inPhase = (phase: ReplacementPhase, error: string | null = null): SupervisedService => ({
  ...running,
  replacement: { deploy_id: 'deploy', release: 'v2', phase, error },
});

it('a pending deploy replaces the process; that of the executor is not drained before another look', () => {
  expect(plan({})).toEqual({ kind: 'replace', mayDrain: false });
  expect(plan({ service: 'risk' })).toEqual({ kind: 'replace', mayDrain: true });
});

it.each([
  ['no order of the executor is of unknown fate', { unknownOrders: 2 }, 'orders of unknown fate: 2'],
  ['no other service is being replaced', { isAnotherSwapping: true }, 'another service is being replaced'],
  ['the supervisor answers', { supervised: null }, 'the supervisor does not answer'],
] as const)('a pending deploy waits until %s, but not forever', (_, change, reason) => {
  expect(plan(change)).toEqual({ kind: 'wait', reason });
  expect(plan({ ...change, nowMs: WAIT_LIMIT_MS + 1 })).toMatchObject({
    kind: 'fail',
    reason: expect.stringContaining(reason),
  });
});

it('a pending deploy does not look at orders for any other service', () => {
  const supervised = { ...running, service: 'risk' } as const;
  expect(plan({ service: 'risk', unknownOrders: 2, supervised })).toEqual({
    kind: 'replace',
    mayDrain: true,
  });
});

it('a pending deploy fails where the supervisor runs no such service', () => {
  expect(plan({ supervised: undefined }).kind).toBe('fail');
});

describe('a deploy of a service that is being replaced', () => {
  const swapping = (supervised: SupervisedService | null) => plan({ status: 'swapping', supervised });

  it.each(['draining', 'starting', 'returning'] as const)(
    'a deploy that is replacing waits while it is %s',
    (phase) => {
      expect(swapping(inPhase(phase)).kind).toBe('wait');
    },
  );

  it('a deploy that is replacing is not failed by a missing answer, however long it waited before', () => {
    const silent = { status: 'swapping', supervised: null, statusSinceMs: 10 * WAIT_LIMIT_MS } as const;
    expect(plan({ ...silent, nowMs: 10 * WAIT_LIMIT_MS + 1_000 }).kind).toBe('wait');
    expect(plan({ ...silent, nowMs: 11 * WAIT_LIMIT_MS + 1 }).kind).toBe('fail');
  });

  it('a deploy drains the executor once the new one is loaded, if no order is of unknown fate by then', () => {
    const loaded = { status: 'swapping', supervised: inPhase('loaded') } as const;
    expect(plan(loaded)).toEqual({ kind: 'drain' });
    expect(plan({ ...loaded, unknownOrders: 1 })).toEqual({
      kind: 'wait',
      reason: 'orders of unknown fate: 1',
    });
  });

  it('a deploy that is replacing ends as the supervisor says', () => {
    expect(swapping(inPhase('done'))).toEqual({ kind: 'complete' });
    expect(swapping(inPhase('failed', 'v1 runs again'))).toEqual({ kind: 'fail', reason: 'v1 runs again' });
  });

  it('a deploy that is replacing ends by what runs where the supervisor knows nothing of it', () => {
    expect(swapping({ ...running, release: 'v2' })).toEqual({ kind: 'complete' });
    expect(swapping(running)).toMatchObject({ kind: 'fail', reason: expect.stringContaining('v1 runs') });
  });
});
