/**
 * The scene of an evaluation from the tables in memory. Bars, macro series and the data service's streams are not in them: order flow,
 * macro and correlation see nothing there, and only a drill moves them.
 */
import type { Time } from '@platform/service-kit';
import type { Observations, Observatory, Scene } from '../app/scene';
import { DRILL_MS } from '../domain/drill';
import { markedEquity, positionPnl } from '../domain/marked-equity';
import type { Access, RiskTables } from './tables';

const DAY_MS = 86_400_000;

export class MemoryObservatory implements Observatory {
  #haveAllBeenRead = false;

  constructor(
    private readonly tables: RiskTables,
    private readonly time: Pick<Time, 'monotonicMs'>,
    private readonly access: Access,
  ) {}

  async look(): Promise<Scene> {
    const scene = await this.access('observatory.look', () => this.#look());
    // Only now: a look that failed has restored nothing, and the next one must.
    this.#haveAllBeenRead = true;
    return scene;
  }

  #look(): Scene {
    const { tables } = this;
    const { breakers, drills, limits, paused, trading } = tables;
    const rows = [...breakers.values()].filter(({ status }) => !this.#haveAllBeenRead || status !== 'ok');
    const running = drills.filter(({ startedMs }) => tables.nowMs() - startedMs < DRILL_MS);
    return {
      ...{ limits, rows, observe: this.#observations() },
      drills: new Map(running.map(({ breaker, value }) => [breaker, value])),
      unpausedBots: trading.bots().filter(({ botId }) => !paused.has(botId)),
    };
  }

  #observations(): Observations {
    const { tables, time } = this;
    const nowMs = () => time.monotonicMs();
    return {
      drawdown: () => this.access('observe.drawdown', () => ({ nowMs: nowMs(), ...this.#drawdown() })),
      connectivity: () => Promise.resolve({ nowMs: nowMs(), hasAnyBotSpoken: false, heartbeats: [] }),
      vpin: () => Promise.resolve({ symbols: [] }),
      macro: () => Promise.resolve({ nowMs: tables.nowMs(), windows: [], series: [] }),
      correlation: () => Promise.resolve({ clusters: [] }),
    };
  }

  #drawdown() {
    const { trading, nowMs } = this.tables;
    const { marks } = trading;
    const positions = trading.positions();
    const unowned = positions.filter(({ botId }) => botId === null);
    return {
      utcDay: Math.floor(nowMs() / DAY_MS),
      bots: trading.runs().map(({ botId, network, initialEquityUsd, startedAtMs }) => {
        const own = positions.filter((position) => position.botId === botId);
        const point = { timeMs: startedAtMs, equityUsd: initialEquityUsd };
        const bookedUsd = own.reduce((sum, { bookedPnlUsd }) => sum + bookedPnlUsd, 0);
        const equityUsd = markedEquity(point, own, marks) + bookedUsd;
        return { botId, runId: botId, network, initialEquityUsd, equityUsd, highestEquityUsd: 0 };
      }),
      networks: [...new Set(unowned.map(({ network }) => network))].map((network) => ({
        ...{ network, idleUsd: 0 },
        unassignedPnlUsd: unowned
          .filter((position) => position.network === network)
          .reduce((sum, position) => sum + positionPnl(position, marks), 0),
      })),
      wallets: [],
    };
  }
}
