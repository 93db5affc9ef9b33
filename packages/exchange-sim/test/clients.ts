/** The two public clients that prove the venue faithful, pointed at a simulator and otherwise as their users run them. */
import { DerivativesTradingUsdsFutures } from '@binance/derivatives-trading-usds-futures';
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
