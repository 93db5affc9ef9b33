import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { known, knownPages, markupOf, refusedButtons, textOf } from '../rendered.fixture';
import { aBot } from './bot.fixture';
import { BotRelease } from './bot-release';

const AT = '2026-11-17T08:00:00.000Z';
const params = { id: 'b1' };
const deploy = (over: object = {}) => ({
  ...{ deploy_id: 'd1', bot_id: 'b1', status: 'shadowing', from_image_tag: 'v1', target_image_tag: 'v2' },
  ...{ shadow_matches: 40, shadow_divergences: 0, live_bars: 3, replay_bars: 100, min_live_bars: 5 },
  ...{ waiting_for: null, error: null, divergences: [], divergence_digest: null, accepted_digest: null },
  ...{ is_deliberate: false, started_at: AT, finished_at: null, ...over },
});

interface Given {
  readonly latest?: object | null;
  readonly tags?: readonly string[];
  readonly history?: readonly object[];
  readonly role?: 'operator' | 'viewer';
}

const given = ({ latest = null, tags = [], history = [], role = 'operator' }: Given) => ({
  role,
  reads: [
    known('/bots/{id}', { image_tag: 'v1' } as never, { params }),
    known('/bots/{id}/deploy/status', { deploy: latest } as never, { params }),
    known('/releases', { items: tags.map((tag) => ({ tag })) } as never),
    knownPages('/bots/{id}/deploys', history, { params }),
  ],
});
const page = (over: Given = {}) => textOf(createElement(BotRelease, { bot: aBot() }), given(over));
const refused = (over: Given) => refusedButtons(createElement(BotRelease, { bot: aBot() }), given(over));

describe('the release of a bot', () => {
  it('is named, with every other release to choose from', () => {
    expect(page({ tags: ['v1', 'v2'] })).toMatch(/Runs release v1 v2 latest Deploy…/);
    expect(page()).toContain('No deploy of this bot yet');
  });

  it('is moved by operators only', () => {
    expect(refused({ tags: ['v2'], role: 'viewer' })).toEqual(['Deploy…']);
    expect(refused({ tags: ['v2'] })).toEqual([]);
  });
});

describe('a deploy under way', () => {
  it('says how many bars were decided alike and what it still needs', () => {
    expect(page({ latest: deploy() })).toContain(
      '40 bars decided alike, 0 differently, 3 of them live (needs 100 replayed and 5 live)',
    );
    expect(page({ latest: deploy({ waiting_for: 'two more live bars' }) })).toContain(
      'Waiting: two more live bars',
    );
  });

  it('marks the step it is at, and starts no second one beside it', () => {
    const markup = markupOf(
      createElement(BotRelease, { bot: aBot() }),
      given({ latest: deploy(), tags: ['v3'] }),
    );
    expect(markup).toMatch(/aria-current="step"[^>]*>2\. Shadow and compare/);
    expect(page({ latest: deploy(), tags: ['v3'] })).toContain('1. Start ✓');
    expect(page({ latest: deploy(), tags: ['v3'] })).not.toContain('Deploy…');
  });

  it('can be aborted before the swap, not after', () => {
    expect(page({ latest: deploy() })).toContain('Abort…');
    expect(page({ latest: deploy({ status: 'swapping' }) })).not.toContain('Abort…');
  });

  it('lays both decisions side by side where they differ, and no signal is said as such', () => {
    const divergences = [{ open_time_ms: 60_000, field: 'side', blue: { side: 'long' }, green: null }];
    const said = page({ latest: deploy({ divergences, shadow_divergences: 1 }) });
    expect(said).toContain('1970-01-01 00:01:00 differs in side v1: long v2: no signal');
  });

  it('asks for acceptance of a deliberate difference alone, and once', () => {
    const asks = (over: object) => page({ latest: deploy({ divergence_digest: 'abc', ...over }) });
    expect(asks({ is_deliberate: true })).toContain('Accept divergences…');
    expect(asks({ is_deliberate: false })).not.toContain('Accept divergences…');
    expect(asks({ is_deliberate: true, accepted_digest: 'abc' })).not.toContain('Accept divergences…');
  });
});

describe('a deploy that is over', () => {
  it('leads back to the former release once it completed, and says why it did not', () => {
    const done = page({ latest: deploy({ status: 'completed' }), tags: ['v2'] });
    expect(done).toContain('Roll back to v1…');
    expect(done).toContain('Deploy…');
    const failed = page({
      latest: deploy({ status: 'failed', error: 'the shadow fell silent' }),
      tags: ['v2'],
    });
    expect(failed).toContain('Failed: the shadow fell silent');
    expect(failed).not.toContain('Roll back');
  });

  it('stays in the list with its error, also where nothing ran before it', () => {
    const first = deploy({ status: 'aborted', from_image_tag: null, error: 'aborted by ada' });
    expect(page({ history: [first] })).toMatch(/– → v2 Aborted .* aborted by ada/);
  });
});
