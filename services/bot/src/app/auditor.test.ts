import type { Tasks } from '@platform/service-kit';
import { expect, it } from 'vitest';
import { Auditor } from './auditor';
import type { AuditRecord, Ledger } from './ports';

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
      recorded.push(record);
    },
  } as unknown as Ledger;
  new Auditor({
    ...{ tasks, ledger, audit: async () => answers.shift() ?? null },
    onDivergence: (divergence) => divergences.push(divergence),
    onFault: () => undefined,
  });
  const run = asked.run as () => Promise<void>;
  return { run: () => run(), waitMs: () => (asked.everyMs as () => number)(), recorded, divergences };
}

const record = (over: Partial<AuditRecord> = {}): AuditRecord => ({
  ...{ fromMs: 0, toMs: 0, barCount: 1, divergence: null, ...over },
});

it('looks often until there is something to audit, then ever more seldom, and at least every hour', async () => {
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

it('records a divergence before it says so', async () => {
  const where = { open_time_ms: 1, kind: 'bar_missing', field: null } as const;
  const divergence = { ...where, bot: null, engine: null };
  const { run, recorded, divergences } = auditing([record({ divergence })]);
  await run();
  expect(recorded).toHaveLength(1);
  expect(divergences).toEqual([divergence]);
});
