/**
 * Live runs in memory: that each begins, and with what. The trades and figures of a run are its tables' own
 * business.
 */
import type { LiveRuns } from '../app/ports';
import type { Access, Tables } from './tables';

export function runsIn(tables: Tables, access: Access): LiveRuns {
  return {
    botsToRecord: () =>
      access('runs.botsToRecord', () =>
        tables.bots.map(({ botId }) => botId).filter((botId) => hasTraded(tables, botId)),
      ),
    heldSymbols: (botId) =>
      access('runs.heldSymbols', () =>
        tables.positions.filter((row) => row.botId === botId && Number(row.quantity) !== 0),
      ),
    record: (botId) =>
      access('runs.record', () => {
        const bot = tables.bots.find((row) => row.botId === botId);
        if (bot !== undefined && !tables.runs.has(botId))
          tables.runs.set(botId, { initialEquity: bot.allocationUsd });
      }),
  };
}

function hasTraded({ intents, fills }: Tables, botId: string): boolean {
  const isOfBot = (row: { readonly botId: string | null }) => row.botId === botId;
  return intents.some(isOfBot) || fills.some(isOfBot);
}
