/** Alerts, sources and services: quiet while well, loud when not. */
'use client';

import { CircleCheck, Clock3, Hourglass, ShieldX } from 'lucide-react';
import Link from 'next/link';
import { duration } from '../../lib/time';
import { words } from '../../lib/words';
import type { ItemOf } from '../../manager/types';
import { useManager } from '../../manager/use-manager';
import { Badge } from '../../ui/badge';
import { Loaded } from '../../ui/loaded';
import { Panel } from '../../ui/page';
import { FiringAlerts } from '../alerts/firing-alerts';
import { ServiceState } from '../settings/service-state';

export function AlertsPanel() {
  return (
    <Panel title="Firing alerts" aside={<Link href="/alerts">Alerts</Link>}>
      <FiringAlerts />
    </Panel>
  );
}

const SOURCE_LOOKS = {
  healthy: { tone: 'neutral', icon: CircleCheck },
  stale: { tone: 'warn', icon: Clock3 },
  quarantined: { tone: 'danger', icon: ShieldX },
  pending: { tone: 'neutral', icon: Hourglass },
} as const;

export function SourcesPanel() {
  const sources = useManager('/source-health', { pollMs: 10_000 });
  return (
    <Panel title="Data sources" aside={<Link href="/data">Data</Link>}>
      <Loaded read={sources}>
        {({ items }) => (
          <ul>
            {items.map((source) => (
              <Source key={source.name} source={source} />
            ))}
          </ul>
        )}
      </Loaded>
    </Panel>
  );
}

function Source({ source }: { source: ItemOf<'/source-health'> }) {
  const { name, status, freshnessSeconds, cadenceSeconds, lastError } = source;
  return (
    <li className="flex h-7 items-center gap-3 border-b" title={lastError ?? undefined}>
      <span className="min-w-0 flex-1 truncate">{words(name)}</span>
      <span className="text-faint">
        {freshnessSeconds === null ? '–' : duration(freshnessSeconds * 1_000)} of{' '}
        {duration(cadenceSeconds * 1_000)}
      </span>
      <span className="w-24 text-right">
        <Badge {...SOURCE_LOOKS[status]}>{status}</Badge>
      </span>
    </li>
  );
}

export function ServicesPanel() {
  const services = useManager('/bff/services', { pollMs: 10_000 });
  return (
    <Panel title="Services" aside={<Link href="/settings">Settings</Link>}>
      <Loaded read={services}>
        {({ items }) => (
          <ul>
            {items.map(({ service, state, version, release, degraded }) => (
              <li key={service} className="flex h-7 items-center gap-3 border-b">
                <span className="min-w-0 flex-1 truncate">{words(service)}</span>
                <span className="truncate text-faint">
                  {degraded.length > 0
                    ? degraded.join(', ')
                    : [version ?? '–', ...(release === null ? [] : [release])].join(', ')}
                </span>
                <span className="w-24 text-right">
                  <ServiceState state={state} />
                </span>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Panel>
  );
}
