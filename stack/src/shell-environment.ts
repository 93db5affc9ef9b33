/** `./platform env`: the URLs and development tokens of a stack, for scripts. */
import { homeFromEnvironment } from './home';
import type { StackContext } from './plan/context';
import { consoleUrl } from './plan/identity';
import { roleUrl, serviceUrl } from './plan/service-environment';
import { portsFromEnvironment } from './ports';
import { LAB_ROLE } from './postgres/roles';
import { adminUrl } from './postgres/server';
import { loadSecrets, TOKEN_HOLDERS } from './secrets';
import { readState } from './state';
import { venueOf } from './venue-choice';

export function shellEnvironment(environment: NodeJS.ProcessEnv): Record<string, string> {
  const home = homeFromEnvironment(environment);
  const secrets = loadSecrets(home);
  // A running stack keeps the ports it was started with, whatever the caller's offset is now.
  const ports = readState(home)?.ports ?? portsFromEnvironment(environment);
  const venue = venueOf(home) ?? 'simulator';
  const context: StackContext = { home, ports, secrets, venue, environment };
  const services = TOKEN_HOLDERS.flatMap((service) => [
    [`PLATFORM_${service.toUpperCase()}_URL`, serviceUrl(context, service)],
    [`PLATFORM_${service.toUpperCase()}_OPERATOR_TOKEN`, secrets.operatorTokens[service]],
  ]);
  return {
    PLATFORM_HOME: home.root,
    PLATFORM_CONSOLE_URL: consoleUrl(context),
    PLATFORM_CONSOLE_OPERATOR_PASSWORD: secrets.identity.passwords.operator,
    PLATFORM_CONSOLE_VIEWER_PASSWORD: secrets.identity.passwords.viewer,
    ...Object.fromEntries(services),
    PLATFORM_BOT_OPERATOR_TOKEN: secrets.operatorTokens.bot,
    PLATFORM_EXECUTOR_BREAK_GLASS_TOKEN: secrets.breakGlassToken,
    PLATFORM_DATABASE_URL: adminUrl(ports.postgres, secrets.databaseAdminPassword),
    PLATFORM_LAB_DATABASE_URL: roleUrl(context, LAB_ROLE),
    PLATFORM_BUS_NATS_URL: `nats://127.0.0.1:${ports.nats}`,
    PLATFORM_BUS_WS_URL: `ws://localhost:${ports.natsWebsocket}`,
  };
}

/** NAME=value lines that a POSIX shell reads back unchanged. */
export function shellAssignments(variables: Readonly<Record<string, string>>): string {
  return Object.entries(variables)
    .map(([name, value]) => `${name}=${quote(value)}\n`)
    .join('');
}

function quote(value: string): string {
  return /^[\w./:@%+,=-]*$/.test(value) ? value : `'${value.replaceAll("'", `'\\''`)}'`;
}
