import { describe, it } from 'vitest';
import { connectExchange, EXCHANGE_URLS } from '../src/index';
import { conformance } from './conformance';
import { startVenue, testClock } from './venue';

conformance('the simulated venue', async () => {
  const venue = await startVenue();
  return { exchange: venue.connect(), tearDown: () => venue.close() };
});

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
    return { exchange, tearDown: () => exchange.close() };
  });
} else {
  describe('the testnet of the exchange', () => {
    it.skip('needs EXCHANGE_TESTNET_API_KEY and EXCHANGE_TESTNET_API_SECRET', () => {});
  });
}
