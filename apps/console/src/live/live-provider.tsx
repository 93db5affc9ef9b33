/** The live feed for the components of a page: one for all of them, opened with the first rendering. */
'use client';

import type { WebsocketChannel } from '@platform/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { type Handler, type Handlers, type LiveState, openFeed } from './feed';

interface Live {
  readonly state: LiveState;
  readonly handlers: Handlers;
}

const LiveContext = createContext<Live>({ state: 'connecting', handlers: new Map() });

export function LiveProvider({ children }: { children: ReactNode }) {
  const queries = useQueryClient();
  const [state, setState] = useState<LiveState>('connecting');
  const handlers = useRef<Handlers>(new Map()).current;
  useEffect(() => openFeed(queries, handlers, setState), [queries, handlers]);
  const live = useMemo(() => ({ state, handlers }), [state, handlers]);
  return <LiveContext value={live}>{children}</LiveContext>;
}

export function useLiveState(): LiveState {
  return useContext(LiveContext).state;
}

/** Calls `handle` for each message of the channel. The caches are refreshed without it. */
export function useLive(channel: WebsocketChannel, handle: Handler): void {
  const { handlers } = useContext(LiveContext);
  const latest = useRef(handle);
  useEffect(() => {
    latest.current = handle;
  });
  useEffect(() => {
    const react: Handler = (message) => latest.current(message);
    const set = handlers.get(channel) ?? new Set();
    handlers.set(channel, set.add(react));
    return () => void set.delete(react);
  }, [channel, handlers]);
}
