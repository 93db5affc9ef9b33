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

it('a reason that is a list reaches the reader', () => {
  const reasons = ['perp_klines ETHUSDT 1d: 160 of 370 rows'];
  expect(detailOf(event({ type: 'BOT_WARMUP_INCOMPLETE', metadata: { reasons } }))).toBe(reasons[0]);
  const message = 'symbol BTCUSDT and strategy supertrend are held by BTC trend';
  expect(detailOf(event({ type: 'BOT_LEASE_ACQUIRE_TIMEOUT', metadata: { message } }))).toBe(message);
});

it('ids and times stay unsaid in either spelling', () => {
  const metadata = { command_id: 'x', commandId: 'x', served_at_ts: 1, servedAtTs: 1, failures: 5 };
  expect(detailOf(event({ metadata }))).toBe('failures 5');
});

it('what went wrong is loud, what went well is not', () => {
  expect(
    ['BOT_LEASE_LOST', 'breaker_tripped', 'emergency_flatten', 'IntentRejected'].every((type) =>
      isLoud(event({ type })),
    ),
  ).toBe(true);
  expect(isLoud(event({ type: 'container_started' }))).toBe(false);
});
