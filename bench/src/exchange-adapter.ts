/**
 * What the adapter adds to a signed call: the same request to the same server, once through the adapter
 * (budget, signature, pool, exact JSON, validation) and once by bare fetch, taken in turns so that both meet
 * the same machine.
 */
import { fork } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { connectExchange, type Exchange } from '@platform/exchange';
import { SIM_KEYS } from '@platform/exchange-sim';
import type { BenchResult } from './benchmark';
import { median } from './percentile';

const WARM_UP_CALLS = 500;
const MEASURED_CALLS = 3_000;
const AIM_MS = 0.3;

const { key: apiKey, secret: apiSecret } = SIM_KEYS.trading;

export async function measureAdapter(): Promise<BenchResult[]> {
  const child = fork(fileURLToPath(new URL('./exchange-sim-process.ts', import.meta.url)), {
    execArgv: ['--import', 'tsx'],
  });
  try {
    const [{ url }] = (await once(child, 'message')) as [{ url: string }];
    return await compare(url);
  } finally {
    const exited = once(child, 'exit');
    child.disconnect();
    await exited;
  }
}

async function compare(url: string): Promise<BenchResult[]> {
  const streams = url.replace('http', 'ws');
  const exchange = connectExchange({
    urls: { futuresRest: url, spotRest: url, futuresStream: streams, spotStream: streams },
    clock: { nowMs: () => Date.now(), monotonicMs: () => performance.now() },
    credentials: { apiKey, apiSecret },
  });
  await exchange.filters.all();
  const adapterMs: number[] = [];
  const fetchMs: number[] = [];
  for (let call = 0; call < WARM_UP_CALLS + MEASURED_CALLS; call++) {
    const throughAdapter = await timed(() => queryByAdapter(exchange));
    const byFetch = await timed(() => queryByFetch(url));
    if (call < WARM_UP_CALLS) continue;
    adapterMs.push(throughAdapter);
    fetchMs.push(byFetch);
  }
  await exchange.close();
  const [adapter, bare] = [median(adapterMs), median(fetchMs)];
  return [
    { name: 'adapter: signed call, p50', value: adapter, unit: 'ms', ratio: adapter / bare },
    { name: 'bare fetch of the same, p50', value: bare, unit: 'ms' },
    {
      name: 'adapter: overhead per signed call, p50',
      value: adapter - bare,
      unit: 'ms',
      aim: `< ${AIM_MS} ms`,
      met: adapter - bare < AIM_MS,
    },
  ];
}

async function timed(call: () => Promise<void>): Promise<number> {
  const startedMs = performance.now();
  await call();
  return performance.now() - startedMs;
}

async function queryByAdapter(exchange: Exchange): Promise<void> {
  const outcome = await exchange.account.balances('exit');
  if (outcome.kind !== 'ok') throw new Error(`the adapter got ${JSON.stringify(outcome)}`);
}

async function queryByFetch(url: string): Promise<void> {
  const query = `recvWindow=5000&timestamp=${Date.now()}`;
  const signature = createHmac('sha256', apiSecret).update(query).digest('hex');
  const response = await fetch(`${url}/fapi/v3/balance?${query}&signature=${signature}`, {
    headers: { 'X-MBX-APIKEY': apiKey },
  });
  if (!response.ok) throw new Error(`fetch got ${response.status}`);
  await response.json();
}
