/** The venue's own description: symbols, filters and limits, futures and spot. */
import { GENESIS_MS } from '../domain/market/climate';
import type { RateLimitOptions } from '../domain/rate-limits';
import type { Listing, Venue } from '../domain/trading/venue';

const PERPETUAL_DELIVERY_MS = 4_133_404_800_000;

export function exchangeInfoView(venue: Venue, limits: RateLimitOptions, nowMs: number) {
  return {
    timezone: 'UTC',
    serverTime: nowMs,
    futuresType: 'U_MARGINED',
    rateLimits: [
      { rateLimitType: 'REQUEST_WEIGHT', interval: 'MINUTE', intervalNum: 1, limit: limits.weightPerMinute },
      { rateLimitType: 'ORDERS', interval: 'MINUTE', intervalNum: 1, limit: limits.ordersPerMinute },
      { rateLimitType: 'ORDERS', interval: 'SECOND', intervalNum: 10, limit: limits.ordersPer10s },
    ],
    exchangeFilters: [],
    assets: [
      { asset: 'USDT', marginAvailable: true, autoAssetExchange: '-10000' },
      { asset: 'BNB', marginAvailable: true, autoAssetExchange: '-10' },
    ],
    symbols: [...venue.listings.values()].map(futuresSymbol),
  };
}

function futuresSymbol(listing: Listing) {
  const { spec } = listing.market;
  const { filters } = listing;
  return {
    symbol: spec.symbol,
    pair: spec.symbol,
    contractType: 'PERPETUAL',
    deliveryDate: PERPETUAL_DELIVERY_MS,
    onboardDate: GENESIS_MS,
    status: filters.status,
    maintMarginPercent: '2.5000',
    requiredMarginPercent: '5.0000',
    baseAsset: spec.baseAsset,
    quoteAsset: spec.quoteAsset,
    marginAsset: spec.quoteAsset,
    pricePrecision: spec.priceDecimals,
    quantityPrecision: spec.quantityDecimals,
    baseAssetPrecision: 8,
    quotePrecision: 8,
    underlyingType: 'COIN',
    underlyingSubType: [],
    settlePlan: 0,
    triggerProtect: '0.0500',
    liquidationFee: '0.012500',
    marketTakeBound: '0.05',
    maxMoveOrderLimit: 10000,
    filters: [
      {
        filterType: 'PRICE_FILTER',
        minPrice: filters.minPrice,
        maxPrice: filters.maxPrice,
        tickSize: filters.tickSize,
      },
      { filterType: 'LOT_SIZE', minQty: filters.minQty, maxQty: filters.maxQty, stepSize: filters.stepSize },
      {
        filterType: 'MARKET_LOT_SIZE',
        minQty: filters.minQty,
        maxQty: filters.marketMaxQty,
        stepSize: filters.stepSize,
      },
      { filterType: 'MAX_NUM_ORDERS', limit: filters.maxOpenOrders },
      { filterType: 'MIN_NOTIONAL', notional: filters.minNotional },
      {
        filterType: 'PERCENT_PRICE',
        multiplierUp: filters.multiplierUp,
        multiplierDown: filters.multiplierDown,
        multiplierDecimal: '4',
      },
      { filterType: 'POSITION_RISK_CONTROL', positionControlSide: 'NONE' },
    ],
    orderTypes: [
      'LIMIT',
      'MARKET',
      'STOP',
      'STOP_MARKET',
      'TAKE_PROFIT',
      'TAKE_PROFIT_MARKET',
      'TRAILING_STOP_MARKET',
    ],
    timeInForce: ['GTC', 'IOC', 'FOK', 'GTX', 'GTD'],
    permissionSets: ['GRID', 'COPY', 'RPI', 'DCA', 'PSB'],
  };
}

export function spotExchangeInfoView(venue: Venue, nowMs: number) {
  return {
    timezone: 'UTC',
    serverTime: nowMs,
    rateLimits: [{ rateLimitType: 'REQUEST_WEIGHT', interval: 'MINUTE', intervalNum: 1, limit: 6000 }],
    exchangeFilters: [],
    symbols: [...venue.listings.values()].map(({ market, filters }) => ({
      symbol: market.spec.symbol,
      status: filters.status,
      baseAsset: market.spec.baseAsset,
      baseAssetPrecision: 8,
      quoteAsset: market.spec.quoteAsset,
      quotePrecision: 8,
      quoteAssetPrecision: 8,
      baseCommissionPrecision: 8,
      quoteCommissionPrecision: 8,
      orderTypes: [],
      icebergAllowed: false,
      ocoAllowed: false,
      quoteOrderQtyMarketAllowed: false,
      isSpotTradingAllowed: false,
      isMarginTradingAllowed: false,
      filters: [
        {
          filterType: 'PRICE_FILTER',
          minPrice: filters.minPrice,
          maxPrice: filters.maxPrice,
          tickSize: filters.tickSize,
        },
        {
          filterType: 'LOT_SIZE',
          minQty: filters.minQty,
          maxQty: filters.maxQty,
          stepSize: filters.stepSize,
        },
      ],
      permissions: ['SPOT'],
      permissionSets: [['SPOT']],
    })),
  };
}
