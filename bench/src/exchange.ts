/** The exchange: how many orders the simulated venue takes over HTTP, and how fast it makes history. */
import { type ChildProcess, fork } from 'node:child_process';
import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { dayIndex, generateHistory, SIM_KEYS, symbolSpec } from '@platform/exchange-sim';
import type { Benchmark, BenchResult } from './benchmark';
import { measureAdapter } from './exchange-adapter';

const CONNECTIONS = 16;
const MEASURED_MS = 5000;
const SYMBOLS = 100;
const FIRST_DAY = dayIndex(Date.UTC(2025, 0, 1));
const DAYS = 365;

export const benchmark: Benchmark = {
  name: 'exchange',
  summary:
    'orders per second through the simulated venue; minutes of history per second; what the adapter adds to a call',
  async run(progress) {
    progress('history: 100 symbols, one year of 1m bars');
    const history = measureHistory();
    progress(`orders: ${CONNECTIONS} connections for ${MEASURED_MS / 1000} s`);
    const orders = await measureOrders();
    progress('adapter: signed calls against bare fetch');
    return [...history, orders, ...(await measureAdapter())];
  },
};

function measureHistory(): BenchResult[] {
  const specs = Array.from({ length: SYMBOLS }, (_, i) => symbolSpec(`BENCH${i}USDT`));
  let bars = 0;
  const startedMs = performance.now();
  generateHistory(1, specs, FIRST_DAY, DAYS, (_spec, _day, day) => {
    bars += day.close.length;
  });
  const seconds = (performance.now() - startedMs) / 1000;
  const [first, again, other] = [1, 1, 2].map(digest);
  const same = first === again && first !== other;
  return [
    {
      name: 'simulator: 100 symbols × 1 year of 1m',
      value: seconds,
      unit: 's',
      aim: '< 10 s',
      met: seconds < 10,
    },
    { name: 'simulator: bars generated', value: bars / seconds / 1e6, unit: 'M bars/s' },
    { name: 'simulator: same seed, same bytes', value: same ? 1 : 0, unit: 'yes = 1', aim: '1', met: same },
  ];
}

/** All bytes of a month of three symbols. */
function digest(seed: number): string {
  const hash = createHash('sha256');
  const specs = ['BTCUSDT', 'ETHUSDT', 'SOLUSDT'].map(symbolSpec);
  generateHistory(seed, specs, FIRST_DAY, 30, (_spec, _day, bars) => {
    for (const column of Object.values(bars) as Float64Array[]) hash.update(new Uint8Array(column.buffer));
  });
  return hash.digest('hex');
}

async function measureOrders(): Promise<BenchResult> {
  const child = fork(fileURLToPath(new URL('./exchange-sim-process.ts', import.meta.url)), {
    execArgv: ['--import', 'tsx'],
  });
  try {
    const [{ url }] = (await once(child, 'message')) as [{ url: string }];
    await tradeFor(url, 1000);
    const startedMs = performance.now();
    const roundTrips = await tradeFor(url, MEASURED_MS);
    const perSecond = roundTrips / ((performance.now() - startedMs) / 1000);
    return {
      name: 'simulator: order round trips',
      value: perSecond,
      unit: '1/s',
      aim: '>= 2000',
      met: perSecond >= 2000,
    };
  } finally {
    await stop(child);
  }
}

/** Each connection places a resting order and cancels it, over and over; both are round trips. */
async function tradeFor(url: string, durationMs: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const endMs = performance.now() + durationMs;
  let roundTrips = 0;
  const trader = async () => {
    while (performance.now() < endMs) {
      const order = 'symbol=BTCUSDT&side=BUY&type=LIMIT&timeInForce=GTC&quantity=0.010&price=20000.0';
      const placed = await signed(agent, url, 'POST', order);
      await signed(agent, url, 'DELETE', `symbol=BTCUSDT&orderId=${/"orderId":(\d+)/.exec(placed)![1]}`);
      roundTrips += 2;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, trader));
  agent.destroy();
  return roundTrips;
}

function signed(agent: Agent, url: string, method: string, query: string): Promise<string> {
  const { key, secret } = SIM_KEYS.trading;
  const payload = `${query}&timestamp=${Date.now()}`;
  const signature = createHmac('sha256', secret).update(payload).digest('hex');
  const target = `${url}/fapi/v1/order?${payload}&signature=${signature}`;
  return new Promise((resolve, reject) => {
    const sent = request(target, { method, agent, headers: { 'X-MBX-APIKEY': key } }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () => {
        if (response.statusCode === 200) resolve(text);
        else reject(new Error(`${method} answered ${response.statusCode}: ${text}`));
      });
    });
    sent.on('error', reject);
    sent.end();
  });
}

async function stop(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.disconnect();
  await exited;
}
