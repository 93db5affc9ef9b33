/** Every endpoint we call: where it is, who may call it and what it costs, as documented. */
import type { TimeRange } from '../../port/orders';
import type { LimitName } from './rate-budget';

export type Params = Readonly<Record<string, string | number | boolean | undefined>>;

export interface Endpoint {
  readonly host: 'futures' | 'spot';
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  /** `key` sends the key without a signature. */
  readonly security: 'none' | 'key' | 'signed';
  readonly weight: number | ((params: Params) => number);
  /** A limit of its own besides the weight. */
  readonly alsoLimitedBy?: LimitName;
  readonly countsAsOrder?: true;
  /** The venue says that the used weight in this answer's header is wrong. */
  readonly usedWeightIsWrong?: true;
}

type Options = Partial<Pick<Endpoint, 'alsoLimitedBy' | 'countsAsOrder' | 'usedWeightIsWrong'>>;

function endpoint(
  line: `${Endpoint['host']} ${Endpoint['method']} /${string}`,
  security: Endpoint['security'],
  weight: Endpoint['weight'],
  options: Options = {},
): Endpoint {
  const [host, method, path] = line.split(' ') as [Endpoint['host'], Endpoint['method'], string];
  return { host, method, path, security, weight, ...options };
}

const wide = (withSymbol: number, withoutSymbol: number) => (params: Params) =>
  params['symbol'] === undefined ? withoutSymbol : withSymbol;

function klineWeight(params: Params): number {
  const limit = Number(params['limit'] ?? 500);
  if (limit < 100) return 1;
  if (limit < 500) return 2;
  return limit <= 1000 ? 5 : 10;
}

const depthWeight = (params: Params) => (Number(params['limit']) <= 50 ? 2 : 5);

const statistics = (name: string) =>
  endpoint(`futures GET /futures/data/${name}`, 'none', 0, { alsoLimitedBy: 'statistics' });

export const ENDPOINTS = {
  serverTime: endpoint('futures GET /fapi/v1/time', 'none', 1),
  exchangeInfo: endpoint('futures GET /fapi/v1/exchangeInfo', 'none', 1),
  perpKlines: endpoint('futures GET /fapi/v1/klines', 'none', klineWeight),
  spotKlines: endpoint('spot GET /api/v3/klines', 'none', 2),
  fundingRate: endpoint('futures GET /fapi/v1/fundingRate', 'none', 0, { alsoLimitedBy: 'funding' }),
  premiumIndex: endpoint('futures GET /fapi/v1/premiumIndex', 'none', wide(1, 10)),
  bookTicker: endpoint('futures GET /fapi/v1/ticker/bookTicker', 'none', wide(2, 5), {
    usedWeightIsWrong: true,
  }),
  depth: endpoint('futures GET /fapi/v1/depth', 'none', depthWeight),
  openInterestHistory: statistics('openInterestHist'),
  allAccountsRatio: statistics('globalLongShortAccountRatio'),
  topAccountsRatio: statistics('topLongShortAccountRatio'),
  topPositionsRatio: statistics('topLongShortPositionRatio'),

  placeOrder: endpoint('futures POST /fapi/v1/order', 'signed', 0, { countsAsOrder: true }),
  queryOrder: endpoint('futures GET /fapi/v1/order', 'signed', 1),
  cancelOrder: endpoint('futures DELETE /fapi/v1/order', 'signed', 1),
  openOrders: endpoint('futures GET /fapi/v1/openOrders', 'signed', wide(1, 40)),
  cancelOpenOrders: endpoint('futures DELETE /fapi/v1/allOpenOrders', 'signed', 1),
  allOrders: endpoint('futures GET /fapi/v1/allOrders', 'signed', 5),

  placeAlgoOrder: endpoint('futures POST /fapi/v1/algoOrder', 'signed', 0, { countsAsOrder: true }),
  queryAlgoOrder: endpoint('futures GET /fapi/v1/algoOrder', 'signed', 1),
  cancelAlgoOrder: endpoint('futures DELETE /fapi/v1/algoOrder', 'signed', 1),
  openAlgoOrders: endpoint('futures GET /fapi/v1/openAlgoOrders', 'signed', wide(1, 40)),
  cancelOpenAlgoOrders: endpoint('futures DELETE /fapi/v1/algoOpenOrders', 'signed', 1),
  allAlgoOrders: endpoint('futures GET /fapi/v1/allAlgoOrders', 'signed', 5),

  balances: endpoint('futures GET /fapi/v3/balance', 'signed', 5),
  positions: endpoint('futures GET /fapi/v3/positionRisk', 'signed', 5),
  userTrades: endpoint('futures GET /fapi/v1/userTrades', 'signed', 5),
  income: endpoint('futures GET /fapi/v1/income', 'signed', 30),
  accountConfig: endpoint('futures GET /fapi/v1/accountConfig', 'signed', 5),
  symbolConfig: endpoint('futures GET /fapi/v1/symbolConfig', 'signed', 5),
  positionMode: endpoint('futures POST /fapi/v1/positionSide/dual', 'signed', 1),
  leverage: endpoint('futures POST /fapi/v1/leverage', 'signed', 1),
  marginType: endpoint('futures POST /fapi/v1/marginType', 'signed', 1),
  feeBurn: endpoint('futures GET /fapi/v1/feeBurn', 'signed', 30),
  keyRestrictions: endpoint('spot GET /sapi/v1/account/apiRestrictions', 'signed', 1),

  createListenKey: endpoint('futures POST /fapi/v1/listenKey', 'key', 1),
  extendListenKey: endpoint('futures PUT /fapi/v1/listenKey', 'key', 1),
} as const satisfies Readonly<Record<string, Endpoint>>;

/** A range of time as the venue's history endpoints take it. */
export function windowParams(range: TimeRange): Params {
  return { startTime: range.fromMs, endTime: range.toMs, limit: range.limit };
}
