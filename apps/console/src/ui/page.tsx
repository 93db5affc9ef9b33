/** The parts of a page: a heading with its actions, and panels divided by hairlines. */
import type { ReactNode } from 'react';
import { classNames } from './class-names';

interface PageProps {
  readonly title: ReactNode;
  readonly lead?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

export function Page({ title, lead, actions, children }: PageProps) {
  return (
    <div className="space-y-6 px-4 py-5 lg:px-6">
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h1 className="text-lg leading-7 font-semibold tracking-tight">{title}</h1>
          {lead === undefined ? null : <p className="text-muted">{lead}</p>}
        </div>
        {actions === undefined ? null : <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </header>
      {children}
    </div>
  );
}

interface PanelProps {
  readonly title: ReactNode;
  /** Stands at the right of the heading: an age, a filter, a link. */
  readonly aside?: ReactNode;
  /** Without the hairline above, where something else already draws one. */
  readonly isFirst?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
}

export function Panel({ title, aside, isFirst = false, className, children }: PanelProps) {
  return (
    <section className={classNames('min-w-0', !isFirst && 'border-t pt-3', className)}>
      <div className="mb-2 flex min-h-8 flex-wrap items-center justify-between gap-2">
        <h2 className="font-semibold">{title}</h2>
        {aside === undefined ? null : <div className="text-muted">{aside}</div>}
      </div>
      {children}
    </section>
  );
}
