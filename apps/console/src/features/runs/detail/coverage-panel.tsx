/** What a backtest stood on: how much of the span there was, and what keeps the grade from an A. */
import type { ReactNode } from 'react';
import { figure } from '../../../lib/format';
import type { RunDetail } from '../../../lib/runs/types';
import { words } from '../../../lib/words';
import { Panel } from '../../../ui/page';
import { UtcTime } from '../../../ui/time';

type Coverage = NonNullable<RunDetail['coverage']>;

const TONE: Readonly<Record<Coverage['grade'], string>> = {
  A: 'text-profit',
  B: 'text-profit',
  C: 'text-warn',
  D: 'text-warn',
  F: 'text-loss',
};

export function CoveragePanel({ coverage }: { coverage: Coverage }) {
  const count = (value: number) => figure(value, { decimals: 0 });
  return (
    <Panel title="Data" aside="What the figures stand on">
      <div className="flex flex-wrap items-start gap-x-8 gap-y-3">
        <p className="text-center">
          <span className={`block text-3xl font-semibold ${TONE[coverage.grade]}`}>{coverage.grade}</span>
          <span className="text-faint">grade</span>
        </p>
        <dl className="min-w-64 flex-1">
          <Fact name="Span asked, UTC">
            <UtcTime at={coverage.askedFromMs} /> → <UtcTime at={coverage.askedToMs} />
          </Fact>
          <Fact name="Span traded, UTC">
            {coverage.usedFromMs === null ? (
              'none of it'
            ) : (
              <>
                <UtcTime at={coverage.usedFromMs} /> → <UtcTime at={coverage.usedToMs} />
              </>
            )}
          </Fact>
          <Fact name="Bars">
            {count(coverage.barsFound)} of {count(coverage.barsExpected)}, {count(coverage.barsMissing)}{' '}
            missing
          </Fact>
          <Fact name="Taken by the warm-up">{count(coverage.warmupBarsEaten)} bars of the span</Fact>
          <Fact name="Funding settlements">
            {count(coverage.settlementsFound)} of {count(coverage.settlementsExpected)}
          </Fact>
          <Fact name="Slippage">
            {figure(coverage.slippageBps, { decimals: 1 })} bps,{' '}
            {words(coverage.slippageSource).toLowerCase()}
          </Fact>
        </dl>
        {coverage.reasons.length === 0 ? null : (
          <ul
            aria-label="What keeps the grade from an A"
            className="min-w-64 flex-1 list-disc space-y-1 pl-4"
          >
            {coverage.reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        )}
      </div>
    </Panel>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid min-h-8 grid-cols-[7rem_minmax(0,1fr)] items-center gap-3 border-b sm:grid-cols-[12rem_minmax(0,1fr)]">
      <dt className="text-faint">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  );
}
