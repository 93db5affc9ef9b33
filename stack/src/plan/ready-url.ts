import { adminUrl } from '../postgres/server';
import type { StackContext } from './context';

/** Where each process is asked whether it is ready. */
export function readyUrl(
  process: string,
  { ports, secrets }: Pick<StackContext, 'ports' | 'secrets'>,
): string {
  switch (process) {
    case 'postgres':
      return adminUrl(ports.postgres, secrets.databaseAdminPassword, 'postgres');
    case 'nats':
      return `http://127.0.0.1:${ports.natsMonitor}/healthz`;
    case 'prometheus':
    case 'alertmanager':
      return `http://127.0.0.1:${ports[process]}/-/ready`;
    case 'venue':
      return `http://127.0.0.1:${ports.venue}/fapi/v1/ping`;
    case 'identity':
      return `http://127.0.0.1:${ports.identity}/.well-known/openid-configuration`;
    case 'console':
      return `http://127.0.0.1:${ports.console}/api/healthz`;
    default:
      return `http://127.0.0.1:${ports[process as keyof typeof ports]}/readyz`;
  }
}
