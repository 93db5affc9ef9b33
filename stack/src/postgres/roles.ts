import type { ServiceName } from '@platform/contracts';

/** The database role of each service; the lab reads with its own. */
export const SERVICE_ROLE: Readonly<Record<ServiceName, string>> = {
  data: 'platform_data_writer',
  risk: 'platform_risk',
  manager: 'platform_manager',
  bot: 'platform_bot',
  executor: 'platform_executor',
};

export const LAB_ROLE = 'platform_lab_reader';

export const DATABASE_ROLES: readonly string[] = [...Object.values(SERVICE_ROLE), LAB_ROLE];
