/** In the strip: an account that cannot be traded as it is. */
'use client';

import { ShieldX } from 'lucide-react';
import Link from 'next/link';
import { useManager } from '../../manager/use-manager';

export function AccountProblem() {
  const portfolio = useManager('/portfolio', { pollMs: 5_000 });
  const faulty = (portfolio.data?.accounts ?? []).find(({ problem }) => problem !== null);
  if (faulty === undefined) return null;
  const text = `${faulty.network}: ${faulty.problem}`;
  return (
    <Link
      href="/risk#wallets"
      role="alert"
      title={text}
      className="inline-flex min-w-0 max-w-md items-center gap-1.5 font-semibold text-warn"
    >
      <ShieldX size={15} aria-hidden className="shrink-0" />
      <span className="truncate">{text}</span>
    </Link>
  );
}
