/**
 * Reads from the database what an evaluation goes by. A reader belongs to one turn of evaluating: it keeps
 * cursors.
 */
import { scopeText } from '@platform/contracts';
import { DAY_MS } from '@platform/core';
import type { Database as Schema } from '@platform/db';
import { type Heartbeat, PORTFOLIO } from '@platform/risk-rules';
import type { Kysely } from 'kysely';
import type { SnapshotReader } from '../app/ports';
import type { Observations, StoredBreaker } from '../app/snapshot';
import { limitsFrom } from '../domain/limits';
import { runningDrills } from './drills';
import { BarFeed, type BarsRead } from './observations/bar-feed';
import { ClusterReader } from './observations/clusters';
import { databaseNowMs } from './observations/database-clock';
import { EquityReader } from './observations/equity';
import { MacroReader } from './observations/macro';
import { readBots, readPositions, type TradingBot } from './observations/portfolio';
import { readSignsOfLife, type SignsOfLife } from './observations/signs-of-life';
import { WalletReader } from './observations/wallets';
import { SettingsStore } from './settings';

type Positions = Awaited<ReturnType<typeof readPositions>>;

export function databaseSnapshots(db: Kysely<Schema>): SnapshotReader {
  const bars = new BarFeed(db);
  const equity = new EquityReader(db);
  const wallets = new WalletReader(db);
  const macro = new MacroReader(db);
  const clusters = new ClusterReader(db);
  let haveAllBeenRead = false;

  /**
   * All of them once a turn, for the rules to be restored; then only those that say more than a row that is
   * not there.
   */
  const breakerRows = async (): Promise<StoredBreaker[]> => {
    const all = db
      .selectFrom('risk.breaker_state')
      .select(['breaker', 'scope', 'status', 'outcome', 'condition', 'memory']);
    const rows = await (haveAllBeenRead ? all.where('status', '<>', 'ok') : all).execute();
    return rows.map((row) => ({ ...row, memory: row.memory as Record<string, unknown> }));
  };

  return async () => {
    const [limitRows, rows, drills, bots, positions] = await Promise.all([
      new SettingsStore(db).limitRows(),
      breakerRows(),
      runningDrills(db),
      readBots(db),
      readPositions(db),
    ]);
    const limits = limitsFrom(limitRows);
    const symbols = new Set([...bots, ...positions].map(({ symbol }) => symbol));
    const newBars = bars.read([...symbols].sort());
    // Each breaker that needs the bars meets the failure by itself.
    newBars.catch(() => undefined);
    const observe: Observations = {
      drawdown: async () => ({
        nowMs: performance.now(),
        utcDay: Math.floor((await databaseNowMs(db)) / DAY_MS),
        ...(await equity.read(positions, (await newBars).marks)),
        wallets: await wallets.read(positions),
      }),
      connectivity: async () => heartbeatsOf(await readSignsOfLife(db), bots, positions, await newBars),
      vpin: async () => ({ symbols: (await newBars).symbols }),
      macro: () => macro.read(limits.macro_shock_window_changes + 2),
      correlation: async () =>
        clusters.read(positions, (await newBars).marks, limits.correlation_window_days),
    };
    // Only now: a read that failed has restored nothing, and the next one must.
    haveAllBeenRead = true;
    return { limits, rows, drills, unpausedBots: bots.filter(({ isPaused }) => !isPaused), observe };
  };
}

function heartbeatsOf(
  { hasAnyBotSpoken, streams }: SignsOfLife,
  bots: readonly TradingBot[],
  positions: Positions,
  { newest }: BarsRead,
) {
  const open = positions.filter(({ qty }) => qty !== 0);
  const openBots = new Set(open.map(({ botId }) => botId));
  const openSymbols = new Set(open.map(({ symbol }) => symbol));
  const heartbeats: Heartbeat[] = [
    ...bots
      .filter(({ shouldSpeak }) => shouldSpeak)
      .map(({ botId, heartbeat }) => ({
        scope: scopeText({ kind: 'bot', botId }),
        name: 'bot',
        marker: heartbeat,
        hasOpenPosition: openBots.has(botId),
      })),
    ...[...newest].map(([symbol, openTimeMs]) => ({
      scope: scopeText({ kind: 'symbol', symbol }),
      name: 'market data',
      marker: String(openTimeMs),
      hasOpenPosition: openSymbols.has(symbol),
    })),
    ...streams.map(({ source, marker }) => ({
      scope: PORTFOLIO,
      name: `venue stream ${source}`,
      marker,
      hasOpenPosition: open.length > 0,
    })),
  ];
  return { nowMs: performance.now(), hasAnyBotSpoken, heartbeats };
}
