/** The five backend services. Names are also the prefix of their codes, variables and metrics. */
export const SERVICES = ['data', 'risk', 'manager', 'bot', 'executor'] as const;
export type ServiceName = (typeof SERVICES)[number];

export const DEFAULT_PORT: Readonly<Record<ServiceName, number>> = {
  data: 8081,
  risk: 8082,
  manager: 8083,
  bot: 8084,
  executor: 8085,
};

const SERVER = ['--enable-source-maps', '--max-semi-space-size=4'];

/**
 * How Node runs each of them. A small young generation keeps an idle service some 20 MiB smaller; a bot, of which a machine
 * runs hundreds, holds a few thousand bars and gets by with less of everything. The data service has its work to do when a minute
 * ends, together with the database and the bus: threads that then compile its code or help to collect garbage would be in the way.
 */
export const NODE_OPTIONS: Readonly<Record<ServiceName, readonly string[]>> = {
  data: ['--enable-source-maps', '--max-semi-space-size=8', '--no-parallel-scavenge', '--v8-pool-size=1'],
  risk: SERVER,
  manager: SERVER,
  bot: ['--enable-source-maps', '--max-semi-space-size=1', '--max-old-space-size=64', '--v8-pool-size=1'],
  executor: SERVER,
};
