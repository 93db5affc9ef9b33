import { describe, expect, it } from 'vitest';
import { RISK_CASES, type RiskPorts, type RiskUnderTest } from '../../test/ports/suite';
import type { CommandEntry } from '../domain/audited-action';
import { memoryRisk } from './stores';
import { RiskTables } from './tables';

function inMemory(
  spoil: (ports: RiskPorts, tables: RiskTables) => RiskPorts = (ports) => ports,
): RiskUnderTest {
  let nowMs = Date.UTC(2026, 0, 15, 12);
  let ids = 0;
  const bots: { botId: string; symbol: string; clusterId: string }[] = [];
  const held: string[] = [];
  const commands: CommandEntry[] = [];
  const trading = {
    bots: () => bots,
    positions: () =>
      held.map((botId) => ({
        botId,
        network: 'testnet',
        symbol: 'BTCUSDT',
        clusterId: 'majors',
        qty: 1,
        entryPrice: 100,
        bookedPnlUsd: 0,
        openedAtMs: 0,
      })),
    runs: () => [],
    marks: { latest: () => null, at: () => null },
  };
  const tables = new RiskTables(() => ++nowMs, trading, {
    onLatch: () => undefined,
    onAudit: () => undefined,
    onStatus: () => undefined,
    onPause: () => undefined,
    onOutbox: () => undefined,
    onCommand: (entry) => void commands.push(entry),
  });
  const chance = {
    unit: () => 0.5,
    newId: () => `01923456-789a-7000-9000-${String(++ids).padStart(12, '0')}`,
  };
  const ports = memoryRisk(tables, chance, { monotonicMs: () => nowMs }, async (_statement, run) => run());
  return {
    ports: spoil(ports, tables),
    addBot: async (botId) => void bots.push({ botId, symbol: 'BTCUSDT', clusterId: 'majors' }),
    addPosition: async (botId) => void held.push(botId),
    removeLatch: async () => {
      tables.halted = null;
    },
    halted: async () => tables.halted ?? undefined,
    audits: async () => tables.audit,
    commands: async () => commands.map(({ kind, scope }) => ({ kind, scope })),
    lastWord: async () => commands.at(-1)?.actor,
    close: async () => undefined,
  };
}

describe('the tables in memory', () => {
  for (const [promise, check] of RISK_CASES) it(promise, () => check(inMemory()));

  it('the tables in memory refuse a latch that moves without an audit row', () => {
    const tables = new RiskTables(() => 0, {} as never, {} as never);
    const rows = [{ row: 'latch', halted: true, traceId: 'a' }] as const;
    expect(() => tables.write(rows, () => 'b')).toThrow('only together with an audit row');
    expect(tables.halted).toBe(false);
  });
});

type Spoil = (ports: RiskPorts, tables: RiskTables) => RiskPorts;

const BROKEN: readonly (readonly [name: string, spoil: Spoil])[] = [
  [
    'forgets what tripped',
    (ports, tables) => ({
      ...ports,
      records: { ...ports.records, forget: async () => tables.breakers.clear() },
    }),
  ],
  [
    'trips again at every evaluation',
    (ports, tables) => ({
      ...ports,
      records: {
        ...ports.records,
        apply: (verdicts, bots) => {
          tables.breakers.clear();
          return ports.records.apply(verdicts, bots);
        },
      },
    }),
  ],
  [
    'publishes the same again and again',
    (ports) => ({ ...ports, outbox: { ...ports.outbox, markPublished: async () => undefined } }),
  ],
  [
    'clears a latch that is missing',
    (ports, tables) => ({
      ...ports,
      latch: {
        ...ports.latch,
        resume: (action) => {
          tables.halted ??= true;
          return ports.latch.resume(action);
        },
      },
    }),
  ],
];

it.each(BROKEN)('a store that %s fails the port suite', async (_name, spoil) => {
  const outcomes = await Promise.allSettled(RISK_CASES.map(([, check]) => check(inMemory(spoil))));
  expect(outcomes.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(0);
});
