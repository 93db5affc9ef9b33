/**
 * What trades here: one perpetual and one spot market per symbol. Prices are whole ticks and quantities whole
 * steps in the market generator, so that a price can never fall between ticks.
 */
import { hashText, unit } from './random';

export interface SymbolSpec {
  readonly symbol: string;
  readonly baseAsset: string;
  readonly quoteAsset: string;
  /** The level the seeded price keeps returning to. */
  readonly anchorPrice: number;
  /** Standard deviation of a calm day's return. */
  readonly dailyVolatility: number;
  /** How much of the common market factor the symbol carries, 0..1. */
  readonly marketBeta: number;
  /** Digits after the point of a price; the tick is one unit of the last digit. */
  readonly priceDecimals: number;
  /** Digits after the point of a quantity; the step is one unit of the last digit. */
  readonly quantityDecimals: number;
  /** Typical traded value of a minute, in quote asset. */
  readonly minuteTurnoverUsd: number;
}

/** The rules an order must meet; they can change while the venue runs. */
export interface SymbolFilters {
  readonly tickSize: string;
  readonly stepSize: string;
  readonly minPrice: string;
  readonly maxPrice: string;
  readonly minQty: string;
  readonly maxQty: string;
  readonly marketMaxQty: string;
  readonly minNotional: string;
  /** A limit price must stay within mark × up and mark × down. */
  readonly multiplierUp: string;
  readonly multiplierDown: string;
  readonly maxOpenOrders: number;
  readonly maxAlgoOrders: number;
  /** SETTLING takes closing orders only; BREAK and CLOSE take none. */
  readonly status: 'TRADING' | 'BREAK' | 'SETTLING' | 'CLOSE';
}

const POWERS_OF_TEN = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000];

/** Ticks in one unit of price: the tick is one unit of the last digit. */
export function ticksPerUnit(spec: SymbolSpec): number {
  return POWERS_OF_TEN[spec.priceDecimals]!;
}

export function stepsPerUnit(spec: SymbolSpec): number {
  return POWERS_OF_TEN[spec.quantityDecimals]!;
}

const KNOWN: Readonly<Record<string, Omit<SymbolSpec, 'symbol' | 'baseAsset' | 'quoteAsset'>>> = {
  BTCUSDT: spec(90_000, 0.024, 0.9, 1, 3, 9_000_000),
  ETHUSDT: spec(3_200, 0.032, 0.85, 2, 3, 6_000_000),
  SOLUSDT: spec(160, 0.044, 0.75, 2, 2, 2_500_000),
  BNBUSDT: spec(700, 0.03, 0.75, 2, 2, 1_500_000),
  XRPUSDT: spec(2.4, 0.045, 0.7, 4, 1, 1_500_000),
};

function spec(
  anchorPrice: number,
  dailyVolatility: number,
  marketBeta: number,
  priceDecimals: number,
  quantityDecimals: number,
  minuteTurnoverUsd: number,
): Omit<SymbolSpec, 'symbol' | 'baseAsset' | 'quoteAsset'> {
  return { anchorPrice, dailyVolatility, marketBeta, priceDecimals, quantityDecimals, minuteTurnoverUsd };
}

export const SYMBOL_PATTERN = /^[A-Z0-9]{2,15}(USDT|USDC)$/;

/**
 * An unlisted symbol gets its character from its own name, so that any number of markets can be asked for.
 */
export function symbolSpec(symbol: string): SymbolSpec {
  if (!SYMBOL_PATTERN.test(symbol)) throw new RangeError(`not a symbol of this venue: ${symbol}`);
  const baseAsset = symbol.slice(0, -4);
  const quoteAsset = symbol.slice(-4);
  const known = KNOWN[symbol];
  if (known !== undefined) return { symbol, baseAsset, quoteAsset, ...known };
  const hash = hashText(0x51ab, symbol);
  const magnitude = Math.floor(unit(hash, 1) * 4);
  const anchorPrice = (1 + unit(hash, 2) * 9) * [0.1, 1, 10, 100][magnitude]!;
  return {
    symbol,
    baseAsset,
    quoteAsset,
    anchorPrice,
    dailyVolatility: 0.035 + 0.035 * unit(hash, 3),
    marketBeta: 0.45 + 0.4 * unit(hash, 4),
    priceDecimals: [5, 4, 3, 2][magnitude]!,
    quantityDecimals: [0, 0, 1, 2][magnitude]!,
    minuteTurnoverUsd: 100_000 + 900_000 * unit(hash, 5),
  };
}

export function defaultFilters(spec: SymbolSpec): SymbolFilters {
  const tickSize = (1 / ticksPerUnit(spec)).toFixed(spec.priceDecimals);
  const stepSize = (1 / stepsPerUnit(spec)).toFixed(spec.quantityDecimals);
  const maxQty = Math.ceil(20_000_000 / spec.anchorPrice);
  return {
    tickSize,
    stepSize,
    minPrice: tickSize,
    maxPrice: String(Math.ceil(spec.anchorPrice) * 50),
    minQty: stepSize,
    maxQty: String(maxQty),
    marketMaxQty: String(Math.ceil(maxQty / 4)),
    minNotional: spec.symbol === 'BTCUSDT' ? '100' : spec.symbol === 'ETHUSDT' ? '20' : '5',
    multiplierUp: '1.0500',
    multiplierDown: '0.9500',
    maxOpenOrders: 200,
    maxAlgoOrders: 200,
    status: 'TRADING',
  };
}
