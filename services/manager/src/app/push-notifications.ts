/**
 * Notifies browsers of critical alerts as they begin to fire. Each browser is notified on its own: one that
 * hangs or refuses delays no other, and one whose push service says that it is gone is forgotten.
 */
import type { ErrorLog, Time } from '@platform/service-kit';
import { type PushedAlert, type PushMessage, planPush, retryAfterMs } from '../domain/push-plan';
import type { Alert } from '../domain/watchers-answers';
import type { PushOutcome, PushRecords, PushService, PushSubscription, PushTarget } from './ports';

export interface PushParts {
  readonly records: PushRecords;
  firing(): Promise<readonly Alert[]>;
  readonly service: Pick<PushService, 'send'>;
  readonly errors: Pick<ErrorLog, 'report'>;
  readonly time: Time;
}

const TEST: PushMessage = {
  title: 'Test',
  body: 'This is a test of the notifications. Nothing is wrong.',
  tag: 'test',
};

export class PushNotifications {
  private readonly busy = new Map<string, Promise<void>>();
  private isBlind = false;

  constructor(private readonly parts: PushParts) {}

  /** Looks once, and does not wait for the messages to be taken. */
  async look(): Promise<void> {
    const subscriptions = (await this.parts.records.all()).filter(({ id }) => !this.busy.has(id));
    if (subscriptions.length === 0) return;
    const critical = await this.critical();
    if (critical === null) return;
    for (const subscription of subscriptions) {
      const { id } = subscription;
      const sending = this.notify(subscription, critical)
        .catch((error: unknown) => this.parts.errors.report('MANAGER_DB_TRANSIENT', { err: error }))
        .finally(() => this.busy.delete(id));
      this.busy.set(id, sending);
    }
  }

  async test(target: PushTarget): Promise<PushOutcome['kind']> {
    const { kind } = await this.parts.service.send(target, TEST);
    if (kind === 'gone') await this.parts.records.remove(target.id);
    return kind;
  }

  async close(): Promise<void> {
    await Promise.all(this.busy.values());
  }

  /** Null while the alert manager does not answer: nothing is sent then, and nothing forgotten. */
  private async critical(): Promise<readonly PushedAlert[] | null> {
    try {
      const critical = (await this.parts.firing()).flatMap(pushed);
      this.isBlind = false;
      return critical;
    } catch (error) {
      if (!this.isBlind) this.parts.errors.report('MANAGER_PUSH_UNSENT', { err: error });
      this.isBlind = true;
      return null;
    }
  }

  private async notify(subscription: PushSubscription, critical: readonly PushedAlert[]): Promise<void> {
    const { records, service, errors, time } = this.parts;
    const { id } = subscription;
    const { message, notified } = planPush(subscription, critical, time.nowMs());
    if (message === null) {
      const isForgotten = Object.keys(notified).length < Object.keys(subscription.notified).length;
      if (isForgotten) await records.remember(id, notified);
      return;
    }
    const outcome = await service.send(subscription, message);
    if (outcome.kind === 'delivered') return records.taken(id, notified);
    if (outcome.kind === 'gone') {
      await records.remove(id);
      return;
    }
    const failures = subscription.failures + 1;
    await records.failed(id, failures, time.nowMs() + retryAfterMs(failures), outcome.reason);
    // Once in a row of refusals is enough.
    if (failures === 1) errors.report('MANAGER_PUSH_UNSENT', { message: outcome.reason });
  }
}

/** Warnings wait for somebody who looks. */
function pushed({ fingerprint, labels, annotations, startsAt }: Alert): PushedAlert[] {
  if (labels['severity'] !== 'critical') return [];
  const name = labels['alertname'] ?? '';
  return [{ fingerprint, name, summary: annotations['summary'] ?? '', startsAt }];
}
