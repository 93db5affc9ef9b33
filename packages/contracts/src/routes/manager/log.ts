/** A search over all logs. */
import { LogQuery, LogsResponse } from '../../schemas/logs';
import { defineRoutes } from '../define';
import { MANAGER } from './group';

export const logReadRoutes = defineRoutes(MANAGER, {
  logs: {
    method: 'GET',
    path: '/bff/logs',
    summary: 'The newest log lines that match',
    description:
      'Of every process and bot, the runs before included. 503 where the manager does not know where logs are kept.',
    tag: 'ops',
    auth: 'none',
    query: LogQuery,
    responses: { 200: LogsResponse },
    errors: ['MANAGER_LOGS_UNAVAILABLE'],
  },
});
