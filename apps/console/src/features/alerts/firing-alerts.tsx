'use client';

import { BellOff, Siren, TriangleAlert } from 'lucide-react';
import dynamic from 'next/dynamic';
import Link from 'next/link';
import { useState } from 'react';
import { logsOfAlert } from '../../lib/logs';
import { WRITTEN } from '../../lib/metric-lines';
import { useFiringAlerts } from '../../manager/use-manager';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { Copyable } from '../../ui/copyable';
import { Loaded } from '../../ui/loaded';
import { Empty } from '../../ui/states';
import { Age } from '../../ui/time';
import { useRefusal } from '../frame/providers';
import { MetricChart } from '../metrics/metric-chart';
import { type Firing, SilenceDialog } from './silence-dialog';

/** Loaded where an alert is looked at. */
const Runbook = dynamic(() => import('./runbook').then((module) => module.Runbook));

/**
 * Alerts that fire now. Without an alert manager there is nothing to ask, without a metrics server nothing
 * fires: that is said instead of "none".
 */
export function FiringAlerts() {
  const alerts = useFiringAlerts();
  const [silencing, setSilencing] = useState<Firing | null>(null);
  if (alerts.error?.view.code === 'MANAGER_UPSTREAM_UNAVAILABLE' && alerts.data === undefined) {
    return (
      <Empty title="Alerts are not watched" icon={BellOff} command="./platform doctor">
        The alert manager does not answer, so alerts are neither shown nor sent. The command below says what
        is missing and how to get it.
      </Empty>
    );
  }
  return (
    <>
      <Loaded read={alerts}>
        {({ items, isJudged }) => (
          <>
            {isJudged ? null : (
              <Empty title="Rules are not judged" icon={TriangleAlert} command="./platform status">
                The metrics server is away, so nothing raises an alert, whatever breaks.
              </Empty>
            )}
            {isJudged && items.length === 0 ? <Empty title="Nothing fires" icon={BellOff} /> : null}
            <ul>
              {items.map((alert) => (
                <FiringAlert key={alert.fingerprint} alert={alert} silence={() => setSilencing(alert)} />
              ))}
            </ul>
          </>
        )}
      </Loaded>
      {silencing === null ? null : <SilenceDialog alert={silencing} close={() => setSilencing(null)} />}
    </>
  );
}

function FiringAlert({ alert, silence }: { alert: Firing; silence: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const refusal = useRefusal();
  const isCritical = alert.severity === 'critical';
  return (
    <li className="border-b py-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Badge tone={isCritical ? 'danger' : 'warn'} icon={isCritical ? Siren : TriangleAlert}>
          {alert.name}
        </Badge>
        <span className="flex items-center gap-2 text-faint">
          {alert.severity ?? '–'} · <Age at={alert.startsAt} />
          <Button tone="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Less' : 'More'}
          </Button>
          <Button refusal={refusal} onClick={silence}>
            Acknowledge…
          </Button>
        </span>
      </div>
      <p className="break-words text-muted">{alert.summary ?? 'No summary'}</p>
      {isOpen ? <Details alert={alert} /> : null}
    </li>
  );
}

/** As a person reads it: Prometheus gives all its digits. */
function figureOf({ value }: Firing): string {
  const number = Number(value ?? Number.NaN);
  return Number.isFinite(number) ? WRITTEN.short(number) : (value ?? '–');
}

function Details({ alert }: { alert: Firing }) {
  return (
    <div className="mt-2 space-y-2">
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        <dt className="text-muted">Value</dt>
        <dd className="font-mono text-xs">{figureOf(alert)}</dd>
        <dt className="text-muted">Runbook</dt>
        <dd>{alert.runbook === null ? '–' : <Copyable text={alert.runbook} />}</dd>
        <dt className="text-muted">Logs</dt>
        <dd>
          <Link href={logsOfAlert(alert)} className="text-accent underline underline-offset-2">
            Lines around it
          </Link>
        </dd>
        <dt className="text-muted">Labels</dt>
        <dd className="font-mono text-xs break-all">
          {Object.entries(alert.labels)
            .map(([name, value]) => `${name}=${String(value)}`)
            .join('  ')}
        </dd>
      </dl>
      <Runbook alert={alert.name} />
      <MetricChart chart={alert.name} title={`${alert.name} over the last hour`} minutes={60} />
    </div>
  );
}
