import type { ReactNode } from 'react';
import { classNames } from './class-names';

/** A labelled figure. `note` says what it is measured against. */
export function Stat({ label, children, note }: { label: ReactNode; children: ReactNode; note?: ReactNode }) {
  return (
    <div className="min-w-0 space-y-0.5">
      <dt className="truncate text-faint">{label}</dt>
      <dd className="text-xl leading-7 font-medium tracking-tight">{children}</dd>
      {note === undefined ? null : <dd className="truncate text-muted">{note}</dd>}
    </div>
  );
}

interface StatsProps {
  /** Columns of one width, for figures that change theirs while somebody reads them. */
  readonly isFixed?: boolean;
  readonly children: ReactNode;
}

/** A row of figures that wraps on a phone. */
export function Stats({ isFixed = false, children }: StatsProps) {
  return (
    <dl
      className={classNames(
        'grid grid-cols-2 gap-x-8 gap-y-4 sm:grid-cols-3',
        isFixed ? 'lg:grid-cols-5 xl:grid-cols-9' : 'lg:flex lg:flex-wrap',
      )}
    >
      {children}
    </dl>
  );
}
