import { expect, it } from 'vitest';
import { OffsetClock } from './clock';

const VENUE_START_MS = 1_700_000_000_000;

function setUp() {
  const local = { wallMs: VENUE_START_MS - 3_000, monotonicMs: 1_000 };
  const venue = { jumpMs: 0, reads: 0 };
  const clock = new OffsetClock(
    { nowMs: () => local.wallMs, monotonicMs: () => local.monotonicMs },
    async () => {
      venue.reads++;
      local.monotonicMs += 20;
      local.wallMs += 20;
      return { kind: 'ok' as const, value: VENUE_START_MS + local.monotonicMs - 1_010 + venue.jumpMs };
    },
  );
  return { local, venue, clock };
}

it('the venue’s time is right within half a round trip after one look', async () => {
  const { clock, local } = setUp();
  await clock.ensureSynced();
  expect(clock.nowMs() - (VENUE_START_MS + local.monotonicMs - 1_000)).toBe(0);
});

it.each([10, -10])('the venue’s time is not moved by a jump of the wall clock by %s min', async (minutes) => {
  const { clock, local } = setUp();
  await clock.ensureSynced();
  const beforeMs = clock.nowMs();
  local.wallMs += minutes * 60_000;
  expect(clock.nowMs()).toBe(beforeMs);
  expect(Math.abs(clock.offsetMs() - 3_000 + minutes * 60_000)).toBeLessThan(50);
});

it.each([10, -10])(
  'the venue’s time follows a jump of the venue by %s min after a resync',
  async (minutes) => {
    const { clock, venue } = setUp();
    await clock.ensureSynced();
    const beforeMs = clock.nowMs();
    venue.jumpMs = minutes * 60_000;
    await clock.resync();
    expect(Math.abs(clock.nowMs() - beforeMs - minutes * 60_000)).toBeLessThan(100);
  },
);

it('the venue’s time is asked again after half an hour of monotonic time, once for all who wait', async () => {
  const { clock, local, venue } = setUp();
  await Promise.all([clock.ensureSynced(), clock.ensureSynced()]);
  const first = venue.reads;
  await clock.ensureSynced();
  expect(venue.reads).toBe(first);
  local.monotonicMs += 31 * 60_000;
  await clock.ensureSynced();
  await clock.resync();
  expect(venue.reads).toBe(2 * first);
});
