import { describe, expect, it } from 'vitest';
import { PORT_CASES, type Ports, type PortsUnderTest } from '../../test/ports/suite';
import { memoryStores } from './stores';
import { Tables } from './tables';

function inMemory(spoil: (ports: Ports, tables: Tables) => Ports = (ports) => ports): PortsUnderTest {
  let nowMs = Date.UTC(2026, 0, 15, 12);
  let ids = 0;
  const tables = new Tables(() => ++nowMs);
  tables.halted = false;
  const chance = {
    unit: () => 0.5,
    newId: () => `01923456-789a-7000-9000-${String(++ids).padStart(12, '0')}`,
  };
  const ports = memoryStores(tables, chance, async (_statement, run) => run());
  const leaseOf = (strategy: string) => tables.leaseOf('BTCUSDT', strategy)!;
  return {
    ports: spoil(ports, tables),
    addBot: async (botId, strategy, clusterId) => {
      if (tables.bots.some((bot) => bot.botId === botId)) return;
      tables.bots.push({ botId, leverage: 1, symbol: 'BTCUSDT', clusterId, allocationUsd: '500' });
      tables.leases.push({ symbol: 'BTCUSDT', strategy, fence: '1', heldUntilMs: Number.POSITIVE_INFINITY });
    },
    initialEquity: async (botId) => tables.runs.get(botId)?.initialEquity ?? null,
    addIntent: async ({ fence, ...intent }, strategy) => {
      tables.intents.push({
        ...intent,
        ...{ strategy, symbol: 'BTCUSDT', timeframe: '1h', network: 'testnet', takeProfitPrice: null },
        ...{
          fence: String(fence),
          barOpenTime: null,
          createdMs: tables.nowMs(),
          outcome: null,
          reason: null,
        },
      });
    },
    setHalted: async (halted) => {
      tables.halted = halted;
    },
    setPaused: async (botId, isPaused) =>
      void (isPaused ? tables.paused.add(botId) : tables.paused.delete(botId)),
    raiseFence: async (strategy, fence) => {
      leaseOf(strategy).fence = String(fence);
    },
    releaseLease: async (strategy) => {
      leaseOf(strategy).heldUntilMs = 0;
    },
    addFlatten: async (scope) =>
      void tables.commands.push({ id: '1', commandId: 'c', scope, network: null, isDone: false }),
    close: async () => undefined,
  };
}

describe('the tables in memory', () => {
  for (const [promise, check] of PORT_CASES) it(promise, () => check(inMemory()));
});

type Spoil = (ports: Ports, tables: Tables) => Ports;

const BROKEN: readonly (readonly [name: string, spoil: Spoil])[] = [
  [
    'decides an intent twice',
    (ports) => ({ ...ports, intents: { ...ports.intents, decide: async () => true } }),
  ],
  [
    'writes entries while halted',
    (ports, tables) => ({
      ...ports,
      entries: {
        ...ports.entries,
        write: (entry, limits) => {
          tables.halted = false;
          return ports.entries.write(entry, limits);
        },
      },
    }),
  ],
  [
    'forgets the caps',
    (ports) => ({
      ...ports,
      entries: {
        ...ports.entries,
        write: (entry, limits) =>
          ports.entries.write(entry, { ...limits, perBotDailyUsd: undefined, globalDailyUsd: undefined }),
      },
    }),
  ],
  [
    'books a trade as often as it is reported',
    (ports) => {
      let booked = 0;
      const again = (id: string) => `${id}/${++booked}`;
      return {
        ...ports,
        openFills: (observer) => {
          const fills = ports.openFills(observer);
          return {
            book: (fill) => fills.book({ ...fill, tradeId: again(fill.tradeId) }),
            bookIfHeld: (fill) => fills.bookIfHeld(fill),
            knownUntil: (network, symbol) => fills.knownUntil(network, symbol),
          };
        },
      };
    },
  ],
  [
    'books the closing of what is not held',
    (ports) => ({
      ...ports,
      openFills: (observer) => {
        const fills = ports.openFills(observer);
        return {
          book: (fill) => fills.book(fill),
          bookIfHeld: async (fill) => {
            await fills.book(fill);
            return true;
          },
          knownUntil: (network, symbol) => fills.knownUntil(network, symbol),
        };
      },
    }),
  ],
  [
    'gives every live run the same',
    (ports, tables) => ({
      ...ports,
      runs: {
        ...ports.runs,
        record: async (botId) => void tables.runs.set(botId, { initialEquity: '10000' }),
      },
    }),
  ],
  ['skips a command', (ports) => ({ ...ports, commands: { ...ports.commands, pending: async () => [] } })],
];

describe('tables that break a promise', () => {
  it.each(BROKEN)('one that %s fails the suite', async (_name, spoil) => {
    const outcomes = await Promise.allSettled(PORT_CASES.map(([, check]) => check(inMemory(spoil))));
    expect(outcomes.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(0);
  });
});
