'use client';

import { OctagonX } from 'lucide-react';
import Link from 'next/link';
import { who } from '../../lib/words';
import { useManager } from '../../manager/use-manager';
import { Moment } from '../../ui/time';
import { scopeName } from '../risk/scope-name';

/** While the latch is engaged: who, when, why, and the way on. Nothing otherwise. */
export function HaltNotice() {
  const latch = useManager('/bff/risk', { pollMs: 5_000 }).data?.latch;
  const bots = useManager('/bff/bots', { pollMs: 5_000 }).data?.items ?? [];
  if (latch === undefined || !latch.halted) return null;
  return (
    <section aria-label="Halted" className="flex gap-3 border-l-2 border-danger bg-surface px-4 py-3">
      <OctagonX size={20} className="shrink-0 text-danger" aria-hidden />
      <div className="min-w-0 space-y-1">
        <p className="font-semibold">No new orders are placed</p>
        <p>
          The latch was engaged by {latch.actor === null ? 'the platform' : who(latch.actor)}
          {latch.scope === null ? '' : `, scope ${scopeName(latch.scope, bots)}`}: “
          {latch.reason ?? 'no reason given'}”
        </p>
        <p className="text-muted">
          <Moment at={latch.since} /> ·{' '}
          <Link href="/risk?act=resume" className="text-accent underline underline-offset-2">
            Resume…
          </Link>
        </p>
      </div>
    </section>
  );
}
