/** What a person wants to know once the stack is up. */
import { existsSync, realpathSync } from 'node:fs';
import type { StackContext } from './plan/context';
import { consoleUrl, isIdentityLocal } from './plan/identity';
import { serviceUrl } from './plan/service-environment';
import { hasConsole } from './plan/stages';
import { hasWatching } from './plan/watching';
import { TOKEN_HOLDERS } from './secrets';
import { unusedOnSimulator } from './venue-choice';
import { findWatching } from './watching/binaries';
import { alertSettingsFile } from './watching/settings';

export function summaryLines(context: StackContext): string[] {
  const { home, ports } = context;
  return [
    ...consoleLines(context),
    ...TOKEN_HOLDERS.map((service) => line(service, `${serviceUrl(context, service)}  (API at /docs)`)),
    line('postgres', `127.0.0.1:${ports.postgres}, data in ${realpathSync(home.postgres)}`),
    line('nats', `127.0.0.1:${ports.nats}, websocket on ${ports.natsWebsocket}`),
    `  ${venueLine(context)}`,
    ...(hasWatching(context) ? [line('alerts', watchingText(context))] : []),
    line('state', home.root),
    line('tokens', './platform env prints every URL and operator token; eval "$(./platform env)" sets them'),
    line('logs', './platform logs -f'),
    line('stop', './platform down'),
  ];
}

/** Where orders go and where market data comes from. */
export function venueLine({ environment, ports, venue }: StackContext): string {
  if (venue !== 'simulator') {
    return `venue     ${venue}: orders are sent there with your keys, and its market data is shown to the bots`;
  }
  const unused = unusedOnSimulator(environment);
  const note = unused.length === 0 ? '' : `; ${unused.join(', ')} left unused`;
  return `venue     http://127.0.0.1:${ports.venue}  (simulated; /admin moves it)${note}`;
}

function watchingText({ home, ports }: StackContext): string {
  if (findWatching(home.tools) === undefined)
    return 'none yet: Prometheus and Alertmanager are being fetched; ./platform doctor says whether they came';
  const servers = `Prometheus on 127.0.0.1:${ports.prometheus}, Alertmanager on ${ports.alertmanager}`;
  return existsSync(alertSettingsFile(home))
    ? servers
    : `${servers}; no one is notified yet: docs/guides/alerts.md`;
}

function consoleLines(context: StackContext): string[] {
  if (!hasConsole(context)) return [];
  const { operator, viewer } = context.secrets.identity.passwords;
  return [
    line('console', consoleUrl(context)),
    ...(isIdentityLocal(context.environment)
      ? [line('sign in', `operator / ${operator}   (or viewer / ${viewer})`)]
      : []),
  ];
}

function line(label: string, text: string): string {
  return `  ${label.padEnd(9)} ${text}`;
}
