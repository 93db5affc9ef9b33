import type { ServiceName } from '@platform/contracts';
import type { RoleName } from '@platform/db';

/** The database role of each service; the lab reads with its own. */
export const SERVICE_ROLE: Readonly<Record<ServiceName, RoleName>> = {
  data: 'platform_data_writer',
  risk: 'platform_risk',
  manager: 'platform_manager',
  bot: 'platform_bot',
  executor: 'platform_executor',
};

export const LAB_ROLE: RoleName = 'platform_lab_reader';
