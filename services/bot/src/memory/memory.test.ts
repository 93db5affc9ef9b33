import { describe, expect, it } from 'vitest';
import { BOT_CASES, type BotPorts, type BotUnderTest, SETTINGS } from '../../test/ports/suite';
import { memoryBot } from './stores';
import { BotTables } from './tables';

function inMemory(spoil: (ports: BotPorts, tables: BotTables) => BotPorts = (ports) => ports): BotUnderTest {
  let nowMs = Date.UTC(2026, 0, 15, 12);
  let ids = 0;
  let quantity = 0;
  let paused = false;
  const intents: { intentId: string; side: string; fence: string; isDecided: boolean }[] = [];
  const tables = new BotTables(
    () => ++nowMs,
    {
      standing: () => ({ quantity, newest: intents.at(-1) ?? null }),
      context: () => ({ paused, book: null }),
      addIntent: ({ intent_id: intentId, side, fence }) => {
        if (intents.some((known) => known.intentId === intentId)) return false;
        intents.push({ intentId, side, fence, isDecided: false });
        return true;
      },
    },
    { onLease: () => undefined, onDecisions: () => undefined },
  );
  const chance = {
    unit: () => 0.5,
    newId: () => `01923456-789a-7000-9000-${String(++ids).padStart(12, '0')}`,
  };
  return {
    open: (holderId) => {
      const stores = memoryBot(tables, SETTINGS, holderId, chance, async (_statement, run) => run());
      const fence = () => String(tables.leaseOf(SETTINGS)?.fence ?? '');
      return spoil({ ...stores, commands: stores.openCommands(fence) }, tables);
    },
    hold: async (held) => {
      quantity = Number(held);
    },
    pause: async () => {
      paused = true;
    },
    decideAll: async () => {
      for (const intent of intents) intent.isDecided = true;
    },
    intents: async () => intents.map(({ side, fence }) => ({ side, fence })),
    acknowledgeParity: async () => {
      for (const audit of tables.audits) audit.isAcknowledged = true;
    },
    command: async (kind, scope) => {
      const id = tables.commands.length + 1;
      tables.commands.push({ id, commandId: String(id), kind, scope, reason: 'test', createdMs: ++nowMs });
    },
    close: async () => undefined,
  };
}

describe('the tables in memory', () => {
  for (const [promise, check] of BOT_CASES) it(promise, () => check(inMemory()));
});

type Spoil = (ports: BotPorts, tables: BotTables) => BotPorts;

const BROKEN: readonly (readonly [name: string, spoil: Spoil])[] = [
  [
    'gives a lease to everybody',
    (ports, tables) => ({
      ...ports,
      lease: {
        tryAcquire: async () => String(++(tables.leaseOf(SETTINGS) ?? { fence: 0 }).fence),
        renew: async () => 'held',
        release: async () => undefined,
        describeHolder: async () => '',
      },
    }),
  ],
  [
    'never asks again',
    (ports) => ({
      ...ports,
      decisions: {
        ...ports.decisions,
        repeatMissedExit: async () => ({ kind: 'committed', intents: [] }),
      },
    }),
  ],
  ['forgets the state', (ports) => ({ ...ports, records: { ...ports.records, state: async () => null } })],
];

it.each(BROKEN)('a store that %s fails the port suite', async (_name, spoil) => {
  const outcomes = await Promise.allSettled(BOT_CASES.map(([, check]) => check(inMemory(spoil))));
  expect(outcomes.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(0);
});
