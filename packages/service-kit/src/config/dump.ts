import { type EnvVar, type ServiceName, serviceEnv } from '@platform/contracts';
import { REDACTED } from './secret';

/**
 * What GET /config shows: one entry per variable under its short name (`database_url`), null where nothing is
 * set. A variable marked secret in the contract shows the redaction marker whatever its type.
 */
export function dumpConfig(
  service: ServiceName,
  config: Readonly<Record<string, unknown>>,
  variables: readonly EnvVar[] = serviceEnv(service),
): Record<string, unknown> {
  const secrets = new Set(variables.filter((variable) => variable.secret).map((variable) => variable.name));
  return Object.fromEntries(
    Object.entries(config).map(([name, value]) => [
      shortName(service, name),
      value === undefined ? null : secrets.has(name) ? REDACTED : value,
    ]),
  );
}

function shortName(service: ServiceName, name: string): string {
  return name.replace(new RegExp(`^PLATFORM_(${service.toUpperCase()}_)?_?`), '').toLowerCase();
}
