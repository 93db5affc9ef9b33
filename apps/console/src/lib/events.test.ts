import { expect, it } from 'vitest';
import { detailOf, type FeedEvent, isLoud, sentenceOf } from './events';

const event = (over: Partial<FeedEvent>): FeedEvent => ({
  source: 'bot',
  type: 'warmup_completed',
  breaker: null,
  reason: null,
  metadata: {},
  ...over,
});

it('an event reads as a sentence, with what else it carries', () => {
  expect(sentenceOf(event({}))).toBe('Warmup completed');
  expect(sentenceOf(event({ source: 'risk', breaker: 'vpin', type: 'breaker_tripped' }))).toBe(
    'Order-flow toxicity: breaker tripped',
  );
  expect(detailOf(event({ metadata: { status: 'ready', trace_id: 'x', warnings: [] } }))).toBe(
    'status ready',
  );
  expect(detailOf(event({ reason: 'too fast', metadata: { a: 1 } }))).toBe('too fast');
});

it('what went wrong is loud, what went well is not', () => {
  expect(
    ['BOT_LEASE_LOST', 'breaker_tripped', 'emergency_flatten', 'IntentRejected'].every((type) =>
      isLoud(event({ type })),
    ),
  ).toBe(true);
  expect(isLoud(event({ type: 'container_started' }))).toBe(false);
});
