'use client';

import { LoaderCircle, type LucideIcon, Radio, Unplug, WifiOff } from 'lucide-react';
import { type LiveState, useLiveState } from '../../live/live-provider';
import { classNames } from '../../ui/class-names';
import { Tooltip } from '../../ui/tooltip';

const STATES: Readonly<Record<LiveState, { label: string; icon: LucideIcon; says: string; isBad: boolean }>> =
  {
    connecting: { label: 'Connecting', icon: LoaderCircle, says: 'Opening the live feed.', isBad: false },
    live: { label: 'Live', icon: Radio, says: 'Changes arrive as they happen.', isBad: false },
    stale: {
      label: 'Manager away',
      icon: Unplug,
      says: 'The console has lost the manager. What you see is the last that was known; it recovers by itself.',
      isBad: true,
    },
    away: {
      label: 'Offline',
      icon: WifiOff,
      says: 'This page has lost the console. What you see is the last that was known; it recovers by itself.',
      isBad: true,
    },
  };

export function Connection({ isHalted }: { isHalted: boolean }) {
  const { label, icon: Icon, says, isBad } = STATES[useLiveState()];
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
export function LiveRegion({ children }: { children: React.ReactNode }) {
  const state = useLiveState();
  const isAway = state === 'away' || state === 'stale';
  return (
    <div data-live={state} className={classNames('transition-[filter]', isAway && 'grayscale')}>
      {children}
    </div>
  );
}
