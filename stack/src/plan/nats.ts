import { busFiles, writeBusFiles } from '../nats/config';
import { deriveIdentities } from '../nats/identities';
import type { ProcessSpec } from '../process/spec';
import type { PreparedContext } from './context';
import { readyUrl } from './ready-url';

export function natsProcess(context: PreparedContext): ProcessSpec {
  const { home, nats, ports } = context;
  return {
    name: 'nats',
    command: nats.program,
    args: ['--config', busFiles(home.nats).configuration],
    env: {},
    ports: [ports.nats, ports.natsWebsocket, ports.natsMonitor],
    stopSignal: 'SIGTERM',
    stopTimeoutMs: 10_000,
    readyUrl: readyUrl('nats', context),
  };
}

export async function prepareBus({ home, nats, ports, secrets }: PreparedContext): Promise<void> {
  writeBusFiles({
    directory: home.nats,
    ports: { client: ports.nats, websocket: ports.natsWebsocket, monitor: ports.natsMonitor },
    identities: await deriveIdentities(secrets.bus),
    server: nats,
  });
}
