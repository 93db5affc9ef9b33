/**
 * Sends a test message to one receiver through Alertmanager and finds out from its counters whether it was
 * taken. The receiver's name begins with its kind, which names the counter; for a receiver that is named
 * otherwise, all of them are watched. What other receivers of the kind are sent moves the same counter: tests
 * of theirs are waited for, and while they are sent anything else the outcome is unknown.
 */
import { NOTIFICATION_TEST, type NotificationTestResponse } from '@platform/contracts';
import type { Time } from '@platform/service-kit';
import { bystandersOf, countsOf, judge, rivalsOf } from '../domain/notification-counts';
import { areAlertGroups } from '../domain/watchers-answers';
import type { Upstream } from './ports';

const WAIT_MS = 10_000;
const POLL_MS = 250;
/** It is resolved with the first round after that. */
const FIRES_FOR_MS = 12_000;
/** With its round. It is counted as refused then, which must not pass for what became of the next test. */
const GIVEN_UP_AFTER_MS = 16_000;
/**
 * A test of another receiver is resolved and forgotten within its round and the half minute that Alertmanager
 * takes to tidy up.
 */
const QUIET_WITHIN_MS = 60_000;

interface NotificationTest {
  readonly receiver: string;
  /** All that send anything: those that share its counter are among them. */
  readonly receivers: readonly string[];
  readonly testId: string;
}

export async function sendNotificationTest(
  alertmanager: Upstream,
  { receiver, receivers, testId }: NotificationTest,
  time: Time,
): Promise<NotificationTestResponse['outcome']> {
  /** Counters first: any alert that moved them is then still listed. */
  const look = async () => {
    const metrics = await alertmanager.ask<string>('/metrics', { text: true });
    const rivals = rivalsOf(metrics, receiver, receivers);
    const groups =
      rivals.length === 0 ? [] : await alertmanager.ask('/api/v2/alerts/groups', { isSound: areAlertGroups });
    return { counts: countsOf(metrics, receiver), bystanders: bystandersOf(metrics, groups, rivals) };
  };
  const quietBy = time.monotonicMs() + QUIET_WITHIN_MS;
  let before = await look();
  while (before.bystanders === 'passing' && time.monotonicMs() < quietBy) {
    await time.wait(POLL_MS);
    before = await look();
  }
  const labels = { alertname: NOTIFICATION_TEST, receiver, severity: 'test', test_id: testId };
  const annotations = { summary: 'This is a test of the notifications. Nothing is wrong.' };
  const endsAt = new Date(time.nowMs() + FIRES_FOR_MS).toISOString();
  await alertmanager.ask('/api/v2/alerts', {
    method: 'POST',
    body: [{ labels, annotations, endsAt }],
    text: true,
  });
  const sentAtMs = time.monotonicMs();
  while (time.monotonicMs() - sentAtMs < WAIT_MS) {
    await time.wait(POLL_MS);
    const now = await look();
    const outcome = judge(before.counts, now.counts);
    const isItsOwn = before.bystanders === 'none' && now.bystanders === 'none';
    if (outcome !== 'unanswered' && !isItsOwn) break;
    if (outcome !== 'unanswered') return outcome;
  }
  await time.wait(sentAtMs + GIVEN_UP_AFTER_MS - time.monotonicMs());
  return 'unanswered';
}
