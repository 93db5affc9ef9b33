/** A trace id: opens everything that carries it, and can be copied. */
import Link from 'next/link';
import { Copyable } from './copyable';

export function TraceLink({ id, shown = id }: { id: string; shown?: string }) {
  return (
    <span className="inline-flex max-w-full items-center gap-1.5">
      <Link
        href={`/traces/${id}`}
        title={`Everything that carries ${id}`}
        className="truncate font-mono text-xs text-accent hover:underline"
      >
        {shown}
      </Link>
      <Copyable text={id} shown="" />
    </span>
  );
}
