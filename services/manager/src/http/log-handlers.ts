/** What the processes logged. */
import { LOG_LINES, type managerRoutes } from '@platform/contracts';
import { failure, type Handlers } from '@platform/service-kit';
import type { LogStore } from '../store/logs';

export function logHandlers(logs: LogStore | undefined) {
  return {
    logs: async ({ query }) => {
      if (logs === undefined) throw unavailable('PLATFORM_MANAGER__LOG_DIR is not set');
      const processes = logs.processes();
      const { process, limit = LOG_LINES.default } = query;
      if (process !== undefined && !processes.includes(process)) {
        throw failure('MANAGER_INVALID_REQUEST', `there is no log of ${process}`, 'process');
      }
      const searched = process === undefined ? processes : [process];
      const found = await logs.search({ ...query, limit }, searched);
      if (found === undefined) throw unavailable('too many searches at once');
      const items = found.entries.map(({ timeMs, code, botId, traceId, ...line }) => ({
        ...line,
        timeMs: timeMs ?? null,
        code: code ?? null,
        botId: botId ?? null,
        traceId: traceId ?? null,
      }));
      return { items, processes, older: found.older ?? null, isWhole: found.isWhole };
    },
  } satisfies Handlers<typeof managerRoutes>;
}

function unavailable(why: string) {
  return failure('MANAGER_LOGS_UNAVAILABLE', `logs cannot be read: ${why}`);
}
