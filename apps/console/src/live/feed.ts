/**
 * The browser's end of the live feed. Each message marks the reads it touches as old, at most a few times a
 * second; what is being read meanwhile is read once more afterwards. A connection that was lost reads
 * everything again when it returns. EventSource reconnects by itself and says where it was.
 */
import type { WebsocketChannel, WebsocketMessage } from '@platform/contracts';
import type { QueryClient } from '@tanstack/react-query';
import type { ReadPath } from '../manager/types';
import { REFRESHES } from './refresh';

/**
 * connecting: not yet known. away: this console's server is gone. stale: it is there, but the manager is not.
 */
export type LiveState = 'connecting' | 'live' | 'managerAway' | 'offline';

export type Handler = (message: WebsocketMessage) => void;
export type Handlers = Map<WebsocketChannel, Set<Handler>>;

const REFRESH_EVERY_MS = 400;
/** Beats come every ten seconds: three missed ones mean a connection that died without being closed. */
const SILENT_AFTER_MS = 35_000;

/** Returns what closes it. */
export function openFeed(
  queries: QueryClient,
  handlers: Handlers,
  setState: (state: LiveState) => void,
): () => void {
  const old = new Set<ReadPath>();
  const refresh = setInterval(() => {
    for (const path of old) {
      const queryKey = ['manager', path];
      // Reading again at once would cancel what is being read: under many messages no read would ever end.
      if (queries.isFetching({ queryKey }) > 0) continue;
      old.delete(path);
      void queries.invalidateQueries({ queryKey });
    }
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
    on('link', (link) => setState((link as { isConnected: boolean }).isConnected ? 'live' : 'managerAway'));
    on('beat', () => undefined);
    on('message', (data) => {
      const message = data as WebsocketMessage;
      for (const path of REFRESHES[message.channel] ?? []) old.add(path);
      for (const handle of handlers.get(message.channel) ?? []) handle(message);
    });
    source.onerror = () => setState('offline');
  };
  open();
  const watch = setInterval(() => {
    const isDead = source.readyState === EventSource.CLOSED || Date.now() - heardAt > SILENT_AFTER_MS;
    if (!isDead) return;
    setState('offline');
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
