import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { known, refused, textOf } from '../rendered.fixture';
import { aBot } from './bot.fixture';
import { BotChart } from './bot-chart';
import { BotEquity } from './bot-equity';

const HOUR_MS = 3_600_000;
const bar = (openTime: number) => ({ openTime, open: 1, high: 2, low: 1, close: 2, volume: 5 });
const ofBot = { symbol: 'BTCUSDT', timeframe: '1h', limit: 160 };
const klines = (...opens: number[]) =>
  known('/data/klines', { klines: opens.map(bar) } as never, { query: ofBot });
const minutesSince = (fromMs: number, ...opens: number[]) =>
  known('/data/klines', { klines: opens.map(bar) } as never, {
    query: { symbol: 'BTCUSDT', timeframe: '1m', from_ts: fromMs, limit: 5_000 },
  });

describe('the chart of a bot', () => {
  const panel = (...reads: ReturnType<typeof known>[]) =>
    textOf(createElement(BotChart, { bot: aBot() }), { reads });

  it('the chart of a bot says how to fill bars that are not stored', () => {
    expect(panel(klines())).toContain('No bars are stored for this symbol');
    expect(panel(klines())).toContain('./platform data backfill klines --symbols BTCUSDT');
    expect(panel(klines(0))).not.toContain('No bars are stored');
  });

  it('the chart of a bot says that its last bar is still open once the minutes of it are read', () => {
    expect(panel(klines(0))).not.toContain('still open');
    expect(panel(klines(0), minutesSince(HOUR_MS, HOUR_MS))).toContain('the last bar is still open');
  });

  it('the chart of a bot says why bars could not be read', () => {
    const away = refused('/data/klines', { message: 'The data service is away' }, { query: ofBot });
    expect(panel(away as never)).toContain('The data service is away');
  });
});

describe('the equity of a bot', () => {
  const query = { bot_id: 'b1', resolution: '1m' };
  const simulated = { runId: 'r', fromTs: 0, toTs: 86_400_000, returnPct: 5, sparkline: [100, 105] };
  const tab = (equity: object[], bot = aBot()) =>
    textOf(createElement(BotEquity, { botId: 'b1' }), {
      reads: [
        known('/performance', { equity, stats: {} } as never, { query }),
        known('/bff/bots', { items: [bot] } as never),
      ],
    });

  it('a bot has no equity before it traded, and simulated days are named as such', () => {
    expect(tab([])).toContain('No equity yet');
    expect(tab([], aBot({ simulated }))).toContain('simulated, not traded');
  });
});
