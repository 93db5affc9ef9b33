/** A run and its roundtrips for tests of what is shown of them. */
import type { Curve, Roundtrip, RunDetail } from './types';

export function aRun(overrides: Partial<RunDetail> = {}): RunDetail {
  return {
    run_id: 'r1',
    runId: 'r1',
    id: 'r1',
    botId: null,
    kind: 'backtest',
    status: 'completed',
    strategy: 'supertrend',
    symbol: 'BTCUSDT',
    timeframe: '1h',
    params: { atr_period: 10 },
    fromTs: 0,
    toTs: 31_536_000_000,
    sharpe: 0.7,
    maxDrawdownPct: 12,
    createdAt: '2026-01-01T00:00:00Z',
    netPnlUsd: '900',
    returnPct: 9,
    roundtripCount: 31,
    asOf: null,
    figuresAsOf: null,
    performance: {
      sharpe: 0.7,
      maxDrawdownPct: 12,
      cagrPct: 9,
      winRatePct: 40,
      netPnlUsd: '900.00000000',
      feesUsd: '10',
      fundingUsd: '1',
      slippageUsd: '2',
      roundtripCount: 31,
    },
    certificate: null,
    coverage: null,
    metrics: { totalReturn: 0.09 },
    costs: {},
    initialEquityUsd: '10000',
    barCount: 10,
    progress: 1,
    warnings: [],
    error: null,
    name: null,
    note: null,
    tags: [],
    startedAt: null,
    finishedAt: null,
    ...overrides,
  };
}

export function aTrip(overrides: Partial<Roundtrip> = {}): Roundtrip {
  return {
    seq: 0,
    side: 'long',
    entryTs: 1_000,
    exitTs: 2_000,
    durationMs: 1_000,
    qty: '1',
    entryPrice: '100',
    exitPrice: '110',
    pnlUsd: '8',
    feesUsd: '1',
    slippageUsd: '0.5',
    fundingUsd: '0.5',
    exitReason: 'signal',
    maePct: -1,
    mfePct: 11,
    ...overrides,
  };
}

/** From times and equities; the drawdown follows from them. */
export function aCurve(points: readonly (readonly [ts: number, equityUsd: number])[]): Curve {
  let peak = 0;
  const drawdownPct = points.map(([, equity]) => {
    peak = Math.max(peak, equity);
    return 100 * (1 - equity / peak);
  });
  return { ts: points.map(([ts]) => ts), equityUsd: points.map(([, equity]) => equity), drawdownPct };
}
