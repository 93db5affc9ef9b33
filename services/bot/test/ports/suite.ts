/**
 * What the ports of a bot promise, as cases that any implementation has to pass: the tables in PostgreSQL and
 * those in memory. A case throws where a promise is broken.
 */
import type { Bar } from '@platform/core';
import type { Target } from '@platform/strategies';
import { expect } from 'vitest';
import type {
  AuditRecord,
  BotRecords,
  CommandStore,
  DecisionBatch,
  DecisionStore,
  EntryContext,
  HeldLease,
  Lease,
  Ledger,
} from '../../src/app/ports';
import type { IntentDraft } from '../../src/domain/intent';
import { DecisionChain, genesisDigest } from '../../src/domain/ledger';
import type { BotSettings } from '../../src/domain/settings';

export interface BotPorts {
  readonly lease: Lease;
  readonly decisions: DecisionStore;
  readonly ledger: Ledger;
  readonly records: BotRecords;
  readonly commands: CommandStore;
}

/** An implementation on empty tables, and the hands that fill them. */
export interface BotUnderTest {
  /** As one process of the bot has them. */
  open(holderId: string): BotPorts;
  /** What the bot holds of its symbol, signed. */
  hold(quantity: string): Promise<void>;
  pause(): Promise<void>;
  /** The executor has decided on everything that was asked for. */
  decideAll(): Promise<void>;
  intents(): Promise<readonly { readonly side: string; readonly fence: string }[]>;
  /** An operator has acknowledged every parity mismatch there is. */
  acknowledgeParity(): Promise<void>;
  command(kind: 'pause' | 'stop', scope: string): Promise<void>;
  close(): Promise<void>;
}

export type BotCase = readonly [promise: string, check: (under: BotUnderTest) => Promise<void>];

export const SETTINGS: BotSettings = {
  botId: '01923456-789a-7000-8000-0000000000a1',
  generation: '1',
  strategy: 'supertrend',
  symbol: 'BTCUSDT',
  timeframe: '1m',
  network: 'testnet',
  shadow: false,
  warmupMode: 'strict',
  maxLeverage: undefined,
  clusterId: 'majors',
  plan: null,
  warnings: [],
};
const FIRST = '01923456-789a-7000-8000-00000000f001';
const SECOND = '01923456-789a-7000-8000-00000000f002';

const barAt = (minute: number): Bar => ({
  openTimeMs: minute * 60_000,
  open: 1,
  high: 2,
  low: 1,
  close: 2,
  volume: 1,
  takerBuyVolume: 1,
});

/** Decisions on these minutes, the last of which leaves the strategy with this target. */
function batch(
  minutes: readonly number[],
  held: Target,
  draft?: IntentDraft,
  previous?: string,
): DecisionBatch {
  const chain = new DecisionChain(previous ?? genesisDigest(minutes[0]! * 60_000, 0));
  return {
    entries: minutes.map((minute) => chain.append(barAt(minute), null)),
    memory: { held, evaluator: { seen: minutes.length } },
    overlays: [],
    hasSignal: draft !== undefined,
    draft: ({ paused }) => (draft === undefined || paused ? [] : [draft]),
  };
}

const entryAt = (minute: number): IntentDraft => ({
  intentId: `01923456-789a-7000-8000-00000000e${String(minute).padStart(3, '0')}`,
  side: 'long',
  qty: '1',
  sl: '0.5',
  tp: null,
  barOpenTimeMs: minute * 60_000,
  signalDigest: 'ab'.repeat(32),
});

async function held(ports: BotPorts, holderId = FIRST): Promise<HeldLease> {
  const fence = await ports.lease.tryAcquire();
  expect(fence).not.toBeNull();
  return { holderId, fence: fence! };
}

const sides = async (under: BotUnderTest) => (await under.intents()).map(({ side }) => side);

export const BOT_CASES: readonly BotCase[] = [
  [
    'a lease has one holder, and each new one a higher fence',
    async (under) => {
      const [first, second] = [under.open(FIRST), under.open(SECOND)];
      const { fence } = await held(first);
      expect(await second.lease.tryAcquire()).toBeNull();
      expect(await first.lease.renew()).toBe('held');
      await first.lease.release();
      expect(Number((await held(second, SECOND)).fence)).toBeGreaterThan(Number(fence));
      expect(await first.lease.renew()).toBe('lost');
      await second.lease.release();
    },
  ],
  [
    'a process that lost the lease commits nothing',
    async (under) => {
      const [first, second] = [under.open(FIRST), under.open(SECOND)];
      const lost = await held(first);
      await first.lease.release();
      await held(second, SECOND);
      expect(await first.decisions.commit(lost, batch([1], 1, entryAt(1)))).toEqual({ kind: 'lost' });
      expect(await first.decisions.repeatMissedExit(lost, 0, 60_000)).toEqual({ kind: 'lost' });
      expect([await under.intents(), await first.ledger.lastOpenTimeMs()]).toEqual([[], undefined]);
      await second.lease.release();
    },
  ],
  [
    'a batch is committed once, however often it is tried',
    async (under) => {
      const ports = under.open(FIRST);
      const lease = await held(ports);
      const given = batch([1, 2], 1, entryAt(2));
      for (const isNew of [true, false]) {
        const outcome = await ports.decisions.commit(lease, given);
        expect(outcome).toMatchObject({
          kind: 'committed',
          intents: [{ isNew, intent: { fence: lease.fence } }],
        });
      }
      expect(await under.intents()).toMatchObject([{ side: 'long', fence: lease.fence }]);
      expect(await ports.ledger.lastOpenTimeMs()).toBe(120_000);
      expect(await ports.records.state()).toMatchObject({
        barOpenTimeMs: 120_000,
        held: 1,
        evaluator: { seen: 2 },
        digest: given.entries[1]!.digest,
      });
      await ports.lease.release();
    },
  ],
  [
    'another decision for a bar that was decided is refused, and nothing of it is kept',
    async (under) => {
      const ports = under.open(FIRST);
      const lease = await held(ports);
      await ports.decisions.commit(lease, batch([1], 0));
      await expect(
        ports.decisions.commit(lease, batch([1], 1, entryAt(1), 'cd'.repeat(32))),
      ).rejects.toThrow();
      expect([await under.intents(), (await ports.records.state())?.held]).toEqual([[], 0]);
      await ports.lease.release();
    },
  ],
  [
    'an exit that was missed is asked for again at the next bar, and not while something is under way',
    async (under) => {
      const ports = under.open(FIRST);
      const lease = await held(ports);
      await under.hold('1');
      await ports.decisions.commit(lease, batch([1], 0));
      expect(await sides(under)).toEqual(['flat']);
      const next = batch([1], 0).entries[0]!.digest;
      await ports.decisions.commit(lease, batch([2], 0, undefined, next));
      expect(await sides(under)).toEqual(['flat']);
      await under.decideAll();
      await ports.decisions.repeatMissedExit(lease, 0, 180_000);
      expect(await sides(under)).toEqual(['flat', 'flat']);
      await under.decideAll();
      await ports.decisions.repeatMissedExit(lease, 1, 240_000);
      expect(await sides(under)).toEqual(['flat', 'flat']);
      expect(await ports.records.heldSide()).toBe(1);
      await ports.lease.release();
    },
  ],
  [
    'a paused bot commits no intent',
    async (under) => {
      const ports = under.open(FIRST);
      const lease = await held(ports);
      await under.pause();
      await ports.decisions.commit(lease, batch([1], 1, entryAt(1)));
      expect(await under.intents()).toEqual([]);
      await ports.lease.release();
    },
  ],
  [
    'the ledger knows where its chain began and what came after',
    async (under) => {
      const ports = under.open(FIRST);
      const lease = await held(ports);
      expect(await ports.ledger.chainStart()).toBeUndefined();
      await ports.decisions.commit(lease, batch([1, 2], 0));
      await ports.decisions.commit(lease, batch([7, 8], 0));
      expect(await ports.ledger.chainStart()).toMatchObject({
        openTimeMs: 420_000,
        held: 0,
        evaluator: null,
      });
      const rows = await ports.ledger.rows(120_000, 2);
      expect(rows.map(({ openTimeMs }) => openTimeMs)).toEqual([120_000, 420_000]);
      await ports.lease.release();
    },
  ],
  [
    'a divergence is written once, and entries wait until it is acknowledged',
    async (under) => {
      const ports = under.open(FIRST);
      const lease = await held(ports);
      const { ledger } = ports;
      const audit = { fromMs: 0, toMs: 60_000, barCount: 1, passedOver: 0 };
      const at = (openTimeMs: number): AuditRecord['divergence'] => ({
        open_time_ms: openTimeMs,
        kind: 'decision_differs',
        field: null,
        bot: '{"side":"long"}',
        engine: null,
      });
      for (const _ of [1, 2]) expect(await ledger.recordAudit({ ...audit, divergence: null })).toBe(true);
      expect(await ledger.recordAudit({ ...audit, divergence: at(60_000) })).toBe(true);
      expect(await ledger.recordAudit({ ...audit, divergence: at(60_000) })).toBe(false);
      expect(await ledger.acknowledged()).toEqual([]);
      const asked: boolean[] = [];
      const ask = (context: EntryContext) => {
        asked.push(context.diverged);
        return [];
      };
      const first = batch([1], 0);
      await ports.decisions.commit(lease, { ...first, hasSignal: true, draft: ask });
      await under.acknowledgeParity();
      const second = batch([2], 0, undefined, first.entries[0]!.digest);
      await ports.decisions.commit(lease, { ...second, hasSignal: true, draft: ask });
      expect(asked).toEqual([true, false]);
      expect(await ledger.acknowledged()).toEqual([at(60_000)]);
      expect(await ledger.recordAudit({ ...audit, divergence: at(60_000) })).toBe(false);
      expect(await ledger.recordAudit({ ...audit, divergence: at(120_000) })).toBe(true);
      await ports.lease.release();
    },
  ],
  [
    'commands begin with the newest, come once, and one from before the lease is old',
    async (under) => {
      await under.command('pause', 'all');
      const ports = under.open(FIRST);
      expect(await ports.commands.pending()).toEqual([]);
      await under.command('stop', `bot:${SETTINGS.botId}`);
      await under.command('pause', 'symbol:ETHUSDT');
      await held(ports);
      const [stop, ...others] = await ports.commands.pending();
      expect([stop, others]).toMatchObject([{ kind: 'stop', isOld: true }, []]);
      await ports.commands.done(stop!, 'bot_stopping');
      expect(await ports.commands.pending()).toEqual([]);
      await ports.lease.release();
    },
  ],
  [
    'warm-ups that failed in a row are counted until one succeeds',
    async (under) => {
      const { records } = under.open(FIRST);
      expect(await records.warmupFailures()).toEqual({ count: 0, agoMs: 0 });
      for (const _ of [1, 2]) await records.record('BOT_WARMUP_INCOMPLETE', {});
      expect(await records.warmupFailures()).toMatchObject({ count: 2 });
      await records.record('warmup_completed', {});
      expect(await records.warmupFailures()).toMatchObject({ count: 0 });
    },
  ],
];
