import type { DeployStatus } from '@platform/contracts';
import { expect, it } from 'vitest';
import { type Follower, nextToFollow, type PastDeploy } from './auto-deploy';

const bot = (botId: string, overrides: Partial<Follower> = {}): Follower => ({
  botId,
  imageTag: 'v1',
  isReady: true,
  isDown: false,
  ...overrides,
});
const deploy = (
  botId: string,
  status: DeployStatus,
  targetImageTag = 'v2',
  fromImageTag = 'v0',
): PastDeploy => ({
  botId,
  status,
  targetImageTag,
  fromImageTag,
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

it('a bot that is down on the newest release stops the rest, one that is down on another release does not', () => {
  expect(next([bot('a', { imageTag: 'v2', isDown: true }), bot('b')], [deploy('a', 'completed')])).toBeNull();
  expect(next([bot('a', { isReady: false, isDown: true }), bot('b')])).toBe('b');
});

it('a change of parameters on the newest release says nothing about the release', () => {
  for (const status of ['failed', 'aborted', 'completed'] as const) {
    expect(next([bot('a')], [deploy('a', status, 'v2', 'v2')])).toBe('a');
  }
});

it('a bot that was taken there and brought back is left where it is, and the next one follows', () => {
  expect(next([bot('a'), bot('b')], [deploy('a', 'completed'), deploy('a', 'completed', 'v1', 'v2')])).toBe(
    'b',
  );
});

it('a bot that was taken off the newest release without a deploy, as one is that is down, stops the rest', () => {
  expect(next([bot('a'), bot('b')], [deploy('a', 'completed')])).toBeNull();
  expect(next([bot('b')], [deploy('a', 'completed')])).toBe('b');
});

it('a bot that began on the newest release and was taken away from it is left where it is', () => {
  expect(next([bot('a'), bot('b')], [deploy('a', 'completed', 'v1', 'v2')])).toBe('b');
  expect(next([bot('a')], [deploy('a', 'failed', 'v3', 'v2')])).toBe('a');
});
