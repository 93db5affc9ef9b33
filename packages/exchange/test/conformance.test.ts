import { describe, it } from 'vitest';
import { connectExchange, EXCHANGE_URLS } from '../src/index';
import { conformance } from './conformance';
import { good, startVenue, testClock } from './venue';

for (const positionMode of ['hedge', 'one_way'] as const) {
  conformance(`the simulated venue in ${positionMode} mode`, async () => {
    const venue = await startVenue({ hedgeMode: positionMode === 'hedge' });
    return { exchange: venue.connect({ positionMode }), tearDown: () => venue.close() };
  });
}

const {
  EXCHANGE_TESTNET_API_KEY: apiKey,
  EXCHANGE_TESTNET_API_SECRET: apiSecret,
  EXCHANGE_TESTNET_REST_URL: futuresRest = EXCHANGE_URLS.testnet.futuresRest,
  EXCHANGE_TESTNET_WS_URL: futuresStream = EXCHANGE_URLS.testnet.futuresStream,
} = process.env;

if (apiKey !== undefined && apiSecret !== undefined) {
  conformance('the testnet of the exchange', async () => {
    const exchange = connectExchange({
      urls: { ...EXCHANGE_URLS.testnet, futuresRest, futuresStream },
      clock: testClock,
      credentials: { apiKey, apiSecret },
    });
    // An account begins in one-way mode; with positions left behind this fails and says so.
    good(await exchange.account.setPositionMode('hedge'));
    return { exchange, tearDown: () => exchange.close() };
  });
} else {
  describe('the testnet of the exchange', () => {
    it.skip('the testnet of the exchange needs EXCHANGE_TESTNET_API_KEY and EXCHANGE_TESTNET_API_SECRET', () => {});
  });
}
