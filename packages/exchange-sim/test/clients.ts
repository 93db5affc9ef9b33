/**
 * The public clients that prove the venue faithful, pointed at a simulator and otherwise as their users run
 * them.
 */
import { DerivativesTradingUsdsFutures } from '@binance/derivatives-trading-usds-futures';
import { USDMClient, WebsocketClient } from 'binance';
import ccxt from 'ccxt';
import { type RunningSim, SIM_KEYS } from '../src/index';

export async function ccxtClient(sim: RunningSim) {
  const exchange = new ccxt.pro.binance({
    apiKey: SIM_KEYS.trading.key,
    secret: SIM_KEYS.trading.secret,
    enableRateLimit: false,
    options: { defaultType: 'future' },
  });
  const api = exchange.urls['api'] as Record<string, unknown>;
  for (const [name, url] of Object.entries(api)) {
    if (typeof url === 'string') api[name] = url.replace(/^https:\/\/[^/]+/, sim.url);
  }
  (api['ws'] as Record<string, string>)['future'] = `${sim.wsUrl}/ws`;
  await exchange.loadHttpProxyAgent();
  return exchange;
}

export function officialClient(sim: RunningSim): DerivativesTradingUsdsFutures {
  const { key, secret } = SIM_KEYS.trading;
  return new DerivativesTradingUsdsFutures({
    configurationRestAPI: { apiKey: key, apiSecret: secret, basePath: sim.url, retries: 0 },
    configurationWebsocketStreams: { wsURL: sim.wsUrl },
  });
}

export function npmClient(sim: RunningSim): USDMClient {
  const { key, secret } = SIM_KEYS.trading;
  return new USDMClient({ api_key: key, api_secret: secret, baseUrl: sim.url, disableTimeSync: true });
}

export function npmStreams(sim: RunningSim): WebsocketClient {
  const { key, secret } = SIM_KEYS.trading;
  const restOptions = { baseUrl: sim.url, disableTimeSync: true };
  const silent = { trace: () => {}, info: () => {}, error: () => {} };
  return new WebsocketClient({ api_key: key, api_secret: secret, restOptions, wsUrl: sim.wsUrl }, silent);
}
