/** Commands of operators and of risk, in memory. */
import type { Commands } from '../app/ports';
import type { Access, Tables } from './tables';

export function commandsIn(tables: Tables, access: Access): Commands {
  return {
    pending: () =>
      access('commands.pending', () =>
        tables.commands.filter(({ isDone }) => !isDone).map((row) => ({ ...row })),
      ),
    markDone: (id) =>
      access('commands.markDone', () => {
        const row = tables.commands.find((each) => each.id === id);
        if (row !== undefined) row.isDone = true;
      }),
    botsOfCluster: (clusterId) =>
      access('commands.botsOfCluster', () =>
        tables.bots.filter((bot) => bot.clusterId === clusterId).map(({ botId }) => botId),
      ),
    useConfirmToken: (token) =>
      access('commands.useConfirmToken', () => {
        if (tables.confirmTokens.has(token)) return false;
        tables.confirmTokens.add(token);
        return true;
      }),
  };
}
