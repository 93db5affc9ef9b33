/**
 * The live feed: database notifications, risk events from the bus, the outbox, backtests and the reconciler
 * go into one hub, and from there to every client.
 */
import {
  DB_CHANNELS,
  type DbChannel,
  MANAGER_RISK_DURABLE,
  type managerMetrics,
  type managerRoutes,
  RISK_EVENTS_SUBJECTS,
  RiskEvent,
  type WebsocketChannel,
} from '@platform/contracts';
import { failure, type Handlers, type ServiceKit } from '@platform/service-kit';
import type { RawData, WebSocket } from 'ws';
import { camelFields } from './domain/camel-case';
import { publicationOf } from './domain/outbox-publication';
import { LiveClient } from './live/client';
import { Hub } from './live/hub';
import { OutboxFollower } from './live/outbox-follower';
import { RecentIds } from './live/recent-ids';
import { StateWatch } from './live/state-watch';
import { Subscriptions } from './live/subscriptions';
import { acceptWebsockets } from './live/upgrade';
import { OutboxReader } from './store/outbox-reader';
import { LiveState } from './store/reads/live-state';

type Kit = ServiceKit<typeof managerMetrics>;

/** Behind every notification stands a look at the rows themselves. */
const POLL_MS = 5_000;
const HEARTBEAT_MS = 15_000;
/** Two ways of one event are never this many events apart. */
const REMEMBERED_EVENTS = 5_000;
/** Older events are history: the outbox and the snapshots have shown them. */
const FRESH_MS = 60_000;

/** Forwarded as they come. */
const FORWARDED: readonly (readonly [DbChannel, WebsocketChannel])[] = [
  [DB_CHANNELS.riskHaltChanged, 'risk_halt_changed'],
  [DB_CHANNELS.portfolioState, 'portfolio_state'],
  [DB_CHANNELS.sourceFreshness, 'source_freshness'],
  [DB_CHANNELS.backfillJobs, 'backfill_jobs'],
  [DB_CHANNELS.botEvents, 'bot_events'],
];

export async function composeLive(kit: Kit) {
  const { app, background, database, errors, health, lifecycle, metrics, tasks } = kit;
  const hub = new Hub(metrics, errors);
  const recentIds = new RecentIds(REMEMBERED_EVENTS);
  const state = new LiveState(database);
  const reader = new OutboxReader(database.pool);
  const onReplayed = (rows: number) => metrics.wsReplayRows.inc(rows);
  const states = new StateWatch(state, hub, tasks, POLL_MS);
  const outbox = new OutboxFollower({
    reader,
    hub,
    recentIds,
    tasks,
    pollMs: POLL_MS,
    onCaughtUp: onReplayed,
  });
  const subscriptions = new Subscriptions({ hub, state, outbox: reader, errors, onReplayed });

  followNotifications(kit, hub, states, outbox);
  followRiskEvents(kit, hub, recentIds);
  health.addCondition('ws_reconnect_storm', () => hub.isStorming());
  health.addCondition('ws_subscriber_overload', () => hub.isOverloaded());
  app.addHook('preClose', () => hub.close());
  background({ name: 'heartbeat of live clients', everyMs: HEARTBEAT_MS, run: () => hub.beat() });
  lifecycle.onShutdown('live feed', async () => {
    await Promise.all([states.close(), outbox.close()]);
  });
  states.start();
  outbox.start();
  await acceptWebsockets(app, errors, welcome(kit, hub, subscriptions));
  return { hub, handlers: liveHandlers };
}

function followNotifications(
  { database, metrics }: Kit,
  hub: Hub,
  states: StateWatch,
  outbox: OutboxFollower,
): void {
  const count = (channel: string) => metrics.notifyPayloadsReceived.inc({ channel });
  for (const [source, channel] of FORWARDED) {
    database.watch.subscribe({
      channel: source,
      onNotification: (payload) => {
        count(source);
        hub.publish({ channel, type: 'event', payload: camelFields(payload) });
      },
      onGap: () => states.look(),
    });
  }
  database.watch.subscribe({
    channel: DB_CHANNELS.outbox,
    onNotification: () => {
      count(DB_CHANNELS.outbox);
      outbox.wake();
    },
    // One for all channels: they share the connection.
    onGap: () => {
      states.lookAfresh();
      outbox.catchUp();
    },
  });
}

function followRiskEvents({ bus, errors }: Kit, hub: Hub, recentIds: RecentIds): void {
  bus.consume({
    durable: MANAGER_RISK_DURABLE,
    filterSubject: RISK_EVENTS_SUBJECTS,
    schema: RiskEvent,
    handler: async ({ subject, payload }) => {
      const { event_id: eventId, created_at: createdMs } = payload;
      if (Date.now() - createdMs > FRESH_MS || !recentIds.addIfNew(eventId)) return;
      const publication = publicationOf(subject, payload);
      if (publication !== null) hub.publish(publication);
    },
    onError: (err) =>
      errors.report('MANAGER_IPC_PUBLISH_FAILED', { message: 'risk events stopped coming', err }),
  });
}

/**
 * What a client says is taken one by one, and no more is read from it meanwhile: no client can have many
 * answers made at a time.
 */
function welcome({ errors, log }: Kit, hub: Hub, subscriptions: Subscriptions) {
  return (socket: WebSocket): void => {
    const client: LiveClient = new LiveClient(socket, hub.log.head, () => {
      if (client.position < hub.log.head) hub.wake();
    });
    hub.add(client);
    let unanswered = 0;
    let turn = Promise.resolve();
    const answer = errors.guard('live client', (data: RawData) => {
      unanswered += 1;
      socket.pause();
      turn = turn
        .then(() => subscriptions.take(client, String(data)))
        .finally(() => {
          unanswered -= 1;
          if (unanswered === 0) socket.resume();
        });
      return turn;
    });
    socket.on('message', answer);
    socket.on(
      'error',
      errors.guard('live client', (err: Error) => log.debug({ err }, 'a live client failed')),
    );
    socket.on(
      'close',
      errors.guard('live client', () => hub.remove(client)),
    );
  };
}

/** What is asked here without an upgrade. */
const liveHandlers: Handlers<typeof managerRoutes> = {
  websocket: () => {
    throw failure('MANAGER_INVALID_REQUEST', 'this address speaks WebSocket only', 'upgrade');
  },
};
