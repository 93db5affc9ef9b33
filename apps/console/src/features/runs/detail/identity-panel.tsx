/** What exactly was run, and the certificate by which anyone can recompute it and compare. */

import type { ReactNode } from 'react';
import { figure } from '../../../lib/format';
import type { Certificate, RunDetail } from '../../../lib/runs/types';
import { words } from '../../../lib/words';
import { Copyable } from '../../../ui/copyable';
import { Panel } from '../../../ui/page';
import { Age, UtcTime } from '../../../ui/time';

export function IdentityPanel({ run }: { run: RunDetail }) {
  const { certificate } = run;
  const { initialEquity: _, ...execution } = run.costs;
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <Panel title="What was run">
        <Facts>
          <Fact name="Run">
            <Copyable text={run.id} />
          </Fact>
          <Fact name="From, UTC">
            <UtcTime at={run.fromTs} />
          </Fact>
          <Fact name="To, UTC">
            <UtcTime at={run.toTs} />
          </Fact>
          <Fact name="Bars, warm-up included">{figure(run.barCount, { decimals: 0 })}</Fact>
          <Fact name="Initial equity, USD">{figure(run.initialEquityUsd)}</Fact>
          <Fact name="Created">
            <span className="flex flex-wrap gap-x-2">
              <UtcTime at={run.createdAt} /> <Age at={run.createdAt} />
            </span>
          </Fact>
          {Object.keys(run.params).length === 0 ? (
            <Fact name="Parameters">the strategy’s defaults</Fact>
          ) : null}
          {settings(run.params).map(([name, value]) => (
            <Fact key={name} name={`Parameter ${name}`}>
              {value}
            </Fact>
          ))}
          {settings(execution).map(([name, value]) => (
            <Fact key={name} name={words(name)}>
              {value}
            </Fact>
          ))}
        </Facts>
      </Panel>
      <Panel title="Certificate">
        {certificate === null ? (
          <p className="text-muted">
            {run.kind === 'backtest'
              ? 'Written when the run completes.'
              : 'Live runs are audited bar by bar instead: see the parity of the bot.'}
          </p>
        ) : (
          <CertificateFacts certificate={certificate} runId={run.id} />
        )}
      </Panel>
    </div>
  );
}

const DIGESTS: readonly (readonly [keyof Certificate, string])[] = [
  ['codeVersion', 'Engine version'],
  ['codeDigest', 'Code'],
  ['dataDigest', 'Data'],
  ['paramsDigest', 'Parameters'],
  ['costsDigest', 'Costs'],
  ['decisionsDigest', 'Decisions'],
];

function CertificateFacts({ certificate, runId }: { certificate: Certificate; runId: string }) {
  return (
    <>
      <Facts>
        {DIGESTS.map(([key, name]) => (
          <Fact key={key} name={name}>
            <Copyable text={certificate[key]} />
          </Fact>
        ))}
      </Facts>
      <p className="pt-3 text-muted">
        The same digests from the same inputs, or something changed. Recompute them with{' '}
        <Copyable text={`./platform verify ${runId}`} />
      </p>
    </>
  );
}

function settings(values: Readonly<Record<string, unknown>>): [string, string][] {
  return Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value),
  ]);
}

function Facts({ children }: { children: ReactNode }) {
  return <dl>{children}</dl>;
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid min-h-8 grid-cols-[minmax(7rem,14rem)_minmax(0,1fr)] items-center gap-3 border-b">
      <dt className="text-faint">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  );
}
