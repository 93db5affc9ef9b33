/**
 * A service runs with its own role and exactly its grants, or not at all: one too few breaks it later, one
 * too many is a hole.
 */
import { type ErrorCode, type ServiceName, startupFailedCode } from '@platform/contracts';
import { checkRole, type RoleFindings, type RoleName } from '@platform/db';
import type pg from 'pg';
import { StartupError } from '../lifecycle/startup-error';

const ROLE: Readonly<Record<ServiceName, RoleName>> = {
  data: 'platform_data_writer',
  risk: 'platform_risk',
  manager: 'platform_manager',
  bot: 'platform_bot',
  executor: 'platform_executor',
};

export async function requireRole(service: ServiceName, pool: pg.Pool): Promise<void> {
  const role = ROLE[service];
  const { user, findings } = await examine(service, pool, role);
  const faults = [
    ...(user === role ? [] : [`connected as ${user} instead of ${role}`]),
    ...findings.missing.map((grant) => `missing: ${grant}`),
    ...findings.excess.map((power) => `excess: ${power}`),
  ];
  if (faults.length === 0) return;
  const code = findings.excess.length > 0 || user !== role ? excessCode(service) : 'SHARED_ROLE_PROBE_FAILED';
  throw new StartupError(code, `the database role is not fit for the ${service} service`, faults);
}

/**
 * An unforeseen error proves nothing about the role, so it counts as excess privilege: the start is refused.
 */
async function examine(
  service: ServiceName,
  pool: pg.Pool,
  role: RoleName,
): Promise<{ user: string; findings: RoleFindings }> {
  try {
    const { rows } = await pool.query<{ user: string }>('SELECT current_user AS user');
    const user = rows[0]?.user ?? 'an unknown user';
    return { user, findings: await checkRole(pool, role) };
  } catch (error) {
    const code = service === 'data' ? 'DATA_ROLE_PROBE_ERROR' : startupFailedCode(service);
    throw new StartupError(code, 'the role probe met an unexpected database error', [], { cause: error });
  }
}

function excessCode(service: ServiceName): ErrorCode {
  return service === 'bot' ? 'BOT_ROLE_PROBE_BYPASS_DETECTED' : 'SHARED_ROLE_PROBE_FAILED';
}
