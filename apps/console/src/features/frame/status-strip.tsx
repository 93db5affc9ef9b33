/**
 * The strip above every page. It never scrolls away and never guesses: active, paused by risk, halted, or a
 * latch that was not read lately, which means "treat as halted". HALTED colours the whole strip.
 */
'use client';

import { CircleHelp, CirclePause, OctagonX, ShieldCheck } from 'lucide-react';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { figure, signOf } from '../../lib/format';
import { utc, utcClock } from '../../lib/time';
import type { TradingState } from '../../lib/trading-state';
import { who } from '../../lib/words';
import type { Answer } from '../../manager/types';
import { useFiringAlerts, useManager } from '../../manager/use-manager';
import { classNames } from '../../ui/class-names';
import { useNow } from '../../ui/clock';
import { Pnl } from '../../ui/figures';
import { Age, StaleMark } from '../../ui/time';
import { AccountProblem } from './account-problem';
import { Connection } from './connection';
import { useTradingState } from './use-trading-state';

type Latch = Answer<'/bff/risk'>['latch'];

/** Strip figures are read every few seconds; older than this they are marked. */
const EXPECTED_WITHIN_MS = 45_000;

export function StatusStrip() {
  const { risk, state, isFirstReading } = useTradingState();
  const isHalted = state.kind === 'halted';
  return (
    <header
      data-testid="status-strip"
      className={classNames(
        'sticky top-0 z-30 flex min-h-11 flex-wrap items-center gap-x-6 gap-y-1 border-b px-4 py-1.5 lg:px-6',
        isHalted ? 'border-halted bg-halted text-white' : 'bg-surface',
        state.kind === 'unknown' && !isFirstReading && 'bg-raised',
      )}
    >
      {isFirstReading ? (
        <span className="whitespace-nowrap text-muted">Reading latch</span>
      ) : (
        <State state={state} latch={risk.data?.latch} />
      )}
      <AccountProblem />
      <Figures isHalted={isHalted} />
      <div className="ml-auto flex items-center gap-4">
        <Connection isHalted={isHalted} />
        <UtcClock />
      </div>
    </header>
  );
}

function State({ state, latch }: { state: TradingState; latch: Latch | undefined }) {
  switch (state.kind) {
    case 'active':
      return (
        <Link
          href="/risk"
          className="inline-flex items-center gap-1.5 font-semibold"
          title={latch === undefined ? undefined : `Since ${utc(latch.since)} UTC`}
        >
          <ShieldCheck size={15} aria-hidden className="text-accent" /> ACTIVE
        </Link>
      );
    case 'paused':
      return (
        <Link
          href="/risk"
          role="alert"
          className="inline-flex items-center gap-1.5 font-semibold whitespace-nowrap text-warn"
        >
          <CirclePause size={16} aria-hidden /> PAUSED BY RISK
          <span className="font-normal">
            {state.paused} of {state.running}
          </span>
        </Link>
      );
    case 'halted':
      return latch === undefined ? null : <Halted latch={latch} />;
    case 'unknown':
      return <UnknownLatch />;
  }
}

function Halted({ latch }: { latch: Latch }) {
  return (
    <Link href="/risk" className="flex min-w-0 flex-wrap items-center gap-x-2" role="alert">
      <span className="inline-flex items-center gap-1.5 font-semibold">
        <OctagonX size={16} aria-hidden /> HALTED
      </span>
      <span>
        <Age at={latch.since} /> by {latch.actor === null ? 'the platform' : who(latch.actor)}
      </span>
      {latch.reason === null ? null : <span className="min-w-0 truncate">“{latch.reason}”</span>}
    </Link>
  );
}

function UnknownLatch() {
  return (
    <Link href="/risk" role="alert" className="inline-flex items-center gap-1.5 font-semibold text-warn">
      <CircleHelp size={16} aria-hidden /> LATCH UNKNOWN
      <span className="font-normal">treat as halted</span>
    </Link>
  );
}

function Figures({ isHalted }: { isHalted: boolean }) {
  const portfolio = useManager('/portfolio', { pollMs: 5_000 });
  const alerts = useFiringAlerts();
  const data = portfolio.data;
  const unprotected = data?.unprotectedPositions;
  const firing = alerts.data?.items.length;
  // What was answered before says nothing about now.
  const areOff = alerts.isError || alerts.data?.isJudged === false;
  const now = useNow();
  const isStale = data !== undefined && now !== null && now - Date.parse(data.asOf) > EXPECTED_WITHIN_MS;
  return (
    <>
      <Labelled label="Equity" href="/portfolio" unit="USD">
        {isStale ? <StaleMark /> : null}
        {figure(data?.equityUsd)}
      </Labelled>
      <Labelled label="Today" href="/performance" unit="USD">
        {isHalted ? figure(data?.pnlTodayUsd, { signed: true }) : <Pnl value={data?.pnlTodayUsd} />}
        <span className="sr-only">{signOf(data?.pnlTodayUsd) < 0 ? 'loss' : ''}</span>
      </Labelled>
      <Labelled label="Unprotected" href="/risk#positions" isLoud={(unprotected ?? 0) > 0}>
        {unprotected ?? '–'}
      </Labelled>
      <Labelled label="Alerts" href="/alerts" isLoud={areOff || (firing ?? 0) > 0}>
        {areOff ? 'off' : (firing ?? '–')}
      </Labelled>
    </>
  );
}

interface LabelledProps {
  readonly label: string;
  readonly href: string;
  readonly unit?: string;
  readonly isLoud?: boolean;
  readonly children: ReactNode;
}

function Labelled({ label, href, unit, isLoud = false, children }: LabelledProps) {
  return (
    <Link
      href={href}
      className={classNames(
        'inline-flex items-baseline gap-1.5 whitespace-nowrap',
        isLoud && 'font-semibold text-warn',
      )}
    >
      <span className={isLoud ? undefined : 'opacity-75'}>{label}</span>
      <span className="font-medium">{children}</span>
      {unit === undefined ? null : <span className="hidden text-xs opacity-75 sm:inline">{unit}</span>}
    </Link>
  );
}

function UtcClock() {
  const now = useNow();
  return (
    <time
      className="hidden whitespace-nowrap sm:inline"
      title={now === null ? undefined : new Date(now).toString()}
    >
      {now === null ? '––:––:––' : utcClock(now)} <span className="text-xs opacity-75">UTC</span>
    </time>
  );
}
