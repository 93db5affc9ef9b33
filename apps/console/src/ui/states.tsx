/**
 * What stands where data will be, is not, or could not be read. Each keeps the layout and says what to do
 * next.
 */
import { CircleAlert, Inbox, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ErrorView } from '../lib/errors';
import { classNames } from './class-names';

export function Skeleton({ className }: { className?: string }) {
  return (
    <div aria-hidden className={classNames('animate-breathe rounded bg-raised', className ?? 'h-5 w-full')} />
  );
}

/** As many rows as the table will probably have. */
export function SkeletonRows({ rows = 6 }: { rows?: number }) {
  return (
    <div role="status" aria-label="Loading" className="space-y-px">
      {Array.from({ length: rows }, (_, index) => `row-${index}`).map((row) => (
        <div key={row} className="flex h-8 items-center">
          <Skeleton className="h-3 w-full" />
        </div>
      ))}
    </div>
  );
}

interface EmptyProps {
  readonly title: string;
  readonly children?: ReactNode;
  /** The command that brings something here. */
  readonly command?: string;
  readonly icon?: LucideIcon;
}

export function Empty({ title, children, command, icon: Icon = Inbox }: EmptyProps) {
  return (
    <div className="flex flex-col items-center gap-2 px-6 py-6 text-center">
      <Icon size={22} className="text-faint" aria-hidden />
      <p className="font-medium">{title}</p>
      {children === undefined ? null : <div className="max-w-lg text-muted">{children}</div>}
      {command === undefined ? null : (
        <code className="rounded border border-line bg-surface px-2 py-1 font-mono text-xs">{command}</code>
      )}
    </div>
  );
}

/** Code, sentence, field, what to do, and the trace id to look for in the log. */
export function ErrorPanel({ error, retry }: { error: ErrorView; retry?: () => void }) {
  return (
    <div role="alert" className="flex gap-3 border-l-2 border-danger bg-surface px-4 py-3">
      <CircleAlert size={18} className="mt-0.5 shrink-0 text-danger" aria-hidden />
      <div className="min-w-0 space-y-1">
        <p className="font-medium">{error.message}</p>
        {error.action === null ? null : <p className="text-muted">What to do: {error.action}</p>}
        <p className="flex flex-wrap gap-x-3 font-mono text-xs text-faint">
          <span>{error.code}</span>
          {error.field === null ? null : <span>field {error.field}</span>}
          {error.trace_id === '' ? null : <span>trace {error.trace_id}</span>}
          {retry === undefined ? null : (
            <button
              type="button"
              onClick={retry}
              className="font-sans text-accent underline underline-offset-2"
            >
              Try again
            </button>
          )}
        </p>
      </div>
    </div>
  );
}
