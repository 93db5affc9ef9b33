/** The five backend services. Names are also the prefix of their codes, variables and metrics. */
export const SERVICES = ['data', 'risk', 'manager', 'bot', 'executor'] as const;
export type ServiceName = (typeof SERVICES)[number];

/**
 * Who has credentials for the bus: the services, and the workers that take trials of experiments, wherever
 * they run.
 */
export const BUS_USERS = [...SERVICES, 'worker'] as const;
export type BusUser = (typeof BUS_USERS)[number];

export const DEFAULT_PORT: Readonly<Record<ServiceName, number>> = {
  data: 8081,
  risk: 8082,
  manager: 8083,
  bot: 8084,
  executor: 8085,
};
