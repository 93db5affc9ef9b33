'use client';

import { BellOff, Siren, TriangleAlert } from 'lucide-react';
import { useFiringAlerts } from '../../manager/use-manager';
import { Badge } from '../../ui/badge';
import { Loaded } from '../../ui/loaded';
import { Empty } from '../../ui/states';
import { Age } from '../../ui/time';

/** Alerts that fire now. Without an alert manager there is nothing to ask, which is said instead of "none". */
export function FiringAlerts() {
  const alerts = useFiringAlerts();
  if (alerts.error?.view.code === 'MANAGER_UPSTREAM_UNAVAILABLE' && alerts.data === undefined) {
    return (
      <Empty title="No alert manager" icon={BellOff}>
        The manager knows none to ask. To see its alerts here, set{' '}
        <code className="inline-block font-mono text-xs break-all">
          PLATFORM_MANAGER__PLATFORM_ALERTMANAGER_URL
        </code>
      </Empty>
    );
  }
  return (
    <Loaded read={alerts}>
      {({ items }) =>
        items.length === 0 ? (
          <Empty title="Nothing fires" icon={BellOff} />
        ) : (
          <ul>
            {items.map((alert) => (
              <li key={`${alert.name} ${JSON.stringify(alert.labels)}`} className="border-b py-2">
                <p className="flex items-baseline justify-between gap-2">
                  <Badge
                    tone={alert.severity === 'critical' ? 'danger' : 'warn'}
                    icon={alert.severity === 'critical' ? Siren : TriangleAlert}
                  >
                    {alert.name}
                  </Badge>
                  <span className="text-faint">
                    {alert.severity ?? '–'} · <Age at={alert.startsAt} />
                  </span>
                </p>
                <p className="text-muted">{alert.summary ?? 'No summary'}</p>
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}
