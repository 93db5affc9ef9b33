/** The exchange as the data service sees it: public data, and at most a key that can read. */
import { connectExchange, EXCHANGE_URLS, type Exchange } from '@platform/exchange';
import { StartupError, systemTime } from '@platform/service-kit';
import type { DataConfig } from '../config';

export function openExchange(config: DataConfig): Exchange {
  const urls = EXCHANGE_URLS[config.PLATFORM_DATA_EXCHANGE_NETWORK];
  const key = config.PLATFORM_DATA_EXCHANGE_API_KEY;
  const secret = config.PLATFORM_DATA_EXCHANGE_API_SECRET;
  return connectExchange({
    urls: {
      spotRest: config.EXCHANGE_SPOT_REST_URL ?? urls.spotRest,
      spotStream: config.EXCHANGE_SPOT_WS_URL ?? urls.spotStream,
      futuresRest: config.EXCHANGE_FUTURES_REST_URL ?? urls.futuresRest,
      futuresStream: config.EXCHANGE_FUTURES_WS_URL ?? urls.futuresStream,
    },
    clock: systemTime,
    ...(key === undefined || secret === undefined
      ? {}
      : { credentials: { apiKey: key.reveal(), apiSecret: secret.reveal() } }),
  });
}

/** A key that could withdraw, or whose permissions cannot be read, is refused together with the start. */
export async function requireReadOnlyKey(exchange: Exchange, config: DataConfig): Promise<void> {
  if (config.PLATFORM_DATA_EXCHANGE_API_KEY === undefined) return;
  if (config.PLATFORM_DATA_EXCHANGE_NETWORK === 'testnet') {
    throw new StartupError('DATA_STARTUP_FAILED', 'the testnet does not tell what a key may do', [
      'leave PLATFORM_DATA_EXCHANGE_API_KEY out: the market data of the testnet needs no key',
    ]);
  }
  const permissions = await exchange.account.keyPermissions();
  if (permissions.kind !== 'ok') {
    throw new StartupError('DATA_STARTUP_FAILED', 'what the exchange key may do could not be found out', [
      permissions.kind === 'throttled' ? 'the exchange asks to wait' : permissions.message,
    ]);
  }
  const { canWithdraw, canTradeFutures } = permissions.value;
  const powers = [...(canWithdraw ? ['withdraw'] : []), ...(canTradeFutures ? ['trade'] : [])];
  if (powers.length > 0) {
    throw new StartupError('DATA_STARTUP_FAILED', `the exchange key can ${powers.join(' and ')}`, [
      'PLATFORM_DATA_EXCHANGE_API_KEY must be a key that can only read',
    ]);
  }
}
