import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { known, knownPages, markupOf, refusedButtons, textOf } from '../rendered.fixture';
import { aBot } from './bot.fixture';
import { BotRelease } from './bot-release';
import { isDown, restartCommands } from './restart';

const AT = '2026-11-17T08:00:00.000Z';
const params = { id: 'b1' };
const deploy = (over: object = {}) => ({
  deploy_id: 'd1',
  bot_id: 'b1',
  status: 'shadowing',
  from_image_tag: 'v1',
  target_image_tag: 'v2',
  shadow_matches: 40,
  shadow_divergences: 0,
  live_bars: 3,
  replay_bars: 100,
  min_live_bars: 5,
  waiting_for: null,
  error: null,
  divergences: [],
  divergence_digest: null,
  accepted_digest: null,
  from_params: null,
  params: null,
  is_deliberate: false,
  started_at: AT,
  finished_at: null,
  ...over,
});

interface Given {
  readonly latest?: object | null;
  readonly tags?: readonly string[];
  readonly history?: readonly object[];
  readonly role?: 'operator' | 'viewer';
  readonly release?: string;
}

const given = ({ latest = null, tags = [], history = [], role = 'operator', release = 'v1' }: Given) => ({
  role,
  reads: [
    known('/bots/{id}', { image_tag: release } as never, { params }),
    known('/bots/{id}/deploy/status', { deploy: latest } as never, { params }),
    known('/releases', { items: tags.map((tag) => ({ tag })) } as never),
    knownPages('/bots/{id}/deploys', history, { params }),
  ],
});
const page = (over: Given = {}) => textOf(createElement(BotRelease, { bot: aBot() }), given(over));
const refused = (over: Given) => refusedButtons(createElement(BotRelease, { bot: aBot() }), given(over));

it('the release of a bot is named, with every other release to choose from', () => {
  expect(page({ tags: ['v1', 'v2'] })).toMatch(/Runs release v1 v2 latest Deploy…/);
  expect(page()).toContain('No deploy of this bot yet');
});

it('the release of a bot is moved by operators only', () => {
  expect(refused({ tags: ['v2'], role: 'viewer' })).toEqual(['Deploy…', 'Change parameters…']);
  expect(refused({ tags: ['v2'] })).toEqual([]);
});

describe('a deploy under way', () => {
  it('a deploy under way says how many bars were decided alike and what it still needs', () => {
    expect(page({ latest: deploy() })).toContain(
      '40 bars decided alike, 0 differently, 3 of them live (needs 100 replayed and 5 live)',
    );
    expect(page({ latest: deploy({ waiting_for: 'two more live bars' }) })).toContain(
      'Waiting: two more live bars',
    );
  });

  it('a deploy under way marks the step it is at, and starts no second one beside it', () => {
    const markup = markupOf(
      createElement(BotRelease, { bot: aBot() }),
      given({ latest: deploy(), tags: ['v3'] }),
    );
    expect(markup).toMatch(/aria-current="step"[^>]*>2\. Shadow and compare/);
    expect(page({ latest: deploy(), tags: ['v3'] })).toContain('1. Start ✓');
    expect(page({ latest: deploy(), tags: ['v3'] })).not.toContain('Deploy…');
  });

  it('a deploy under way can be aborted before the swap, not after', () => {
    expect(page({ latest: deploy() })).toContain('Abort…');
    expect(page({ latest: deploy({ status: 'swapping' }) })).not.toContain('Abort…');
  });

  it('a deploy under way lays both decisions side by side where they differ, and no signal is said as such', () => {
    const divergences = [{ open_time_ms: 60_000, field: 'side', blue: { side: 'long' }, green: null }];
    const said = page({ latest: deploy({ divergences, shadow_divergences: 1 }) });
    expect(said).toContain('1970-01-01 00:01:00 differs in side v1: long v2: no signal');
  });

  it('a deploy under way says that there are more differences than are shown', () => {
    const divergences = [{ open_time_ms: 60_000, field: 'side', blue: { side: 'long' }, green: null }];
    expect(page({ latest: deploy({ divergences, shadow_divergences: 240 }) })).toContain(
      'Decided differently, 1 of 240',
    );
    expect(page({ latest: deploy({ divergences, shadow_divergences: 1 }) })).not.toContain('1 of');
  });

  it('a deploy under way shows a hundred differences at once and more of them on demand', () => {
    const divergences = Array.from({ length: 240 }, (_, k) => ({
      open_time_ms: k * 60_000,
      field: 'side',
      blue: { side: 'long' },
      green: null,
    }));
    const saidOf = (count: number) =>
      page({ latest: deploy({ divergences: divergences.slice(0, count), shadow_divergences: count }) });
    expect(saidOf(240)).toMatch(/Decided differently, 100 of 240 .* Show more divergences/);
    expect(saidOf(240).match(/differs in side/g)).toHaveLength(100);
    expect(saidOf(100)).not.toContain('Show more divergences');
  });

  it('a deploy under way asks for acceptance of a deliberate difference alone, and once', () => {
    const asks = (over: object) => page({ latest: deploy({ divergence_digest: 'abc', ...over }) });
    expect(asks({ is_deliberate: true })).toContain('Accept divergences…');
    expect(asks({ is_deliberate: false })).not.toContain('Accept divergences…');
    expect(asks({ is_deliberate: true, accepted_digest: 'abc' })).not.toContain('Accept divergences…');
  });
});

describe('a change of parameters', () => {
  const changing = {
    from_image_tag: 'v1',
    target_image_tag: 'v1',
    from_params: { fast: 4, slow: 12 },
    params: { fast: 6 },
  };

  it('a change of parameters is offered while no deploy is under way', () => {
    expect(page()).toContain('Change parameters…');
    expect(page({ latest: deploy() })).not.toContain('Change parameters…');
  });

  it('a change of parameters lists what changes parameter by parameter, under way and in the history', () => {
    const change = 'fast 4 → 6, slow 12 → none';
    expect(page({ latest: deploy(changing) })).toContain(`Parameters: ${change}`);
    expect(page({ history: [deploy(changing)] })).toContain(`${change} v1 → v1`);
  });

  it('a change of parameters leads back to the former parameters', () => {
    const done = page({ latest: deploy({ ...changing, status: 'completed' }) });
    expect(done).toContain('Roll back to the former parameters…');
  });
});

describe('a deploy that is over', () => {
  it('a deploy that is over leads back to the former release once it completed, and says why it did not', () => {
    const done = page({ latest: deploy({ status: 'completed' }), tags: ['v3'], release: 'v2' });
    expect(done).toContain('Roll back to v1…');
    expect(done).toContain('Deploy…');
    const failed = page({
      latest: deploy({ status: 'failed', error: 'the shadow fell silent' }),
      tags: ['v2'],
    });
    expect(failed).toContain('Failed: the shadow fell silent');
    expect(failed).not.toContain('Roll back');
  });

  it('a deploy that failed leaves the way back from the one that completed before', () => {
    const failed = deploy({ status: 'failed', from_image_tag: 'v2', target_image_tag: 'v3' });
    const completed = deploy({ deploy_id: 'd0', status: 'completed' });
    const given = { latest: failed, history: [failed, completed] };
    expect(page({ ...given, release: 'v2' })).toContain('Roll back to v1…');
    expect(page({ ...given, release: 'v1' })).not.toContain('Roll back');
  });

  it('the way back of a bot that is down writes what it ran with, and clears its quarantine after that', () => {
    const from = { from_image_tag: 'v1', from_params: { fast: 4 } };
    const [running, failed, quarantined] = [
      aBot(),
      aBot({ status: 'failed' }),
      aBot({ status: 'quarantined', quarantinedAt: AT }),
    ];
    expect([running, failed, quarantined].map(isDown)).toEqual([false, true, true]);
    const configure = {
      method: 'PATCH',
      path: '/bots/{id}',
      params,
      body: { image_tag: 'v1', params: { fast: 4 } },
    };
    expect(restartCommands({ bot: failed, from })).toEqual([configure]);
    expect(restartCommands({ bot: quarantined, from })).toEqual([
      configure,
      expect.objectContaining({ path: '/bff/bots/{bot_id}/clear-quarantine', params: { bot_id: 'b1' } }),
    ]);
    const [unchanged] = restartCommands({ bot: failed, from: { ...from, from_params: null } });
    expect(unchanged.body).toEqual({ image_tag: 'v1' });
  });

  it('a deploy that is over stays in the list with its error, also where nothing ran before it', () => {
    const first = deploy({ status: 'aborted', from_image_tag: null, error: 'aborted by ada' });
    expect(page({ history: [first] })).toMatch(/– → v2 Aborted .* aborted by ada/);
  });
});
