import type { DeployStatus } from '@platform/contracts';
import { expect, it } from 'vitest';
import { type Follower, nextToFollow, type PastDeploy } from './auto-deploy';

const bot = (botId: string, overrides: Partial<Follower> = {}): Follower => ({
  ...{ botId, imageTag: 'v1', isReady: true },
  ...overrides,
});
const deploy = (botId: string, status: DeployStatus, targetImageTag = 'v2'): PastDeploy => ({
  ...{ botId, status, targetImageTag },
});
const next = (bots: readonly Follower[], deploys: readonly PastDeploy[] = [], isHalted = false) =>
  nextToFollow('v2', bots, deploys, isHalted);

it('the first bot that may and does not run the newest release follows it', () => {
  expect(next([bot('a', { isReady: false }), bot('b', { imageTag: 'v2' }), bot('c'), bot('d')])).toBe('c');
  expect(next([])).toBeNull();
  expect(nextToFollow(undefined, [bot('a')], [], false)).toBeNull();
});

it('no bot follows while trading is halted or any deploy is under way, of any release', () => {
  expect(next([bot('a')], [], true)).toBeNull();
  for (const status of ['pending', 'shadowing', 'swapping'] as const) {
    expect(next([bot('a')], [deploy('z', status, 'another')])).toBeNull();
  }
});

it('the first failure or abort stops the rest, for that release alone', () => {
  for (const status of ['failed', 'aborted'] as const) {
    expect(next([bot('b')], [deploy('a', status)])).toBeNull();
    expect(next([bot('b')], [deploy('a', status, 'v0')])).toBe('b');
  }
});

it('a bot that was taken there and brought back is left where it is, and the next one follows', () => {
  expect(next([bot('a'), bot('b')], [deploy('a', 'completed'), deploy('a', 'completed', 'v1')])).toBe('b');
});
