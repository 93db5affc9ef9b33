/** A simulated venue and the adapter connected to it, for one test file. */
import { randomUUID } from 'node:crypto';
import {
  type LedgerEntry,
  type RunningSim,
  SIM_KEYS,
  type SimOptions,
  startSim,
} from '@platform/exchange-sim';
import {
  clientOrderId,
  connectExchange,
  type Exchange,
  type ExchangeOptions,
  type OrderRequest,
  type SymbolFilters,
} from '../src/index';

export const SYMBOL = 'BTCUSDT';

export const testClock = { nowMs: () => Date.now(), monotonicMs: () => performance.now() };

export interface Venue {
  readonly sim: RunningSim;
  connect(options?: Partial<ExchangeOptions>): Exchange;
  close(): Promise<void>;
}

export async function startVenue(options: Partial<SimOptions> = {}): Promise<Venue> {
  const sim = await startSim(options);
  const exchanges: Exchange[] = [];
  return {
    sim,
    connect: (given = {}) => {
      const exchange = connectExchange({
        urls: simUrls(sim),
        clock: testClock,
        positionMode: 'one_way',
        credentials: { apiKey: SIM_KEYS.trading.key, apiSecret: SIM_KEYS.trading.secret },
        ...given,
      });
      exchanges.push(exchange);
      return exchange;
    },
    close: async () => {
      await Promise.all(exchanges.map((exchange) => exchange.close()));
      await sim.close();
    },
  };
}

export function simUrls(sim: RunningSim) {
  return { futuresRest: sim.url, spotRest: sim.url, futuresStream: sim.wsUrl, spotStream: sim.spotWsUrl };
}

export const newClientOrderId = () => clientOrderId(randomUUID(), 'entry');

export function marketBuy(quantity: string, given: Partial<OrderRequest> = {}): OrderRequest {
  return {
    symbol: SYMBOL,
    positionSide: 'long',
    effect: 'open',
    type: 'market',
    quantity,
    clientOrderId: newClientOrderId(),
    ...given,
  } as OrderRequest;
}

export function marketClose(quantity: string, given: Partial<OrderRequest> = {}): OrderRequest {
  return marketBuy(quantity, { effect: 'close', ...given });
}

/**
 * The value of an outcome that must be good; the outcome itself when it is not, so that a failure explains
 * itself.
 */
export function good<T>(outcome: { kind: string }): T {
  if (outcome.kind === 'ok') return (outcome as unknown as { value: T }).value;
  if (outcome.kind === 'accepted' || outcome.kind === 'found')
    return (outcome as unknown as { order: T }).order;
  throw new Error(`not good: ${JSON.stringify(outcome)}`);
}

/** Orders of this id that the venue took, plain and conditional, each once. */
export function ledgerOrders(sim: RunningSim, id: string): Set<string> {
  const entries = sim.admin.ledger({ kinds: ['order', 'algo'], limit: 1_000_000 });
  return new Set(
    entries
      .map(data)
      .filter((order) => order['clientOrderId'] === id || order['clientAlgoId'] === id)
      .map((order) => String(order['orderId'] ?? order['algoId'])),
  );
}

/** Requests the venue received for a path, oldest first. */
export function ledgerRequests(sim: RunningSim, method: string, path: string): Record<string, unknown>[] {
  const entries = sim.admin.ledger({ kinds: ['request'], limit: 1_000_000 });
  return entries.map(data).filter((request) => request['method'] === method && request['path'] === path);
}

function data(entry: LedgerEntry): Record<string, unknown> {
  return entry.data as Record<string, unknown>;
}

/** A quantity well above the smallest notional. */
export function smallQuantity(filters: SymbolFilters, price: string): string {
  const quantity = (2 * Number(filters.minNotional)) / Number(price);
  const lots = Math.ceil(quantity / Number(filters.quantity.step));
  const places = filters.quantity.step.split('.')[1]?.length ?? 0;
  return (lots * Number(filters.quantity.step)).toFixed(places);
}
