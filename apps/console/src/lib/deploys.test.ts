import { describe, expect, it } from 'vitest';
import {
  type DeployView,
  digestToAccept,
  isUnderWay,
  latestOf,
  mayAbort,
  stepStates,
  wayBack,
} from './deploys';

const deploy = (status: DeployView['status'], overrides: Partial<DeployView> = {}): DeployView => ({
  ...{ status, from_image_tag: 'v1', target_image_tag: 'v2', is_deliberate: false },
  ...{ divergence_digest: null, accepted_digest: null },
  ...overrides,
});

describe('a deploy on its page', () => {
  it('shows what is done, what is under way and what is ahead', () => {
    expect(stepStates('pending')).toEqual(['now', 'ahead', 'ahead', 'ahead']);
    expect(stepStates('swapping')).toEqual(['done', 'done', 'now', 'ahead']);
    expect(stepStates('completed')).toEqual(['done', 'done', 'done', 'done']);
    expect(stepStates('failed')).toEqual(['ahead', 'ahead', 'ahead', 'ahead']);
  });

  it('can be aborted before the swap only', () => {
    expect((['pending', 'shadowing'] as const).every((status) => mayAbort(deploy(status)))).toBe(true);
    expect(
      (['swapping', 'completed', 'aborted', 'failed'] as const).some((status) => mayAbort(deploy(status))),
    ).toBe(false);
    expect(isUnderWay(deploy('swapping'))).toBe(true);
    expect(isUnderWay(deploy('failed'))).toBe(false);
  });

  it('asks for acceptance of exactly the list that is shown, for a deliberate change alone', () => {
    const diverged = { is_deliberate: true, divergence_digest: 'a' };
    expect(digestToAccept(deploy('shadowing', diverged))).toBe('a');
    expect(digestToAccept(deploy('shadowing', { ...diverged, accepted_digest: 'b' }))).toBe('a');
    expect(digestToAccept(deploy('shadowing', { ...diverged, accepted_digest: 'a' }))).toBeNull();
    expect(digestToAccept(deploy('shadowing', { ...diverged, is_deliberate: false }))).toBeNull();
    expect(digestToAccept(deploy('completed', diverged))).toBeNull();
  });

  it('offers the former release after it has completed', () => {
    expect(wayBack(deploy('completed'))).toBe('v1');
    expect(wayBack(deploy('failed'))).toBeNull();
  });
});

it('the deploy of a service that counts is its own newest one', () => {
  const deploys = [
    { service: 'risk', status: 'failed', from_image_tag: 'v1' },
    { service: 'data', status: 'completed', from_image_tag: 'v1' },
    { service: 'risk', status: 'completed', from_image_tag: 'v0' },
  ] as const;
  expect(latestOf('risk', deploys)).toBe(deploys[0]);
  expect(latestOf('executor', deploys)).toBeUndefined();
});
