/** A bot as the list of bots answers it, for tests of what is shown of one. */
import type { ItemOf } from '../../manager/types';

export type AnyBot = ItemOf<'/bff/bots'>;

export function aBot(overrides: Partial<AnyBot> = {}): AnyBot {
  return {
    botId: 'b1',
    botName: 'BTC trend',
    desiredState: 'running',
    status: 'live',
    network: 'testnet',
    candleSource: 'data-ws',
    strategy: 'supertrend',
    symbol: 'BTCUSDT',
    timeframe: '1h',
    clusterId: null,
    version: 'v1',
    generation: 1,
    startedAt: '2026-11-17T00:00:00.000Z',
    quarantinedAt: null,
    pausedByRisk: null,
    pausedByOperator: null,
    lastBarOpenTime: null,
    lastBarAgeSeconds: null,
    position: null,
    equityUsd: '10000',
    pnlTodayUsd: '0',
    pnl7dUsd: '0',
    pnlAllUsd: '0',
    drawdownPct: 0,
    parity: null,
    deploy: null,
    lastError: null,
    sparkline: [],
    simulated: null,
    ...overrides,
  };
}

export function aPosition(overrides: Partial<NonNullable<AnyBot['position']>> = {}) {
  return {
    network: 'testnet',
    symbol: 'BTCUSDT',
    botId: 'b1',
    side: 'long',
    qty: '2',
    entryPrice: '100',
    markPrice: '104',
    unrealisedPnlUsd: '8',
    liquidationPrice: '60',
    stopPrice: '95',
    protected: true,
    ...overrides,
  } as NonNullable<AnyBot['position']>;
}
