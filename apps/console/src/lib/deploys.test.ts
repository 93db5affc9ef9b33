import { describe, expect, it } from 'vitest';
import {
  BOT_STEPS,
  type DeployView,
  decisionText,
  deployHint,
  deploysOf,
  digestToAccept,
  isUnderWay,
  mayAbort,
  partOf,
  SERVICE_STEPS,
  stepStates,
  wayBack,
} from './deploys';

const deploy = (status: DeployView['status'], overrides: Partial<DeployView> = {}): DeployView => ({
  status,
  from_image_tag: 'v1',
  target_image_tag: 'v2',
  is_deliberate: false,
  divergence_digest: null,
  accepted_digest: null,
  ...overrides,
});

describe('a deploy on its page', () => {
  it('the page of a deploy shows what is done, what is under way and what is ahead', () => {
    expect(stepStates(BOT_STEPS, 'pending')).toEqual(['now', 'ahead', 'ahead', 'ahead']);
    expect(stepStates(BOT_STEPS, 'swapping')).toEqual(['done', 'done', 'now', 'ahead']);
    expect(stepStates(BOT_STEPS, 'completed')).toEqual(['done', 'done', 'done', 'done']);
    expect(stepStates(BOT_STEPS, 'failed')).toEqual(['ahead', 'ahead', 'ahead', 'ahead']);
    expect(stepStates(SERVICE_STEPS, 'swapping')).toEqual(['done', 'now', 'ahead']);
  });

  it('a deploy can be aborted before the swap only', () => {
    expect((['pending', 'shadowing'] as const).every((status) => mayAbort(deploy(status)))).toBe(true);
    expect(
      (['swapping', 'completed', 'aborted', 'failed'] as const).some((status) => mayAbort(deploy(status))),
    ).toBe(false);
    expect(isUnderWay(deploy('swapping'))).toBe(true);
    expect(isUnderWay(deploy('failed'))).toBe(false);
  });

  it('the page of a deploy asks for acceptance of exactly the list shown, for a deliberate change alone', () => {
    const diverged = { is_deliberate: true, divergence_digest: 'a' };
    expect(digestToAccept(deploy('shadowing', diverged))).toBe('a');
    expect(digestToAccept(deploy('shadowing', { ...diverged, accepted_digest: 'b' }))).toBe('a');
    expect(digestToAccept(deploy('shadowing', { ...diverged, accepted_digest: 'a' }))).toBeNull();
    expect(digestToAccept(deploy('shadowing', { ...diverged, is_deliberate: false }))).toBeNull();
    expect(digestToAccept(deploy('completed', diverged))).toBeNull();
  });

  it('the page of a deploy offers what was before the last completed one, also after a failure', () => {
    const completed = deploy('completed');
    expect(wayBack([completed])).toEqual(completed);
    expect(wayBack([deploy('failed', { from_image_tag: 'v2' }), completed])).toEqual(completed);
    expect(wayBack([deploy('shadowing'), completed])).toBeUndefined();
    expect(wayBack([deploy('failed')])).toBeUndefined();
    expect(wayBack([deploy('completed', { from_image_tag: null })])).toBeUndefined();
    expect(wayBack([])).toBeUndefined();
  });

  it('the page of a deploy says how much of a list is shown where that is not all', () => {
    expect(partOf(100, 240)).toBe(', 100 of 240');
    expect(partOf(3, 3)).toBe('');
  });
});

it('the deploys of a service that count are its own, the newest first', () => {
  const deploys = [
    { service: 'risk', status: 'failed', from_image_tag: 'v1' },
    { service: 'data', status: 'completed', from_image_tag: 'v1' },
    { service: 'risk', status: 'completed', from_image_tag: 'v0' },
  ] as const;
  expect(deploysOf('risk', deploys)).toEqual([deploys[0], deploys[2]]);
  expect(deploysOf('executor', deploys)).toEqual([]);
});

it('a decision in a line says side, levels, size and reason, and nothing of what is not set', () => {
  const signal = { side: 'long', sl: 90, tp: null, size_hint: { kind: 'fixed', value: '0.01' } };
  expect(decisionText({ ...signal, reason: 'oversold', open_time_ms: 1 })).toBe(
    'long, stop 90.000, fixed 0.01, oversold',
  );
  expect(decisionText(null)).toBe('no signal');
});

it('a decision in a line keeps what it does not know, whatever it is', () => {
  expect(decisionText({ side: 'flat', size_hint: null, mood: { a: 1 } })).toBe(
    'flat, size null, mood {"a":1}',
  );
  expect(decisionText({})).toBe('');
});

describe('the hint of a deploy', () => {
  const hint = (status: DeployView['status'], waitsForAcceptance = false) =>
    deployHint({ status, targetImageTag: 'v2', waitsForAcceptance }).text;

  it('the hint of a deploy says that it is under way, that somebody has to look, or that it failed', () => {
    expect(hint('pending')).toBe('deploying v2');
    expect(hint('swapping')).toBe('deploying v2');
    expect(hint('shadowing', true)).toBe('v2 waits to be accepted');
    expect(hint('failed')).toBe('deploy of v2 failed');
  });
});
