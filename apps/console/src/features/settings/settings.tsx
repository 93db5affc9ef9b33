/** Each service with its health and its configuration in force, secrets redacted by the service itself. */
'use client';

import { SERVICES } from '@platform/contracts';
import { words } from '../../lib/words';
import type { ItemOf } from '../../manager/types';
import { useManager } from '../../manager/use-manager';
import { Loaded } from '../../ui/loaded';
import { Page, Panel } from '../../ui/page';
import { Stat, Stats } from '../../ui/stat';
import { Tabs } from '../../ui/tabs';
import { Age } from '../../ui/time';
import { useViewer } from '../frame/providers';
import { Browsers } from './browsers';
import { Notifications } from './notifications';
import { Releases } from './releases';
import { ServiceDeploys, ServiceRelease } from './service-release';
import { ServiceState } from './service-state';

/** Bots have no fixed address; each shows its settings on its own page. */
const SHOWN = SERVICES.filter((service) => service !== 'bot');

export function Settings() {
  const { name, role } = useViewer();
  const services = useManager('/bff/services', { pollMs: 10_000 });
  return (
    <Page title="Settings" lead={`Signed in as ${name}, ${role}.`}>
      <Tabs
        name="service"
        label="Services"
        tabs={SHOWN.map((service) => ({
          id: service,
          label: words(service),
          content: () => (
            <div className="space-y-6">
              <Loaded read={services}>
                {({ items }) => <Health view={items.find((item) => item.service === service)} />}
              </Loaded>
              <ServiceRelease
                service={service}
                release={services.data?.items.find((item) => item.service === service)?.release ?? null}
              />
              <Config service={service} />
            </div>
          ),
        }))}
      />
      <Releases />
      <ServiceDeploys />
      <Notifications />
      <Browsers />
    </Page>
  );
}

function Health({ view }: { view: ItemOf<'/bff/services'> | undefined }) {
  if (view === undefined) return null;
  return (
    <Stats>
      <Stat label="State" note={view.degraded.length > 0 ? view.degraded.join(', ') : undefined}>
        <ServiceState state={view.state} />
      </Stat>
      <Stat label="Version">{view.version ?? '–'}</Stat>
      <Stat label="Release">{view.release ?? '–'}</Stat>
      <Stat label="Round trip, ms">{view.roundTripMs === null ? '–' : view.roundTripMs.toFixed(1)}</Stat>
      <Stat label="In this state since">
        <Age at={view.since} />
      </Stat>
    </Stats>
  );
}

function Config({ service }: { service: string }) {
  const config = useManager('/bff/services/{service}/config', { params: { service }, pollMs: false });
  return (
    <Panel title="Configuration in force" aside="Secrets are redacted by the service">
      <Loaded read={config}>
        {(values) => (
          <table className="w-full">
            <tbody>
              {Object.entries(values).map(([name, value]) => (
                <tr key={name} className="border-b">
                  <th scope="row" className="w-72 pr-6 text-left align-baseline font-normal text-muted">
                    {words(name)}
                  </th>
                  <td className="py-1.5 align-baseline font-mono text-xs break-all">
                    {value === null ? 'not set' : typeof value === 'string' ? value : JSON.stringify(value)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Loaded>
    </Panel>
  );
}
