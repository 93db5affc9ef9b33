/** Builds the scene of an evaluation from the database. One instance belongs to one turn of evaluating: readers keep cursors. */
import type { Database as Schema } from '@platform/db';
import { type Heartbeat, PORTFOLIO } from '@platform/risk-rules';
import type { Kysely } from 'kysely';
import type { Observations, Observatory, Scene, StoredBreaker } from '../app/scene';
import { limitsFrom } from '../domain/limits';
import { DrillStore } from './drills';
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

const DAY_MS = 86_400_000;

export class DatabaseObservatory implements Observatory {
  readonly #bars: BarFeed;
  readonly #equity: EquityReader;
  readonly #wallets: WalletReader;
  readonly #macro: MacroReader;
  readonly #clusters: ClusterReader;
  #haveAllBeenRead = false;

  constructor(private readonly db: Kysely<Schema>) {
    this.#bars = new BarFeed(db);
    this.#equity = new EquityReader(db);
    this.#wallets = new WalletReader(db);
    this.#macro = new MacroReader(db);
    this.#clusters = new ClusterReader(db);
  }

  async look(): Promise<Scene> {
    const [limitRows, rows, drills, bots, positions] = await Promise.all([
      new SettingsStore(this.db).limitRows(),
      this.#breakerRows(),
      new DrillStore(this.db).running(),
      readBots(this.db),
      readPositions(this.db),
    ]);
    const limits = limitsFrom(limitRows);
    const symbols = new Set([...bots, ...positions].map(({ symbol }) => symbol));
    const bars = this.#bars.read([...symbols].sort());
    // Each breaker that needs the bars meets the failure by itself.
    bars.catch(() => undefined);
    const observe: Observations = {
      drawdown: async () => ({
        nowMs: performance.now(),
        utcDay: Math.floor((await databaseNowMs(this.db)) / DAY_MS),
        ...(await this.#equity.read(positions, (await bars).marks)),
        wallets: await this.#wallets.read(positions),
      }),
      connectivity: async () => heartbeatsOf(await readSignsOfLife(this.db), bots, positions, await bars),
      vpin: async () => ({ symbols: (await bars).symbols }),
      macro: () => this.#macro.read(limits.macro_shock_window_changes + 2),
      correlation: async () =>
        this.#clusters.read(positions, (await bars).marks, limits.correlation_window_days),
    };
    // Only now: a look that failed has restored nothing, and the next one must.
    this.#haveAllBeenRead = true;
    return { limits, rows, drills, unpausedBots: bots.filter(({ isPaused }) => !isPaused), observe };
  }

  /** All of them once a turn, for the rules to be restored; then only those that say more than a row that is not there. */
  async #breakerRows(): Promise<StoredBreaker[]> {
    const all = this.db
      .selectFrom('risk.breaker_state')
      .select(['breaker', 'scope', 'status', 'outcome', 'condition', 'memory']);
    const rows = await (this.#haveAllBeenRead ? all.where('status', '<>', 'ok') : all).execute();
    return rows.map((row) => ({ ...row, memory: row.memory as Record<string, unknown> }));
  }
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
        scope: `bot:${botId}`,
        name: 'bot',
        marker: heartbeat,
        hasOpenPosition: openBots.has(botId),
      })),
    ...[...newest].map(([symbol, openTimeMs]) => ({
      scope: `symbol:${symbol}`,
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
