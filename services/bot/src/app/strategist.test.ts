import { type Bar, BarSeries } from '@platform/core';
import { findStrategy } from '@platform/strategies';
import { expect, it } from 'vitest';
import { generateMarket } from '../../../../packages/strategies/test/support/generate-market';
import type { BarReceiver, DecisionStore, RecordReplay } from './ports';
import { Strategist, type StrategistParts } from './strategist';

it('a shadow hands in as replayed what closed between the replay and the end of its warm-up', async () => {
  const { bars } = generateMarket({ seed: 3, bars: 400, timeframe: '1h' });
  const definition = findStrategy('psar')!;
  const parsed = definition.parse({});
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
  const at = (k: number) => bars.at(k);
  const between = (fromMs: number, toMs: number) =>
    Array.from({ length: bars.length }, (_, k) => at(k)).filter(
      ({ openTimeMs }) => openTimeMs >= fromMs && openTimeMs < toMs,
    );
  const [first, lastReplayed, lastMissed, live] = [at(380), at(385), at(387), at(388)];
  let receiver: BarReceiver | undefined;
  const source: Partial<StrategistParts['source']> = {
    market: async (fromMs, toMs) => {
      const span = new BarSeries();
      for (const bar of between(fromMs, toMs)) span.append(bar);
      return { bars: span };
    },
    warmup: async () => ({
      bars: between(0, lastMissed.openTimeMs + 1),
      auxiliary: {},
      served: [],
      warnings: [],
    }),
    prepare: async () => undefined,
    start: (given) => {
      receiver = given;
    },
    stop: async () => undefined,
  };
  const [replayed, followed]: [number[], number[]] = [[], []];
  const openTimes = (entries: readonly { readonly bar: Bar }[]) => entries.map(({ bar }) => bar.openTimeMs);
  const recordReplay: RecordReplay = async (_lease, entries) => {
    replayed.push(...openTimes(entries));
    return { kind: 'committed', intents: [] };
  };
  const store: DecisionStore = {
    commit: async (_lease, { entries }) => {
      followed.push(...openTimes(entries));
      return { kind: 'committed', intents: [] };
    },
    repeatMissedExit: async () => ({ kind: 'committed', intents: [] }),
  };
  const strategist = new Strategist({
    settings: {
      symbol: 'BTCUSDT',
      timeframe: '1h',
      warmupMode: 'strict',
      shadow: true,
      plan: { definition, params: parsed.value, overlays: [] },
    },
    source,
    store,
    recordReplay,
    ledger: {
      lastOpenTimeMs: async () => lastReplayed.openTimeMs,
      chainStart: async () => ({
        openTimeMs: first.openTimeMs,
        previousDigest: 'ab'.repeat(32),
        held: 0,
        evaluator: null,
        params: null,
      }),
    },
    lease: { held: { holderId: 'a shadow', fence: '1' } },
    restore: async () => ({ state: null, heldSide: 0 }),
    events: new Proxy({}, { get: () => () => undefined }),
    time: { monotonicMs: () => 0 },
  } as unknown as StrategistParts);

  await strategist.warmUp();
  await strategist.start();
  await receiver!.deliver([live]);
  await strategist.close();
  expect(replayed).toEqual(openTimes(between(first.openTimeMs, live.openTimeMs).map((bar) => ({ bar }))));
  expect(followed).toEqual([live.openTimeMs]);
});
