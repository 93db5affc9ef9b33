import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { aBot } from '../bots/bot.fixture';
import { BotRelease } from '../bots/bot-release';
import { known, knownPages, textOf } from '../rendered.fixture';
import { ServiceRelease } from '../settings/service-release';

const DEPLOY = {
  deploy_id: 'd1',
  from_image_tag: 'v1',
  target_image_tag: 'v2',
  started_at: '2026-01-02T03:04:05Z',
  waiting_for: null,
  error: null,
  from_params: null,
  params: null,
};
const releases = known('/releases', { items: [{ tag: 'v2' }, { tag: 'v1' }] });

describe('the release of a bot', () => {
  const running = aBot();
  const botId = running.botId;
  const params = { id: running.botId };
  const bars = [
    { open_time_ms: 180_000, verdict: 'waiting', field: null, is_live: false, blue: null, green: null },
    { open_time_ms: 120_000, verdict: 'alike', field: null, is_live: true, blue: null, green: null },
    {
      open_time_ms: 60_000,
      verdict: 'different',
      field: 'side',
      is_live: false,
      blue: { side: 'long' },
      green: { side: 'flat' },
    },
  ] as const;
  const shown = (image_tag: string, deploy: object | null) =>
    textOf(createElement(BotRelease, { bot: running }), {
      reads: [
        releases,
        known('/bots/{id}', { image_tag }, { params }),
        known('/bots/{id}/deploy/status', { deploy }, { params }),
        known('/bots/{id}/deploy/bars', { items: bars }, { params }),
        knownPages('/bots/{id}/deploys', deploy === null ? [] : [deploy], { params }),
      ],
    });
  const compared = {
    shadow_matches: 11,
    shadow_divergences: 1,
    live_bars: 2,
    replay_bars: 12,
    min_live_bars: 1,
    is_deliberate: true,
    divergence_digest: 'digest',
    accepted_digest: null,
    divergences: [{ open_time_ms: 0, field: 'sl', blue: { sl: 90 }, green: null }],
    bot_id: botId,
  };

  it('the release of a bot offers the releases that do not run', () => {
    const text = shown('v1', null);
    expect(text).toContain('Runs release v1');
    expect(text).toContain('Deploy…');
    expect(text).toMatch(/v2 latest/);
  });

  it('the release of a bot shows how far a deploy is, both decisions, and what may be done about it', () => {
    const text = shown('v1', {
      ...DEPLOY,
      ...compared,
      status: 'shadowing',
      waiting_for: '1 divergences wait to be accepted',
    });
    expect(text).toContain('v1 → v2: shadowing');
    expect(text).toContain('11 bars decided alike, 1 differently');
    expect(text).toContain('Waiting: 1 divergences wait to be accepted');
    expect(text).toMatch(/00:00:00 differs in sl v1: stop 90\.000 v2: no signal/);
    expect(text).toMatch(/00:03:00 waiting v1: no signal v2: not yet/);
    expect(text).toMatch(/00:02:00 alike, live v1: no signal v2: no signal/);
    expect(text).toMatch(/00:01:00 differs in side v1: long v2: flat/);
    expect(text).toMatch(/Accept divergences….*Abort…/);
    expect(text).not.toContain('Deploy…');
  });

  it('the release of a bot leads back after a deploy that completed', () => {
    const text = shown('v2', { ...DEPLOY, ...compared, status: 'completed' });
    expect(text).toContain('Roll back to v1…');
    expect(text).not.toContain('Abort…');
  });
});

describe('the release of a service', () => {
  const shown = (release: string, deploy: object) =>
    textOf(createElement(ServiceRelease, { service: 'executor', release }), {
      reads: [
        releases,
        known('/deploys/service', { items: [{ ...DEPLOY, service: 'executor', ...deploy }] }),
      ],
    });

  it('the release of a service says why a deploy failed, and offers another', () => {
    const text = shown('v1', { status: 'failed', error: 'it ended. The former release runs again.' });
    expect(text).toContain('Failed: it ended. The former release runs again.');
    expect(text).toContain('Deploy…');
  });

  it('the release of a service can be taken back only before the process is replaced', () => {
    expect(shown('v1', { status: 'pending' })).toContain('Abort…');
    expect(shown('v1', { status: 'swapping' })).not.toContain('Abort…');
    expect(shown('v2', { status: 'completed' })).toContain('Roll back to v1…');
  });
});
