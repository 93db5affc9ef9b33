/**
 * Stablecoin supply in the shape of DefiLlama's stablecoins API: current circulation, and daily history as
 * charts.
 */
import { DAY_MS } from '@platform/core';
import { drift } from '../domain/market/positioning';
import { hashText } from '../domain/random';
import { accept } from '../domain/trading/checks';
import type { Call, Routes } from '../http/call';
import { startOfDayMs } from './calendar';

interface Coin {
  readonly id: string;
  readonly name: string;
  readonly symbol: string;
  readonly geckoId: string;
  /** Supply on the first day, and how much is added each year. */
  readonly startUsd: number;
  readonly perYearUsd: number;
}

const COINS: readonly Coin[] = [
  { id: '1', name: 'Tether', symbol: 'USDT', geckoId: 'tether', startUsd: 2e9, perYearUsd: 19e9 },
  { id: '2', name: 'USD Coin', symbol: 'USDC', geckoId: 'usd-coin', startUsd: 3e8, perYearUsd: 8e9 },
  { id: '5', name: 'Dai', symbol: 'DAI', geckoId: 'dai', startUsd: 1e8, perYearUsd: 6e8 },
];

const FIRST_DAY_MS = Date.UTC(2017, 10, 29);

export const STABLECOIN_ROUTES: Routes = {
  'GET /stablecoins': { security: 'none', weight: 0, handle: overview },
  'GET /stablecoincharts/all': { security: 'none', weight: 0, handle: charts },
};

function overview(call: Call) {
  const pegged = (coin: Coin, timeMs: number) => ({
    peggedUSD: supply(coin, timeMs, call.venue.options.seed),
  });
  const todayMs = startOfDayMs(call.nowMs);
  return accept({
    peggedAssets: COINS.map((coin) => ({
      id: coin.id,
      name: coin.name,
      symbol: coin.symbol,
      gecko_id: coin.geckoId,
      pegType: 'peggedUSD',
      priceSource: 'defillama',
      pegMechanism: 'fiat-backed',
      circulating: pegged(coin, todayMs),
      circulatingPrevDay: pegged(coin, todayMs - DAY_MS),
      circulatingPrevWeek: pegged(coin, todayMs - 7 * DAY_MS),
      circulatingPrevMonth: pegged(coin, todayMs - 30 * DAY_MS),
      chains: ['Ethereum', 'Tron'],
      price: 1,
    })),
  });
}

/** Daily totals since the first day, of one coin when `stablecoin` names it by id. */
function charts(call: Call) {
  const { stablecoin } = call.params;
  const coins = stablecoin === undefined ? COINS : COINS.filter((coin) => coin.id === stablecoin);
  const rows: unknown[] = [];
  for (let dayMs = FIRST_DAY_MS; dayMs <= call.nowMs; dayMs += DAY_MS) {
    const total = coins.reduce((sum, coin) => sum + supply(coin, dayMs, call.venue.options.seed), 0);
    rows.push({
      date: String(dayMs / 1000),
      totalCirculating: { peggedUSD: total },
      totalUnreleased: { peggedUSD: 0 },
      totalCirculatingUSD: { peggedUSD: total },
      totalMintedUSD: { peggedUSD: total },
      totalBridgedToUSD: { peggedUSD: 0 },
    });
  }
  return accept(rows);
}

function supply(coin: Coin, timeMs: number, seed: number): number {
  const years = (timeMs - FIRST_DAY_MS) / (365 * DAY_MS);
  const wave = drift(hashText(seed, coin.id), timeMs, 45 * DAY_MS);
  return Math.round(coin.startUsd + coin.perYearUsd * Math.max(0, years) * (1 + 0.05 * wave));
}
