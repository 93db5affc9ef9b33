export {
  connectExchange,
  DEFAULT_RECV_WINDOW_MS,
  EXCHANGE_URLS,
  type ExchangeOptions,
  type ExchangeUrls,
  type Network,
} from './binance/connect';
export type { Credentials } from './binance/rest/signer';
export { clientOrderId, parseClientOrderId } from './client-order-id';
export type * from './port/account';
export type * from './port/exchange';
export type * from './port/instrument';
export type * from './port/market-data';
export type * from './port/orders';
export type * from './port/outcomes';
export type * from './port/streams';
export {
  isPlainDecimal,
  type PriceRounding,
  quantisePrice,
  quantiseQuantity,
} from './quantise';
export { type FearGreed, FearGreedSource } from './sources/fear-greed';
export { type MacroObservation, MacroSeriesSource } from './sources/macro-series';
export { type OptionSummary, OptionsBookSource } from './sources/options-book';
export type { SourceOptions, SourceOutcome } from './sources/source';
export { type StablecoinSupply, StablecoinSupplySource } from './sources/stablecoin-supply';
export type { Http, HttpAnswer, HttpFailure, HttpRequest } from './transport/http';
export type { Socket, SocketListener } from './transport/socket';
export { MACHINE, type Transport } from './transport/transport';
