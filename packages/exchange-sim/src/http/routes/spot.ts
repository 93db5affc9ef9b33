/**
 * The spot venue's public side, the key's own restrictions, and what general clients ask before they trade.
 */
import { accept } from '../../domain/trading/checks';
import { spotExchangeInfoView } from '../../wire/exchange-info';
import { listingOf, type Routes } from '../call';
import { klines } from './market';

export const SPOT_ROUTES: Routes = {
  'GET /api/v3/ping': { security: 'none', weight: 1, handle: () => accept({}) },
  'GET /api/v3/time': {
    security: 'none',
    weight: 1,
    handle: ({ sim }) => accept({ serverTime: sim.clock.statedMs() }),
  },
  'GET /api/v3/exchangeInfo': {
    security: 'none',
    weight: 20,
    handle: ({ sim, venue }) => accept(spotExchangeInfoView(venue, sim.clock.statedMs())),
  },
  'GET /api/v3/klines': {
    security: 'none',
    weight: 2,
    handle: (call) => klines(call, 'spot', 1000, listingOf(call)),
  },
  'GET /sapi/v1/account/apiRestrictions': {
    security: 'read',
    weight: 1,
    handle: ({ key }) =>
      accept({
        ipRestrict: false,
        createTime: 1_700_000_000_000,
        enableReading: true,
        enableWithdrawals: key.canWithdraw,
        enableInternalTransfer: key.canWithdraw,
        enableMargin: false,
        enableFutures: key.canTrade,
        permitsUniversalTransfer: key.canWithdraw,
        enableVanillaOptions: false,
        enableFixApiTrade: false,
        enableFixReadOnly: false,
        enableSpotAndMarginTrading: false,
        enablePortfolioMarginTrading: false,
      }),
  },
  'GET /sapi/v1/capital/config/getall': { security: 'read', weight: 10, handle: () => accept([]) },
  'GET /sapi/v1/margin/allPairs': { security: 'key', weight: 1, handle: () => accept([]) },
  'GET /sapi/v1/margin/isolated/allPairs': { security: 'key', weight: 1, handle: () => accept([]) },
  'GET /dapi/v1/exchangeInfo': { security: 'none', weight: 1, handle: () => accept({ symbols: [] }) },
};
