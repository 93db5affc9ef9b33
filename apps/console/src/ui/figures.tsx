/** Numbers on screen. Profit and loss carry a sign and a colour; a value that changed flashes once. */
'use client';

import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type Decimal, figure, percent, signOf } from '../lib/format';
import { classNames } from './class-names';

const SIGN_COLOURS = { '-1': 'text-loss', '0': 'text-ink', '1': 'text-profit' } as const;

interface FigureProps {
  readonly value: Decimal | null | undefined;
  readonly decimals?: number;
}

/** An amount of money in the unit that the column or label names. */
export function Money({ value, decimals = 2 }: FigureProps) {
  return <Flash of={value}>{figure(value, { decimals })}</Flash>;
}

/** Profit or loss in money. */
export function Pnl({ value, decimals = 2 }: FigureProps) {
  return (
    <Flash of={value} className={SIGN_COLOURS[signOf(value, decimals)]}>
      {figure(value, { decimals, signed: true })}
    </Flash>
  );
}

/** A percentage without judgement, such as a drawdown. */
export function Percent({ value, decimals = 2 }: FigureProps) {
  return <Flash of={value}>{percent(value, { decimals })}</Flash>;
}

/** Profit or loss in percent. */
export function PnlPercent({ value, decimals = 2 }: FigureProps) {
  return (
    <Flash of={value} className={SIGN_COLOURS[signOf(value, decimals)]}>
      {percent(value, { decimals, signed: true })}
    </Flash>
  );
}

/** Motion only to show change: the first value is not a change. */
function Flash({ of, className, children }: { of: unknown; className?: string; children: ReactNode }) {
  const previous = useRef(of);
  const [changes, setChanges] = useState(0);
  useEffect(() => {
    if (previous.current !== of) setChanges((count) => count + 1);
    previous.current = of;
  }, [of]);
  return (
    <span
      key={changes}
      className={classNames('whitespace-nowrap rounded-sm', changes > 0 && 'animate-flash', className)}
    >
      {children}
    </span>
  );
}
