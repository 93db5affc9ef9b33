import type { ReactNode } from 'react';

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

/** A row of figures that wraps on a phone. */
export function Stats({ children }: { children: ReactNode }) {
  return <dl className="grid grid-cols-2 gap-x-8 gap-y-4 sm:grid-cols-3 lg:flex lg:flex-wrap">{children}</dl>;
}
