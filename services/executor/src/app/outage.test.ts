import { expect, it } from 'vitest';
import { Outage } from './outage';

/** A clock that stands still until it is moved, and the calls that wait for it. */
class Timeline {
  nowMs = 0;
  private readonly calls: { readonly atMs: number; readonly call: () => void }[] = [];

  later(call: () => void, delayMs: number): () => void {
    const waiting = { atMs: this.nowMs + delayMs, call };
    this.calls.push(waiting);
    return () => {
      const index = this.calls.indexOf(waiting);
      if (index >= 0) this.calls.splice(index, 1);
    };
  }

  moveTo(untilMs: number): void {
    for (;;) {
      const [next] = this.calls.filter(({ atMs }) => atMs <= untilMs).sort((a, b) => a.atMs - b.atMs);
      if (next === undefined) break;
      this.calls.splice(this.calls.indexOf(next), 1);
      this.nowMs = next.atMs;
      next.call();
    }
    this.nowMs = untilMs;
  }
}

/** So many positions, each of which wants one order placed and tries whenever it is woken. */
function exchangeWith(count: number) {
  const timeline = new Timeline();
  const state = { isDown: true, sentAtMs: [] as number[] };
  const waiting = new Set(Array.from({ length: count }, (_, index) => index));
  const outage = new Outage({
    nowMs: () => timeline.nowMs,
    later: (call, delayMs) => timeline.later(call, delayMs),
    probeMs: 4_000,
    onProbeDue: () => tryAll(),
    onOver: () => tryAll(),
  });
  function tryAll(): void {
    for (const position of [...waiting]) {
      if (!outage.admits('algo')) continue;
      state.sentAtMs.push(timeline.nowMs);
      if (state.isDown) outage.unanswered('algo');
      else {
        waiting.delete(position);
        outage.answered('algo');
      }
    }
  }
  return { timeline, state, waiting, outage, tryAll };
}

it('an outage of half an hour is probed by one order every few seconds, and over at the first answer', () => {
  const { timeline, state, waiting, tryAll } = exchangeWith(20);
  tryAll();
  timeline.moveTo(30 * 60_000);
  expect(state.sentAtMs.length).toBeLessThan((30 * 60) / 4 + 10);
  const gaps = state.sentAtMs.slice(1).map((atMs, index) => atMs - state.sentAtMs[index]!);
  expect(Math.max(...gaps)).toBeLessThanOrEqual(5_000);
  state.isDown = false;
  timeline.moveTo(30 * 60_000 + 5_000);
  expect(waiting.size).toBe(0);
});

it('answers that are lost one at a time are not an outage', () => {
  const { outage } = exchangeWith(1);
  for (let round = 0; round < 100; round += 1) {
    outage.unanswered('regular');
    outage.unanswered('regular');
    expect(outage.admits('regular')).toBe(true);
    outage.answered('regular');
  }
});

it('an outage of one order space leaves the other alone', () => {
  const { outage } = exchangeWith(1);
  for (let count = 0; count < 10; count += 1) outage.unanswered('algo');
  expect(outage.admits('algo')).toBe(false);
  expect(outage.admits('regular')).toBe(true);
});

it('an outage keeps the silence that the exchange asks for, and no longer', () => {
  const { outage, timeline, waiting, state, tryAll } = exchangeWith(3);
  state.isDown = false;
  outage.throttled('algo', 60_000);
  tryAll();
  timeline.moveTo(59_999);
  expect(state.sentAtMs).toEqual([]);
  timeline.moveTo(60_010);
  expect(waiting.size).toBe(0);
});
