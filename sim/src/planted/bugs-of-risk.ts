/**
 * Planted bugs of the risk engine: breakers that look away, halts that do not last, and events that are never
 * published.
 */
import { memoryRisk } from '@platform/risk/core';
import { type PlantedBug, replaced } from './planted-bug';

export const BUGS_OF_RISK: readonly PlantedBug[] = [
  {
    name: 'forget-the-latch',
    story: 'a risk engine that starts clears the latch',
    breaks: ['I10'],
    plantInRisk: ({ tables, chance }, given) => {
      if (tables.halted === false) return given;
      const traceId = chance.newId();
      const act = { traceId, reason: 'a fresh start', actor: 'risk' };
      const entry = { ...act, action: 'resume', scope: 'all' } as const;
      const rows = [
        { row: 'latch', halted: false, traceId },
        { row: 'audit', entry },
      ] as const;
      tables.write(rows, () => chance.newId());
      return given;
    },
  },
  {
    name: 'latch-beside-the-act',
    story: 'a breaker sets the latch once more, outside the act that is audited',
    breaks: ['I10'],
    plantInRisk: ({ tables, chance, time, access }, given) => {
      const careless = replaced(tables, {
        write: (rows, newId) => {
          tables.write(rows, newId);
          const trips = rows.some((row) => row.row === 'latch' && row.halted);
          if (trips) tables.witness.onLatch(true, chance.newId());
        },
      });
      return { ...given, records: memoryRisk(careless, chance, time, access).records };
    },
  },
  {
    name: 'trip-without-a-halt',
    story: 'a breaker is marked as tripped and the latch stays clear',
    breaks: ['I14'],
    plantInRisk: ({ tables, chance, time, access }, given) => {
      const careless = replaced(tables, {
        write: (rows, newId) =>
          tables.write(
            rows.filter(({ row }) => row !== 'latch'),
            newId,
          ),
      });
      return { ...given, records: memoryRisk(careless, chance, time, access).records };
    },
  },
  {
    name: 'untrip-when-quiet',
    story: 'a breaker whose value is well again arms itself',
    breaks: ['I14'],
    plantInRisk: ({ tables }, given) => ({
      ...given,
      records: replaced(given.records, {
        refresh: async (rows) => {
          await given.records.refresh(rows);
          for (const { verdict } of rows) {
            const row = [...tables.breakers.values()].find(
              ({ breaker, scope }) => breaker === verdict.breaker && scope === verdict.scope,
            );
            if (verdict.status === 'ok' && row?.status === 'tripped')
              tables.setStatus({ ...row, status: 'ok', outcome: 'None' });
          }
        },
      }),
    }),
  },
  {
    name: 'look-away',
    story: 'breakers are evaluated every ten seconds',
    breaks: ['I14'],
    plantInRisk: ({ tables, time }, given) => {
      let lookedMs = Number.NEGATIVE_INFINITY;
      return {
        ...given,
        leaderLease: {
          release: () => undefined,
          renew: async () => {
            if (time.monotonicMs() - lookedMs < 10_000) return false;
            lookedMs = time.monotonicMs();
            return tables.halted !== null;
          },
        },
      };
    },
  },
  {
    name: 'publish-and-forget',
    story: 'an event counts as published before the bus has said so',
    breaks: ['I6'],
    plantInRisk: (_scene, given) => ({
      ...given,
      bus: replaced(given.bus, {
        publish: async (subject, payload, messageId) => {
          void given.bus.publish(subject, payload, messageId);
          return { ok: true, value: { sequence: 1, duplicate: false } };
        },
      }),
    }),
  },
  {
    name: 'halt-lost-for-good',
    story: 'what a breaker found is taken for committed, and nothing of it is',
    breaks: ['I14'],
    plantInRisk: (_scene, given) => ({
      ...given,
      records: replaced(given.records, {
        apply: async () => ({ trips: [], changes: [], latePauses: [] }),
      }),
    }),
  },
];
