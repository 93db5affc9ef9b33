import { type Bar, BarSeries, HOUR_MS } from '@platform/core';
import type { Tasks } from '@platform/service-kit';
import { describe, expect, it } from 'vitest';
import type { Divergence } from '../domain/audit';
import { DecisionChain, genesisDigest } from '../domain/ledger';
import { Auditor, type AuditSubject, auditLedger } from './auditor';
import type { AuditRecord, ChainStart, Ledger } from './ports';

const MINUTE_MS = 60_000;

/** The task as the auditor asks for it, run by hand. */
function auditing(answers: (AuditRecord | null)[]) {
  let asked!: Parameters<Tasks['open']>[0];
  const tasks = {
    open: (options: typeof asked) => {
      asked = options;
      return { start: () => undefined, close: async () => undefined };
    },
  } as unknown as Tasks;
  const recorded: AuditRecord[] = [];
  const divergences: unknown[] = [];
  const ledger = {
    recordAudit: async (record: AuditRecord) => {
      const isNews = !recorded.some(
        ({ divergence }) => divergence !== null && divergence === record.divergence,
      );
      recorded.push(record);
      return isNews;
    },
  } as unknown as Ledger;
  new Auditor({
    tasks,
    ledger,
    audit: async () => answers.shift() ?? null,
    onDivergence: (divergence) => divergences.push(divergence),
    onFault: () => undefined,
  });
  const run = asked.run as () => Promise<void>;
  return { run: () => run(), waitMs: () => (asked.everyMs as () => number)(), recorded, divergences };
}

const record = (over: Partial<AuditRecord> = {}): AuditRecord => ({
  fromMs: 0,
  toMs: 0,
  barCount: 1,
  passedOver: 0,
  divergence: null,
  ...over,
});

it('the auditor looks often until there is something to audit, then ever more seldom, at least hourly', async () => {
  const { run, waitMs, recorded } = auditing([null, null, ...Array.from({ length: 12 }, () => record())]);
  await run();
  await run();
  expect(recorded).toEqual([]);
  expect(waitMs()).toBeLessThan(MINUTE_MS);
  const waits: number[] = [];
  for (let audit = 0; audit < 12; audit++) {
    await run();
    waits.push(waitMs());
  }
  expect(recorded).toHaveLength(12);
  expect(waits.every((wait, i) => i === 0 || wait >= waits[i - 1]!)).toBe(true);
  expect(waits[0]).toBeLessThan(waits[1]!);
  expect(waits.at(-1)).toBe(60 * MINUTE_MS);
});

it('the auditor records a divergence before it reports it, and reports it once', async () => {
  const where = { open_time_ms: 1, kind: 'bar_missing', field: null } as const;
  const divergence = { ...where, bot: null, engine: null };
  const { run, recorded, divergences } = auditing([record({ divergence }), record({ divergence })]);
  await run();
  expect(recorded).toHaveLength(1);
  expect(divergences).toEqual([divergence]);
  await run();
  expect(divergences).toEqual([divergence]);
});

describe('the audit of a ledger', () => {
  const barAt = (hour: number): Bar => ({
    openTimeMs: hour * HOUR_MS,
    open: 100,
    high: 101,
    low: 99,
    close: 100,
    volume: 1,
    takerBuyVolume: 1,
  });
  const hours = Array.from({ length: 100 }, (_, hour) => hour);
  const chain = new DecisionChain(genesisDigest(0, 0));
  const entries = hours.map((hour) => chain.append(barAt(hour), null));
  /** Never decides anything, and needs no bar before the first. */
  const subject = {
    definition: {
      name: 'idle',
      warmupBars: () => 1,
      create: () => ({ evaluate: () => 0, target: 0, reason: '' }),
    },
    params: { size_hint: { kind: 'fixed', value: 1 } },
    timeframe: '1h',
  } as unknown as AuditSubject;

  /**
   * A ledger of a hundred hours without those rows, against a market that revised some of its bars and lost
   * others.
   */
  function auditOf({ revised = [] as number[], lost = [] as number[], unwritten = [] as number[] }) {
    const acknowledged: Divergence[] = [];
    const rows = entries.filter((_, hour) => !unwritten.includes(hour));
    const ledger = {
      chainStart: async () => ({
        openTimeMs: 0,
        previousDigest: genesisDigest(0, 0),
        held: 0,
        evaluator: null,
        params: null,
      }),
      lastOpenTimeMs: async () => 99 * HOUR_MS,
      rows: async () => rows.map((entry) => ({ ...entry, openTimeMs: entry.bar.openTimeMs, bar: null })),
      acknowledged: async () => acknowledged,
    } as unknown as Ledger;
    const bars = new BarSeries();
    for (const hour of hours.filter((each) => !lost.includes(each)))
      bars.append(revised.includes(hour) ? { ...barAt(hour), close: 100.5 } : barAt(hour));
    const audit = async () => (await auditLedger(subject, ledger, { market: async () => ({ bars }) }))!;
    /**
     * Acknowledges what an audit finds until one finds nothing, ten times at most; says what was found and
     * what the last one counted.
     */
    const acknowledgeAll = async () => {
      const found: [hour: number, kind: string][] = [];
      for (;;) {
        const { divergence, barCount, passedOver } = await audit();
        if (divergence === null || found.length === 10) return { found, barCount, passedOver };
        found.push([divergence.open_time_ms / HOUR_MS, divergence.kind]);
        acknowledged.push(divergence);
      }
    };
    return { audit, acknowledged, acknowledgeAll };
  }

  it('an audit goes on behind a divergence that was acknowledged, and finds the next', async () => {
    const { audit, acknowledged } = auditOf({ revised: [10, 60] });
    const first = await audit();
    expect(first).toMatchObject({ barCount: 11, divergence: { open_time_ms: 10 * HOUR_MS } });
    acknowledged.push(first.divergence!);
    const second = await audit();
    expect(second).toMatchObject({ barCount: 60, passedOver: 1, divergence: { open_time_ms: 60 * HOUR_MS } });
    acknowledged.push(second.divergence!);
    expect(await audit()).toMatchObject({
      barCount: 98,
      passedOver: 2,
      divergence: null,
      toMs: 99 * HOUR_MS,
    });
  });

  it('an audit takes another divergence of the same bar for a new one', async () => {
    const { audit, acknowledged } = auditOf({ revised: [10] });
    const { divergence } = await audit();
    acknowledged.push({ ...divergence!, kind: 'decision_differs', field: null });
    expect(await audit()).toMatchObject({ divergence });
  });

  it('an audit takes bars lost by the market in a row for one gap, and compares what lies behind it', async () => {
    const { acknowledgeAll } = auditOf({ lost: [20, 21, 22, 98, 99], revised: [50] });
    expect(await acknowledgeAll()).toEqual({
      found: [
        [20, 'bar_missing'],
        [50, 'bar_differs'],
        [98, 'bar_missing'],
      ],
      barCount: 94,
      passedOver: 6,
    });
  });

  it('an audit compares the row behind missing ones with its own bar', async () => {
    const { acknowledgeAll } = auditOf({ unwritten: [30, 31], revised: [32, 70] });
    expect(await acknowledgeAll()).toEqual({
      found: [
        [32, 'row_missing'],
        [32, 'bar_differs'],
        [70, 'bar_differs'],
      ],
      barCount: 96,
      passedOver: 3,
    });
  });

  it('an audit of rows that begin no chain finds a divergence at the first of them; no rows have none', async () => {
    const startless = (rows: readonly object[], starts: readonly (object | undefined)[]) => {
      const [answers, ledger] = [[...starts], { rows: async () => rows } as unknown as Ledger];
      return auditLedger(
        subject,
        { ...ledger, chainStart: async () => answers.shift() as ChainStart | undefined },
        { market: () => Promise.reject(new Error('nothing is replayed')) },
      );
    };
    const row = { openTimeMs: 40 * HOUR_MS, signal: null };
    expect(await startless([row], [undefined, undefined])).toMatchObject({
      divergence: { kind: 'chain_broken', open_time_ms: 40 * HOUR_MS },
    });
    expect(await startless([], [undefined])).toBeNull();
    // The rows were written after the first look for their beginning.
    expect(await startless([row], [undefined, { openTimeMs: row.openTimeMs }])).toBeNull();
  });

  it('an audit says every time that the chain cannot be replayed when the bars before it are gone', async () => {
    const { audit, acknowledged } = auditOf({ lost: [0] });
    const { divergence } = await audit();
    expect(divergence).toMatchObject({ kind: 'bar_missing', open_time_ms: 0 });
    acknowledged.push(divergence!);
    expect(await audit()).toMatchObject({ divergence });
  });
});
