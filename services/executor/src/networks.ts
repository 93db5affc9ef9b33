/** Which networks there are: those with keys. Each has its addresses and its bound on one order. */
import { type Network, REPORT_AGAIN_MS } from '@platform/contracts';
import { connectExchange, EXCHANGE_URLS, type ExchangeUrls } from '@platform/exchange';
import type { CapLimits } from '@platform/risk-rules';
import type { ErrorLog, Secret, Time } from '@platform/service-kit';
import type { NetworkExchange } from './app/ports';
import type { ExecutorConfig } from './config';
import { RememberingExchange } from './exchange/remembering-exchange';
import type { Timing } from './timing';

const systemClock = { nowMs: () => Date.now(), monotonicMs: () => performance.now() };

export interface ConfiguredNetwork {
  readonly exchange: NetworkExchange;
  readonly limits: CapLimits;
}

export function configuredNetworks(
  config: ExecutorConfig,
  timing: Timing,
  time: Time,
  errors: ErrorLog,
): ConfiguredNetwork[] {
  const daily = {
    perOrderUsd: config.PLATFORM_EXECUTOR_MAX_NOTIONAL_USD_PER_ORDER,
    perBotDailyUsd: config.PLATFORM_EXECUTOR_MAX_DAILY_NOTIONAL_USD_PER_BOT,
    globalDailyUsd: config.PLATFORM_EXECUTOR_MAX_DAILY_NOTIONAL_USD_GLOBAL,
  };
  const testnet = connect('testnet', timing, time, errors, {
    key: config.EXCHANGE_TESTNET_API_KEY,
    secret: config.EXCHANGE_TESTNET_API_SECRET,
    restUrl: config.EXCHANGE_TESTNET_REST_URL,
    streamUrl: config.EXCHANGE_TESTNET_WS_URL,
  });
  const prod = connect('prod', timing, time, errors, {
    key: config.EXCHANGE_API_KEY,
    secret: config.EXCHANGE_API_SECRET,
    restUrl: config.EXCHANGE_FUTURES_REST_URL,
    streamUrl: config.EXCHANGE_FUTURES_WS_URL,
  });
  const testnetUsd = config.PLATFORM_EXECUTOR_MAX_NOTIONAL_USD_TESTNET;
  const prodUsd = config.PLATFORM_EXECUTOR_MAX_NOTIONAL_USD_PROD;
  return [
    ...(testnet === undefined ? [] : [{ exchange: testnet, limits: { ...daily, networkUsd: testnetUsd } }]),
    ...(prod === undefined || prodUsd === undefined
      ? []
      : [{ exchange: prod, limits: { ...daily, networkUsd: prodUsd } }]),
  ];
}

interface Access {
  readonly key: Secret | undefined;
  readonly secret: Secret | undefined;
  readonly restUrl: string | undefined;
  readonly streamUrl: string | undefined;
}

function connect(
  network: Network,
  timing: Timing,
  time: Time,
  errors: ErrorLog,
  { key, secret, restUrl, streamUrl }: Access,
): NetworkExchange | undefined {
  if (key === undefined || secret === undefined) return undefined;
  const defaults = EXCHANGE_URLS[network];
  const urls: ExchangeUrls = {
    ...defaults,
    futuresRest: restUrl ?? defaults.futuresRest,
    futuresStream: streamUrl ?? defaults.futuresStream,
    // A key must not be shown to another host than the one it was given for.
    spotRest: restUrl ?? defaults.spotRest,
  };
  const credentials = { apiKey: key.reveal(), apiSecret: secret.reveal() };
  const { requestMs: timeoutMs, muteStreamMs: expectEventWithinMs } = timing;
  const streams = { expectEventWithinMs };
  let reportedMs = -Infinity;
  const onUnreadable = (message: string) => {
    if (time.monotonicMs() - reportedMs < REPORT_AGAIN_MS) return;
    reportedMs = time.monotonicMs();
    errors.report('EXECUTOR_RECONCILE_DRIFT', { network, message });
  };
  const exchange = connectExchange({
    urls,
    clock: systemClock,
    credentials,
    timeoutMs,
    streams,
    onUnreadable,
  });
  return new RememberingExchange(network, exchange, time);
}
