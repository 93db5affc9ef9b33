import { createLogger, ErrorLog, systemTime, Tasks, uncounted } from '@platform/service-kit';
import { describe, expect, it } from 'vitest';
import type { Ports, PortsUnderTest } from '../../test/ports/fixture';
import { PORT_CASES } from '../../test/ports/suite';
import { EventStore } from '../store/events';
import { memoryStores } from './stores';
import { Tables } from './tables';

const log = createLogger({ service: 'executor', version: 'test', level: 'silent' });
const errors = new ErrorLog('executor', log, uncounted());
const tasks = new Tasks({ service: 'executor', time: systemTime, errors, onRun: () => undefined });

function inMemory(spoil: (ports: Ports, tables: Tables) => Ports = (ports) => ports): PortsUnderTest {
  let nowMs = Date.UTC(2026, 0, 15, 12);
  let ids = 0;
  const tables = new Tables(() => ++nowMs);
  tables.halted = false;
  const chance = {
    unit: () => 0.5,
    newId: () => `01923456-789a-7000-9000-${String(++ids).padStart(12, '0')}`,
  };
  const stores = memoryStores(tables, chance, async (_statement, run) => run());
  const events = new EventStore(async (rows) => tables.events.push(...rows), tasks);
  const ports: Ports = { ...stores, events };
  const leaseOf = (strategy: string) => tables.leaseOf('BTCUSDT', strategy)!;
  return {
    ports: spoil(ports, tables),
    addBot: async (botId, strategy, clusterId) => {
      if (tables.bots.some((bot) => bot.botId === botId)) return;
      tables.bots.push({ botId, leverage: 1, symbol: 'BTCUSDT', clusterId, allocationUsd: '500' });
      tables.leases.push({ symbol: 'BTCUSDT', strategy, fence: '1', heldUntilMs: Number.POSITIVE_INFINITY });
    },
    initialEquity: async (botId) => tables.runs.get(botId)?.initialEquity ?? null,
    feesOf: async (botId) =>
      tables.positions.filter((row) => row.botId === botId).reduce((sum, { fees }) => sum + Number(fees), 0),
    transferredUsd: async () =>
      tables.transfers.map(({ amountUsd }) => (amountUsd === null ? null : Number(amountUsd))),
    addIntents: async (strategy, ...intents) => {
      const createdMs = tables.nowMs();
      for (const { fence, ...intent } of intents)
        tables.intents.push({
          ...intent,
          strategy,
          symbol: 'BTCUSDT',
          timeframe: '1h',
          network: 'testnet',
          takeProfitPrice: null,
          fence: String(fence),
          createdMs,
          outcome: null,
          reason: null,
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
    // A statement is a transaction here: nothing waits for another, and what is written first has the number.
    whileCommitting: async (order, work) => {
      const written = ports.orders.writeAhead(order);
      await work();
      await written;
    },
    accountProblems: async () =>
      new Map([...tables.accounts].map(([network, { problem }]) => [network, problem])),
    eventsWritten: async () =>
      tables.events.map(({ event_type, bot_id, trace_id, metadata }) => ({
        kind: event_type,
        botId: bot_id,
        traceId: trace_id,
        metadata: JSON.parse(metadata),
      })),
    close: () => events.close(),
  };
}

describe('the tables in memory', () => {
  for (const [promise, check] of PORT_CASES) {
    it(promise, async () => {
      const under = inMemory();
      await check(under).finally(() => under.close());
    });
  }
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
            booked: (network, symbol, tradeIds) => fills.booked(network, symbol, tradeIds),
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
          booked: (network, symbol, tradeIds) => fills.booked(network, symbol, tradeIds),
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
  [
    'never converts a fee',
    (ports) => ({ ...ports, positions: { ...ports.positions, priceAsset: async () => undefined } }),
  ],
  [
    'keeps the first look at an account',
    (ports, tables) => ({
      ...ports,
      recordAccount: async (network, ...seen) => {
        if (!tables.accounts.has(network)) await ports.recordAccount(network, ...seen);
      },
    }),
  ],
  [
    'loses an event',
    (ports) => ({
      ...ports,
      events: {
        record: async () => undefined,
        flattenStep: (step) => ports.events.flattenStep(step),
        waiting: () => 0,
      },
    }),
  ],
  ['skips a command', (ports) => ({ ...ports, commands: { ...ports.commands, pending: async () => [] } })],
];

it.each(BROKEN)('a store that %s fails the port suite', async (_name, spoil) => {
  const outcomes = await Promise.allSettled(
    PORT_CASES.map(([, check]) => {
      const under = inMemory(spoil);
      return check(under).finally(() => under.close());
    }),
  );
  expect(outcomes.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(0);
});
