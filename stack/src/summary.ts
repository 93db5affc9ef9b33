/** What a person wants to know once the stack is up. */
import { realpathSync } from 'node:fs';
import type { StackContext } from './plan/context';
import { serviceUrl } from './plan/service-environment';
import { TOKEN_HOLDERS } from './secrets';

export function summaryLines(context: Pick<StackContext, 'home' | 'ports'>): string[] {
  const { home, ports } = context;
  return [
    ...TOKEN_HOLDERS.map((service) => line(service, `${serviceUrl(context, service)}  (API at /docs)`)),
    line('postgres', `127.0.0.1:${ports.postgres}, data in ${realpathSync(home.postgres)}`),
    line('nats', `127.0.0.1:${ports.nats}, websocket on ${ports.natsWebsocket}`),
    line('venue', `http://127.0.0.1:${ports.venue}  (simulated; /admin moves it)`),
    line('state', home.root),
    line('tokens', './platform env prints every URL and operator token; eval "$(./platform env)" sets them'),
    line('logs', './platform logs -f'),
    line('stop', './platform down'),
  ];
}

function line(label: string, text: string): string {
  return `  ${label.padEnd(9)} ${text}`;
}
