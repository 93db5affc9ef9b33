/**
 * The browser's end of the live feed. Each message marks the reads it touches as old, at most a few times a second; a
 * connection that was lost reads everything again when it returns. EventSource reconnects by itself and says where it was.
 */
'use client';

import type { WebsocketChannel, WebsocketMessage } from '@platform/contracts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react';
import type { ReadPath } from '../manager/types';
import { REFRESHES } from './refresh';

/** connecting: not yet known. away: this console's server is gone. stale: it is there, but the manager is not. */
export type LiveState = 'connecting' | 'live' | 'stale' | 'away';

type Handler = (message: WebsocketMessage) => void;

interface Live {
  readonly state: LiveState;
  readonly handlers: Map<WebsocketChannel, Set<Handler>>;
}

const LiveContext = createContext<Live>({ state: 'connecting', handlers: new Map() });

const REFRESH_EVERY_MS = 400;
/** Beats come every ten seconds: three missed ones mean a connection that died without being closed. */
const SILENT_AFTER_MS = 35_000;

export function LiveProvider({ children }: { children: ReactNode }) {
  const queries = useQueryClient();
  const [state, setState] = useState<LiveState>('connecting');
  const handlers = useRef(new Map<WebsocketChannel, Set<Handler>>()).current;
  useEffect(() => openFeed(queries, handlers, setState), [queries, handlers]);
  const live = useMemo(() => ({ state, handlers }), [state, handlers]);
  return <LiveContext value={live}>{children}</LiveContext>;
}

function openFeed(
  queries: QueryClient,
  handlers: Live['handlers'],
  setState: (state: LiveState) => void,
): () => void {
  const old = new Set<ReadPath>();
  const refresh = setInterval(() => {
    for (const path of old) void queries.invalidateQueries({ queryKey: ['manager', path] });
    old.clear();
  }, REFRESH_EVERY_MS);

  let source: EventSource;
  let heardAt = Date.now();
  const open = () => {
    source = new EventSource('/api/live');
    const on = (event: string, react: (data: unknown) => void) =>
      source.addEventListener(event, (raw) => {
        heardAt = Date.now();
        react(JSON.parse((raw as MessageEvent<string>).data));
      });
    on('hello', (hello) => {
      if (!(hello as { isComplete: boolean }).isComplete) {
        void queries.invalidateQueries({ queryKey: ['manager'] });
      }
    });
    on('link', (link) => setState((link as { isConnected: boolean }).isConnected ? 'live' : 'stale'));
    on('beat', () => undefined);
    on('message', (data) => {
      const message = data as WebsocketMessage;
      for (const path of REFRESHES[message.channel] ?? []) old.add(path);
      for (const handle of handlers.get(message.channel) ?? []) handle(message);
    });
    source.onerror = () => setState('away');
  };
  open();
  const watch = setInterval(() => {
    const isDead = source.readyState === EventSource.CLOSED || Date.now() - heardAt > SILENT_AFTER_MS;
    if (!isDead) return;
    setState('away');
    source.close();
    heardAt = Date.now();
    open();
  }, 5_000);
  return () => {
    clearInterval(refresh);
    clearInterval(watch);
    source.close();
  };
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
