'use client';

import { LoaderCircle, type LucideIcon, Radio, RefreshCw, Unplug, WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import type { LiveState } from '../../live/feed';
import { useLiveState } from '../../live/live-provider';
import { useManager } from '../../manager/use-manager';
import { classNames } from '../../ui/class-names';
import { Tooltip } from '../../ui/tooltip';

type Link = LiveState | 'polling';

const LOOKS: Readonly<Record<Link, { label: string; icon: LucideIcon; says: string; isBad: boolean }>> = {
  connecting: { label: 'Connecting', icon: LoaderCircle, says: 'Opening the live feed.', isBad: false },
  live: { label: 'Live', icon: Radio, says: 'Changes arrive as they happen.', isBad: false },
  polling: {
    label: 'Polling',
    icon: RefreshCw,
    says: 'The live feed is down; the page polls every few seconds instead. It recovers by itself.',
    isBad: true,
  },
  managerAway: {
    label: 'Manager away',
    icon: Unplug,
    says: 'The console has lost the manager. You see the last known state; it recovers by itself.',
    isBad: true,
  },
  offline: {
    label: 'Offline',
    icon: WifiOff,
    says: 'This page has lost the console. You see the last known state; it recovers by itself.',
    isBad: true,
  },
};

/** Without its feed a page still reads; only when that fails too is the manager away. */
function useLink(): Link {
  const state = useLiveState();
  const { isError } = useManager('/bff/risk', { pollMs: 5_000 });
  return state === 'managerAway' && !isError ? 'polling' : state;
}

export function Connection({ isHalted }: { isHalted: boolean }) {
  const { label, icon: Icon, says, isBad } = LOOKS[useLink()];
  return (
    <Tooltip text={says}>
      <button
        type="button"
        className={classNames(
          'inline-flex items-center gap-1.5',
          isBad && !isHalted && 'font-medium text-warn',
        )}
      >
        <Icon size={14} aria-hidden />
        <span aria-live="polite">{label}</span>
      </button>
    </Tooltip>
  );
}

/** Greys what is live while the feed is away; its last values stay readable with their age. */
export function LiveRegion({ children }: { children: ReactNode }) {
  const link = useLink();
  const isAway = link === 'offline' || link === 'managerAway';
  return (
    <div data-live={link} className={classNames('transition-[filter]', isAway && 'grayscale')}>
      {children}
    </div>
  );
}
