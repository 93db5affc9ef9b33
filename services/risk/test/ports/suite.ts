/**
 * What the ports of the risk engine promise, as cases that any implementation has to pass: the tables in
 * PostgreSQL and those in memory. A case throws where a promise is broken.
 */
import type { BreakerOutcome } from '@platform/contracts';
import type { Verdict } from '@platform/risk-rules';
import type { Outbox } from '@platform/service-kit';
import { expect } from 'vitest';
import type { BreakerRecords, Latch, SnapshotReader, StartDrill } from '../../src/app/ports';
import type { AuditedAction } from '../../src/domain/audited-action';

export interface RiskPorts {
  readonly latch: Latch;
  readonly records: BreakerRecords;
  readonly drills: { readonly start: StartDrill };
  readonly outbox: Outbox;
  openSnapshots(): SnapshotReader;
}

/** An implementation on empty tables with the latch clear, the hands that fill them, and eyes. */
export interface RiskUnderTest {
  readonly ports: RiskPorts;
  /** A bot that trades BTCUSDT in the cluster `majors`. */
  addBot(botId: string): Promise<void>;
  /** One unit of BTCUSDT. */
  addPosition(botId: string): Promise<void>;
  removeLatch(): Promise<void>;
  /** Undefined where there is no row. */
  halted(): Promise<boolean | undefined>;
  audits(): Promise<readonly { readonly action: string; readonly traceId: string; readonly actor: string }[]>;
  commands(): Promise<readonly { readonly kind: string; readonly scope: string }[]>;
  /** Who gave the latest command. */
  lastWord(): Promise<string | undefined>;
  close(): Promise<void>;
}

export type RiskCase = readonly [promise: string, check: (under: RiskUnderTest) => Promise<void>];

const AMBER = '01923456-789a-7000-8000-0000000000a1';
const BIRCH = '01923456-789a-7000-8000-0000000000b1';
const ALL = { kind: 'all' } as const;

const actionOf = (n: number): AuditedAction => ({
  traceId: `01923456-789a-7000-8000-00000000c${String(n).padStart(3, '0')}`,
  reason: 'a test',
  actor: 'operator:test',
});

const verdict = (outcome: BreakerOutcome, scope = 'portfolio'): Verdict => ({
  breaker: 'drawdown',
  scope,
  outcome,
  value: 0.2,
  threshold: 0.1,
  reason: 'a test',
  status: outcome === 'None' ? 'ok' : 'tripped',
});

const unpaused = async (under: RiskUnderTest) => (await under.ports.openSnapshots()()).unpausedBots;

async function trip(under: RiskUnderTest, ...verdicts: Verdict[]) {
  return under.ports.records.apply(verdicts, await unpaused(under));
}

async function eventsWaiting({ ports }: RiskUnderTest): Promise<string[]> {
  const rows = await ports.outbox.waiting(100);
  return rows.map(({ payload }) => (payload as { event: string }).event);
}

const rowOf = async (under: RiskUnderTest) => (await under.ports.openSnapshots()()).rows[0];

export const RISK_CASES: readonly RiskCase[] = [
  [
    'a trip that flattens leaves the latch, an audit row, a command and its events, once',
    async (under) => {
      await under.addBot(AMBER);
      await under.addPosition(AMBER);
      const applied = await trip(under, verdict('Flatten'));
      expect(applied.trips).toMatchObject([{ positionsTargeted: 1, pausedBots: [] }]);
      expect(await under.halted()).toBe(true);
      const [audit, ...others] = await under.audits();
      expect(audit).toMatchObject({ action: 'halt', actor: 'breaker:drawdown' });
      expect(audit!.traceId).toBe(applied.trips[0]!.traceId);
      expect(others).toEqual([]);
      expect(await under.commands()).toEqual([{ kind: 'flatten', scope: 'all' }]);
      expect(await eventsWaiting(under)).toEqual(['latch_engaged', 'breaker_tripped']);
      expect((await trip(under, verdict('Flatten'))).trips).toEqual([]);
      expect(await under.audits()).toHaveLength(1);
    },
  ],
  [
    'a trip that pauses leaves the latch alone and pauses each bot of its scope once',
    async (under) => {
      await under.addBot(AMBER);
      await under.addBot(BIRCH);
      const applied = await trip(under, verdict('PauseBots', `bot:${AMBER}`), verdict('PauseBots'));
      expect(applied.trips.map(({ pausedBots }) => pausedBots)).toEqual([[AMBER], [BIRCH]]);
      expect(await under.halted()).toBe(false);
      expect(await unpaused(under)).toEqual([]);
      expect(await under.commands()).toEqual([
        { kind: 'pause', scope: `bot:${AMBER}` },
        { kind: 'pause', scope: `bot:${BIRCH}` },
      ]);
    },
  ],
  [
    'a bot that begins under a tripped breaker is paused late, and only it',
    async (under) => {
      await under.addBot(AMBER);
      await trip(under, verdict('PauseBots'));
      await under.addBot(BIRCH);
      const { trips, latePauses } = await trip(under, verdict('PauseBots'));
      expect([trips, latePauses]).toEqual([[], [BIRCH]]);
    },
  ],
  [
    'what tripped stays tripped until an operator resumes, even if things look good or its scope is forgotten',
    async (under) => {
      await under.addBot(AMBER);
      await trip(under, verdict('PauseBots'));
      await trip(under, verdict('None'));
      await under.ports.records.refresh([{ verdict: verdict('None'), highest: null, memory: {} }]);
      await under.ports.records.forget([{ breaker: 'drawdown', scope: 'portfolio' }]);
      expect(await rowOf(under)).toMatchObject({
        status: 'tripped',
        outcome: 'PauseBots',
        condition: 'None',
      });
      expect(await under.ports.latch.resume(actionOf(1))).toEqual({ kind: 'resumed', botIds: [AMBER] });
      expect(await rowOf(under)).toMatchObject({ status: 'ok', outcome: 'None' });
      expect(await unpaused(under)).toMatchObject([{ botId: AMBER }]);
      expect(await under.audits()).toMatchObject([{ action: 'pause' }, { action: 'resume' }]);
    },
  ],
  [
    'a worse outcome trips again, a better one does not',
    async (under) => {
      await trip(under, verdict('PauseBots'));
      expect((await trip(under, verdict('Flatten'))).trips).toHaveLength(1);
      expect((await trip(under, verdict('PauseBots'))).trips).toEqual([]);
      expect(await rowOf(under)).toMatchObject({ outcome: 'Flatten' });
    },
  ],
  [
    'what a rule has to remember is there for the next turn, and gone when its scope is forgotten',
    async (under) => {
      const { records } = under.ports;
      const memory = { peakUsd: 500 };
      await records.refresh([{ verdict: verdict('None'), highest: 0.2, memory }]);
      await records.refresh([{ verdict: verdict('PauseBots'), highest: null, memory }]);
      expect(await rowOf(under)).toMatchObject({ status: 'ok', condition: 'PauseBots', memory });
      await trip(under, verdict('PauseBots'));
      expect(await rowOf(under)).toMatchObject({ status: 'tripped', memory });
      await under.ports.latch.resume(actionOf(1));
      await records.forget([{ breaker: 'drawdown', scope: 'portfolio' }]);
      expect(await rowOf(under)).toBeUndefined();
    },
  ],
  [
    'later looks of a turn show only the rows that are not well',
    async (under) => {
      await under.ports.records.refresh([{ verdict: verdict('None'), highest: null, memory: {} }]);
      const read = under.ports.openSnapshots();
      expect((await read()).rows).toHaveLength(1);
      expect((await read()).rows).toEqual([]);
      await trip(under, verdict('PauseBots'));
      expect((await read()).rows).toHaveLength(1);
    },
  ],
  [
    'an operator halts without closing, engages with closing, and each request has an id of its own',
    async (under) => {
      const { latch } = under.ports;
      await under.addBot(AMBER);
      await under.addPosition(AMBER);
      await latch.halt(actionOf(1));
      expect([await under.halted(), await under.commands()]).toEqual([true, []]);
      await latch.resume(actionOf(2));
      expect(await under.halted()).toBe(false);
      expect(await latch.engage(actionOf(2), ALL)).toEqual({ positionsTargeted: 1 });
      expect(await under.halted()).toBe(true);
      const ids = (await under.audits()).map(({ traceId }) => traceId);
      expect(ids.slice(0, 2)).toEqual([actionOf(1).traceId, actionOf(2).traceId]);
      expect(new Set(ids).size).toBe(3);
      expect(await latch.engage(actionOf(3), { kind: 'symbol', symbol: 'ETHUSDT' })).toEqual({
        positionsTargeted: 0,
      });
    },
  ],
  [
    'a pause by an operator is not undone by a resume',
    async (under) => {
      const { latch } = under.ports;
      await under.addBot(AMBER);
      await trip(under, verdict('PauseBots'));
      expect(await latch.pauseBot(actionOf(1), AMBER)).toBe('paused');
      expect(await latch.pauseBot(actionOf(2), BIRCH)).toBe('unknown_bot');
      expect(await latch.resume(actionOf(3))).toEqual({ kind: 'resumed', botIds: [] });
      const closed = await latch.close(
        actionOf(4),
        { kind: 'cluster', clusterId: 'majors' },
        { pause: true },
      );
      expect(closed).toEqual({ positionsTargeted: 0, pausedBots: [AMBER] });
    },
  ],
  [
    'a pause by an operator under a tripped breaker stays his: the breaker adds no command, and a resume does not undo it',
    async (under) => {
      const { latch } = under.ports;
      await under.addBot(AMBER);
      await trip(under, verdict('PauseBots'));
      await latch.pauseBot(actionOf(1), AMBER);
      for (let tick = 0; tick < 2; tick++) await trip(under, verdict('PauseBots'));
      expect(await unpaused(under)).toEqual([]);
      expect(await under.lastWord()).toBe('operator:test');
      expect(await latch.resume(actionOf(2))).toEqual({ kind: 'resumed', botIds: [] });
      expect(await under.lastWord()).toBe('operator:test');
    },
  ],
  [
    'a breaker that trips after the pause by an operator holds the bot as well, and adds no command',
    async (under) => {
      const { latch } = under.ports;
      await under.addBot(AMBER);
      await latch.close(actionOf(1), { kind: 'bot', botId: AMBER }, { pause: true });
      await trip(under, verdict('PauseBots'));
      expect(await unpaused(under)).toEqual([]);
      expect(await latch.resume(actionOf(2))).toEqual({ kind: 'resumed', botIds: [] });
      expect(await unpaused(under)).toMatchObject([{ botId: AMBER }]);
      expect(await under.lastWord()).toBe('operator:test');
    },
  ],
  [
    'a latch that is missing cannot be cleared',
    async (under) => {
      await under.removeLatch();
      expect(await under.ports.latch.resume(actionOf(1))).toEqual({ kind: 'latch_missing' });
      await under.ports.latch.halt(actionOf(2));
      expect(await under.halted()).toBeUndefined();
    },
  ],
  [
    'a drill is seen by its breaker, and audited',
    async (under) => {
      await under.ports.drills.start(actionOf(1), 'vpin', { value: 0.9, expectedOutcome: 'Flatten' });
      expect((await under.ports.openSnapshots()()).drills).toEqual(new Map([['vpin', 0.9]]));
      expect(await under.audits()).toMatchObject([{ action: 'drill', traceId: actionOf(1).traceId }]);
    },
  ],
  [
    'what is published is no longer waiting, the oldest comes first',
    async (under) => {
      const { outbox, latch } = under.ports;
      for (const n of [1, 2]) await latch.halt(actionOf(n));
      const [first] = await outbox.waiting(1);
      await outbox.markPublished([first!.id]);
      const [second, ...others] = await outbox.waiting(5);
      expect((second!.payload as { trace_id: string }).trace_id).toBe(actionOf(2).traceId);
      expect([second!.subject, others]).toEqual(['risk.events.latch', []]);
    },
  ],
];
