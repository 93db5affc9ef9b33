import { DEFAULT_RISK_LIMITS, type RiskLimits } from '@platform/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BotEquity, type DrawdownMemory, type DrawdownObservation, drawdown } from './drawdown';

const bot = (botId: string, equityUsd: number, rest: Partial<BotEquity> = {}): BotEquity => ({
  botId,
  runId: `run of ${botId}`,
  network: 'prod',
  initialEquityUsd: 1_000,
  equityUsd,
  highestEquityUsd: 0,
  ...rest,
});

const look = (bots: readonly BotEquity[], rest: Partial<DrawdownObservation> = {}): DrawdownObservation => ({
  nowMs: 0,
  utcDay: 1,
  bots,
  networks: [],
  wallets: [],
  ...rest,
});

function watch(looks: readonly (readonly BotEquity[])[], limits: RiskLimits = DEFAULT_RISK_LIMITS) {
  let memory: DrawdownMemory = drawdown.initialMemory;
  let values = new Map<string, number | null>();
  for (const bots of looks) {
    const seen = drawdown.observe(memory, look(bots), limits);
    memory = seen.memory;
    values = new Map(seen.readings.map((r) => [r.scope, r.kind === 'measured' ? r.value : null]));
  }
  return { memory, values };
}

const equities = fc.array(fc.double({ min: 1, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 30 });

it('drawdown of one bot, and of a portfolio of one, is the fall from the running peak', () => {
  fc.assert(
    fc.property(equities, (path) => {
      const peak = Math.max(1_000, ...path);
      const expected = (peak - path.at(-1)!) / peak;
      const { values } = watch(path.map((equity) => [bot('a', equity)]));
      expect(values.get('bot:a')).toBeCloseTo(expected, 9);
      expect(values.get('portfolio')).toBeCloseTo(expected, 6);
    }),
  );
});

it('drawdown of the portfolio is not moved by a bot that starts or stops', () => {
  fc.assert(
    fc.property(equities, fc.double({ min: 10, max: 1e6, noNaN: true }), (path, capital) => {
      const alone = path.map((equity) => [bot('a', equity)]);
      const newcomer = bot('b', capital, { initialEquityUsd: capital });
      const last = alone.at(-1)!;
      const joined = [...alone, [...last, newcomer], [...last, newcomer], last];
      expect(watch(joined).values.get('portfolio')).toBeCloseTo(watch(alone).values.get('portfolio')!, 9);
    }),
  );
});

it('drawdown weighs bots by what they hold', () => {
  const before = [bot('a', 9_000, { initialEquityUsd: 9_000 }), bot('b', 1_000)];
  const after = [bot('a', 9_000, { initialEquityUsd: 9_000 }), bot('b', 500)];
  const { values } = watch([before, after]);
  expect(values.get('portfolio')).toBeCloseTo(0.05, 12);
  expect(values.get('bot:b')).toBeCloseTo(0.5, 12);
});

it('drawdown counts from the highest recorded point, also one that fell between two looks', () => {
  const { values } = watch([[bot('a', 1_000, { highestEquityUsd: 2_000 })]]);
  expect(values.get('bot:a')).toBeCloseTo(0.5, 12);
});

it('drawdown starts a new peak with a new run', () => {
  const { values } = watch([[bot('a', 5_000)], [bot('a', 1_000, { runId: 'next' })]]);
  expect(values.get('bot:a')).toBe(0);
});

it('drawdown accepts the losses so far when the baseline is changed, and only then', () => {
  const lost = watch([[bot('a', 1_000)], [bot('a', 700)]]);
  const value = (baseline: number) => {
    const limits = { ...DEFAULT_RISK_LIMITS, drawdown_baseline: baseline };
    return drawdown
      .observe(lost.memory, look([bot('a', 700)]), limits)
      .readings.map((r) => (r.kind === 'measured' ? r.value : null));
  };
  expect(value(0)[0]).toBeCloseTo(0.3, 12);
  expect(value(1)).toEqual([0, 0]);
});

it('drawdown counts positions that belong to no bot', () => {
  const unassigned = (unassignedPnlUsd: number) =>
    look([bot('a', 1_000)], { networks: [{ network: 'prod', idleUsd: 0, unassignedPnlUsd }] });
  const first = drawdown.observe(drawdown.initialMemory, unassigned(-50), DEFAULT_RISK_LIMITS);
  const second = drawdown.observe(first.memory, unassigned(-250), DEFAULT_RISK_LIMITS);
  expect(second.readings[0]).toMatchObject({ scope: 'portfolio', value: expect.closeTo(0.2, 12) });
});

it('drawdown of the portfolio is of all that is allocated, also to bots that have not begun', () => {
  const networks = [{ network: 'prod', idleUsd: 3_000, unassignedPnlUsd: 0 }];
  const first = drawdown.observe(
    drawdown.initialMemory,
    look([bot('a', 1_000)], { networks }),
    DEFAULT_RISK_LIMITS,
  );
  const second = drawdown.observe(first.memory, look([bot('a', 800)], { networks }), DEFAULT_RISK_LIMITS);
  expect(second.readings.map((reading) => (reading.kind === 'measured' ? reading.value : null))).toEqual([
    expect.closeTo(0.05, 12),
    expect.closeTo(0.2, 12),
  ]);
});

it('drawdown of one network is not hidden by the money of another', () => {
  const rich = bot('rich', 1_000_000, { network: 'testnet', initialEquityUsd: 1_000_000 });
  const { values } = watch([
    [bot('a', 1_000), rich],
    [bot('a', 700), rich],
  ]);
  expect(values.get('portfolio')).toBeCloseTo(0.3, 12);
});

it('drawdown is at most 1, also when more was lost than there was', () => {
  const { values } = watch([[bot('a', 1_000)], [bot('a', -500)]]);
  expect([...values.values()]).toEqual([1, 1]);
});

it('drawdown has no data before the first live run', () => {
  expect(watch([[]]).values).toEqual(new Map([['portfolio', null]]));
});

describe('the loss of a day', () => {
  const limits = { ...DEFAULT_RISK_LIMITS, daily_loss_pause_fraction: 0.05 };
  const lossAfter = (looks: readonly (readonly [utcDay: number, equity: number])[], given = limits) => {
    let memory: DrawdownMemory = drawdown.initialMemory;
    let loss: number | undefined;
    for (const [utcDay, equity] of looks) {
      const seen = drawdown.observe(memory, look([bot('a', equity)], { utcDay }), given);
      memory = seen.memory;
      const reading = seen.readings.find(({ scope }) => scope === 'portfolio:day');
      loss = reading?.kind === 'measured' ? reading.value : undefined;
    }
    return loss;
  };

  it('the loss of a day is counted from the last look before midnight, not from the peak', () => {
    expect(
      lossAfter([
        [1, 1_200],
        [1, 1_000],
        [2, 990],
        [2, 950],
      ]),
    ).toBeCloseTo(0.05, 12);
  });

  it('the loss of a day is forgotten when the next day begins', () => {
    expect(
      lossAfter([
        [1, 1_000],
        [1, 800],
        [2, 800],
      ]),
    ).toBe(0);
  });

  it('the loss of a day is 0 on a day of gains', () => {
    expect(
      lossAfter([
        [1, 1_000],
        [1, 1_500],
      ]),
    ).toBe(0);
  });

  it('the loss of a day is not judged while no limit is set', () => {
    expect(lossAfter([[1, 500]], DEFAULT_RISK_LIMITS)).toBeUndefined();
  });
});
