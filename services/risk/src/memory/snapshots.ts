/**
 * What an evaluation goes by, from the tables in memory. Bars, macro series and the data service's streams
 * are not in them: order flow, macro and correlation see nothing there, and only a drill moves them.
 */
import { DAY_MS } from '@platform/core';
import type { Time } from '@platform/service-kit';
import type { SnapshotReader } from '../app/ports';
import type { Observations } from '../app/snapshot';
import { DRILL_MS } from '../domain/drill';
import { markedEquity, positionPnl } from '../domain/marked-equity';
import type { Access, RiskTables } from './tables';

export function memorySnapshots(
  tables: RiskTables,
  time: Pick<Time, 'monotonicMs'>,
  access: Access,
): SnapshotReader {
  let haveAllBeenRead = false;
  const nowMs = () => time.monotonicMs();
  const observe: Observations = {
    drawdown: () => access('observe.drawdown', () => ({ nowMs: nowMs(), ...drawdownOf(tables) })),
    connectivity: () => Promise.resolve({ nowMs: nowMs(), hasAnyBotSpoken: false, heartbeats: [] }),
    vpin: () => Promise.resolve({ symbols: [] }),
    macro: () => Promise.resolve({ nowMs: tables.nowMs(), windows: [], series: [] }),
    correlation: () => Promise.resolve({ clusters: [] }),
  };
  return async () => {
    const snapshot = await access('snapshot.read', () => {
      const { breakers, drills, limits, paused, trading } = tables;
      const rows = [...breakers.values()].filter(({ status }) => !haveAllBeenRead || status !== 'ok');
      const running = drills.filter(({ startedMs }) => tables.nowMs() - startedMs < DRILL_MS);
      return {
        limits,
        rows,
        observe,
        drills: new Map(running.map(({ breaker, value }) => [breaker, value])),
        unpausedBots: trading.bots().filter(({ botId }) => !paused.has(botId)),
      };
    });
    // Only now: a read that failed has restored nothing, and the next one must.
    haveAllBeenRead = true;
    return snapshot;
  };
}

function drawdownOf({ trading, nowMs }: RiskTables) {
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
      network,
      idleUsd: 0,
      unassignedPnlUsd: unowned
        .filter((position) => position.network === network)
        .reduce((sum, position) => sum + positionPnl(position, marks), 0),
    })),
    wallets: [],
  };
}
