import { systemTime } from '@platform/service-kit';
import { expect, it } from 'vitest';
import { GatheredAccountReads } from '../exchange/account-reads';
import { TIMING } from '../timing';
import type { SymbolDesk } from './symbol-desk';
import type { ReconcileResult } from './symbol-reconciler';
import { type NetworkParts, TradingNetwork } from './trading-network';

const DONE: ReconcileResult = { kind: 'done', anomalies: 0, fixed: 0, critical: 0 };
const MANY = Array.from({ length: 200 }, (_, index) => `S${index}USDT`);

it('a network that starts with many symbols reads the account as a whole instead of one by one', async () => {
  const asked: (string | undefined)[] = [];
  const read = async (symbol?: string) => {
    asked.push(symbol);
    return { kind: 'ok' as const, value: [] };
  };
  const exchange = { openOrders: read, positions: read };
  const reads = new GatheredAccountReads({
    exchange,
    nowMs: systemTime.monotonicMs,
    sleep: systemTime.wait,
  });
  const network = openNetwork(MANY, async (symbol) => {
    expect((await reads.read(symbol)).kind).toBe('ok');
    return DONE;
  });
  network.start();
  await expect.poll(() => network.state()).toBe('settling');
  await network.close();
  expect(asked).toEqual([undefined, undefined]);
});

it.each<[string, () => ReconcileResult]>([
  ['cannot be read', () => ({ kind: 'unreadable', problem: 'the trades of BTCUSDT cannot be read' })],
  [
    'fails',
    () => {
      throw new Error('the database is away');
    },
  ],
])(
  'the start of a network is repeated when one symbol %s, after every other has been finished',
  async (_what, outcome) => {
    let underWay = 0;
    let attempts = 0;
    const network = openNetwork(['BTCUSDT', 'ETHUSDT'], async (symbol) => {
      if (symbol === 'BTCUSDT') {
        attempts += 1;
        expect(underWay).toBe(0);
        return attempts === 1 ? outcome() : DONE;
      }
      underWay += 1;
      await systemTime.wait(1_000);
      underWay -= 1;
      return DONE;
    });
    network.start();
    await expect.poll(() => network.state(), { timeout: 10_000 }).toBe('settling');
    await network.close();
    expect([attempts, underWay]).toEqual([2, 0]);
  },
);

it('a start that cannot read the account names the network, the read and the answer once, until it can', async () => {
  const reported: object[] = [];
  let asked = 0;
  const lost = { kind: 'unknown', cause: 'exchange_unavailable', message: '503 Service Unavailable' };
  const network = openNetwork([], async () => DONE, {
    read: async () => {
      asked += 1;
      return asked <= 4 ? lost : { kind: 'ok', value: [] };
    },
    onReport: (code, context) => reported.push({ code, ...context }),
  });
  network.start();
  const message = 'positions cannot be read: the exchange does not answer: 503 Service Unavailable';
  await expect.poll(() => network.problem()).toBe(message);
  await expect.poll(() => network.state(), { timeout: 10_000 }).toBe('settling');
  await network.close();
  expect(reported).toEqual([{ code: 'EXECUTOR_BOOT_DEGRADED', network: 'testnet', message }]);
  expect(network.problem()).toBeNull();
});

it('a search for symbols in use takes no request budget from exits, unless a flatten asks', async () => {
  const spent: string[] = [];
  const read = async (_symbol: string | undefined, priority: string) => {
    spent.push(priority);
    return { kind: 'ok', value: [] };
  };
  let tick = async () => {};
  const network = openNetwork(['BTCUSDT'], async () => DONE, {
    read,
    onTask: (run) => {
      tick = async () => run();
    },
  });
  network.start();
  await expect.poll(() => network.state()).toBe('settling');
  expect(spent).toEqual(['read', 'read']);
  const ticks = Math.ceil(TIMING.searchEveryMs / TIMING.tickMs);
  for (let k = 0; k < ticks; k += 1) await tick();
  await expect.poll(() => spent.length).toBe(4);
  await network.symbols('exit');
  expect(spent).toEqual(['read', 'read', 'read', 'read', 'exit', 'exit']);
  await network.close();
});

it('a margin call of the exchange is reported as a problem of the account', async () => {
  const problems: object[] = [];
  const listeners: ((event: object) => void)[] = [];
  const network = openNetwork([], async () => DONE, {
    onReport: (code, context) => code === 'EXECUTOR_ACCOUNT_PROBLEM' && problems.push(context),
    onListen: (listener) => listeners.push(listener),
  });
  network.start();
  await expect.poll(() => listeners.length).toBe(1);
  listeners[0]!({ kind: 'margin_call', eventTimeMs: 1 });
  const message = 'the exchange calls for margin: a position is near its liquidation';
  expect(problems).toEqual([{ network: 'testnet', message }]);
  await network.close();
});

interface Observed {
  /** Positions and open orders of the exchange. */
  read(symbol: string | undefined, priority: string): Promise<object>;
  onTask(run: () => void): void;
  onReport(code: string, context: object): void;
  onListen(hear: (event: object) => void): void;
}

/** With something booked on each of the symbols, and desks that do what the test says. */
function openNetwork(
  symbols: readonly string[],
  reconcileNow: (symbol: string) => Promise<ReconcileResult>,
  {
    read = async () => ({ kind: 'ok', value: [] }),
    onTask = () => {},
    onReport = () => {},
    onListen = () => {},
  }: Partial<Observed> = {},
): TradingNetwork {
  const stream = { isLive: () => false, close: async () => {} };
  const open = (hear: (event: object) => void) => {
    onListen(hear);
    return stream;
  };
  const desk = (symbol: string) =>
    ({
      reconcileNow: () => reconcileNow(symbol),
      hasUnresolved: async () => false,
      wake: () => {},
      close: async () => {},
    }) as unknown as SymbolDesk;
  return new TradingNetwork({
    exchange: {
      network: 'testnet',
      positions: read,
      openOrders: read,
      port: { userStream: { open }, close: async () => {} },
    },
    books: { activeSymbols: async () => symbols },
    events: { record: async () => {} },
    errors: { report: onReport, guard: (_part: string, work: unknown) => work },
    timing: TIMING,
    maxCriticalAnomalies: 0,
    tasks: {
      open: ({ run }: { run(): void }) => {
        onTask(run);
        return { start: () => {}, close: async () => {} };
      },
    },
    time: systemTime,
    chance: { unit: () => 0 },
    accountCheck: { checkAtStart: async () => true, problem: () => null },
    openDesk: (_network: TradingNetwork, symbol: string) => desk(symbol),
  } as unknown as NetworkParts);
}
