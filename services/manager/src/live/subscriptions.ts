/**
 * What clients ask for. A subscription is answered with the state of its channels and with what the client
 * missed, and only then with the log from the place where the looking began: nothing falls between the two.
 */
import { WEBSOCKET_CHANNELS, type WebsocketChannel, type WebsocketNotice } from '@platform/contracts';
import type { ErrorLog } from '@platform/service-kit';
import { frame } from '../domain/fan-out-log';
import { publicationOf } from '../domain/outbox-publication';
import { parseWebsocketRequest } from '../domain/websocket-request';
import type { OutboxReader } from '../store/outbox-reader';
import { isStateChannel, type LiveState } from '../store/reads/live-state';
import type { LiveClient } from './client';
import type { Hub } from './hub';

export interface SubscriptionParts {
  readonly hub: Hub;
  readonly state: LiveState;
  readonly outbox: OutboxReader;
  readonly errors: ErrorLog;
  onReplayed(rows: number): void;
}

export class Subscriptions {
  constructor(private readonly parts: SubscriptionParts) {}

  async take(client: LiveClient, text: string): Promise<void> {
    const request = parseWebsocketRequest(text);
    if (!request.ok) return sendNotice(client, 'invalid', request.error);
    const { action, channels = WEBSOCKET_CHANNELS, lastOffset } = request.value;
    if (action === 'ping') return sendNotice(client, 'pong');
    if (action === 'unsubscribe') {
      for (const channel of channels) client.follows.delete(channel);
      return sendNotice(client, 'subscribed');
    }
    await client.hold(() => this.subscribe(client, channels, lastOffset));
    this.parts.hub.wake();
  }

  private async subscribe(
    client: LiveClient,
    channels: readonly WebsocketChannel[],
    lastOffset: string | undefined,
  ): Promise<void> {
    const from = this.parts.hub.log.head;
    for (const channel of channels) client.follows.set(channel, from);
    sendNotice(client, 'subscribed');
    try {
      const snapshots = await this.snapshots(channels, lastOffset !== undefined);
      if (snapshots.length > 0) client.send(frame(snapshots));
      if (lastOffset !== undefined) await this.replay(client, channels, lastOffset);
    } catch (error) {
      // The client follows all the same: the state is sent as soon as the database is back.
      this.parts.errors.report('MANAGER_DB_TRANSIENT', {
        message: 'no snapshot for a subscriber',
        err: error,
      });
    }
  }

  private async snapshots(channels: readonly WebsocketChannel[], isBack: boolean): Promise<string[]> {
    const { hub, state } = this.parts;
    const offset = hub.offset;
    const shown = channels.filter(isStateChannel).filter((channel) => isBack || channel === 'breaker_state');
    return Promise.all(
      shown.map(async (channel) =>
        JSON.stringify(
          hub.toMessage({ channel, type: 'snapshot', payload: await state.read(channel) }, offset),
        ),
      ),
    );
  }

  /** However much was missed: the next page is read when the one before has left. */
  private async replay(
    client: LiveClient,
    channels: readonly WebsocketChannel[],
    lastOffset: string,
  ): Promise<void> {
    const { hub, outbox, onReplayed } = this.parts;
    for await (const rows of outbox.pages(lastOffset)) {
      const texts = rows.flatMap(({ id, subject, payload }) => {
        const publication = publicationOf(subject, payload);
        if (publication === null || !channels.includes(publication.channel)) return [];
        return [JSON.stringify(hub.toMessage(publication, id))];
      });
      if (!client.isOpen()) return;
      if (texts.length > 0) await client.sendWhole(frame(texts));
      onReplayed(texts.length);
    }
  }
}

function sendNotice(
  client: LiveClient,
  notice: WebsocketNotice['notice'],
  message: string | null = null,
): void {
  const said: WebsocketNotice = { notice, ts: Date.now(), channels: [...client.follows.keys()], message };
  client.send(JSON.stringify(said));
}
