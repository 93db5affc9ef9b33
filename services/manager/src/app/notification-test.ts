/**
 * Sends a test message to one receiver through Alertmanager and finds out from its counters whether it was taken. The receiver's name
 * begins with its kind, which names the counter; for a receiver that is named otherwise, all of them are watched.
 */
import { NOTIFICATION_TEST, type NotificationTestResponse } from '@platform/contracts';
import type { Time } from '@platform/service-kit';
import { countsOf, integrationOf, judge } from '../domain/notification-counts';
import type { Upstream } from './ports';

const WAIT_MS = 10_000;
const POLL_MS = 250;

export async function sendNotificationTest(
  alertmanager: Upstream,
  receiver: string,
  testId: string,
  time: Time,
): Promise<NotificationTestResponse['outcome']> {
  const counts = async () =>
    countsOf(await alertmanager.ask<string>('/metrics', { text: true }), integrationOf(receiver));
  const before = await counts();
  const labels = { alertname: NOTIFICATION_TEST, receiver, severity: 'test', test_id: testId };
  const annotations = { summary: 'This is a test of the notifications. Nothing is wrong.' };
  const endsAt = new Date(time.nowMs() + WAIT_MS).toISOString();
  await alertmanager.ask('/api/v2/alerts', {
    method: 'POST',
    body: [{ labels, annotations, endsAt }],
    text: true,
  });
  const deadline = time.monotonicMs() + WAIT_MS;
  for (;;) {
    const outcome = judge(before, await counts());
    if (outcome !== 'unanswered' || time.monotonicMs() > deadline) return outcome;
    await time.wait(POLL_MS);
  }
}
