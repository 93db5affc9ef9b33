import { expect, it } from 'vitest';
import { bystandersOf, countsOf, rivalsOf } from './notification-counts';

const NAMES = ['dead-mans-switch', 'webhook/a', 'ntfy/b', 'email/c'];
const sent = (labels: string, value: number) =>
  `alertmanager_notification_requests_total{${labels}} ${value}`;
const BY_KIND = [sent('integration="webhook"', 3), sent('integration="email"', 5)].join('\n');
const BY_RECEIVER = [
  sent('integration="webhook",receiver_name="webhook/a"', 1),
  sent('integration="webhook",receiver_name="ntfy/b"', 2),
].join('\n');

it('notification counters are shared by receivers of one integration, and by all with an unnamed one', () => {
  expect(countsOf(BY_KIND, 'ntfy/b').sent).toBe(3);
  expect(rivalsOf(BY_KIND, 'webhook/a', NAMES)).toEqual(['ntfy/b']);
  expect(rivalsOf(BY_KIND, 'email/c', NAMES)).toEqual([]);
  expect(countsOf(BY_KIND, 'oncall').sent).toBe(8);
  expect(rivalsOf(BY_KIND, 'oncall', NAMES)).toEqual(NAMES);
});

it('notification counters are the receiver’s own where Alertmanager counts by receiver', () => {
  expect(countsOf(BY_RECEIVER, 'ntfy/b').sent).toBe(2);
  expect(rivalsOf(BY_RECEIVER, 'ntfy/b', NAMES)).toEqual([]);
});

it('notification counters cannot be distinguished where the number of groups is unknown', () => {
  expect(bystandersOf('', [], ['ntfy/b'])).toBe('lasting');
  expect(bystandersOf('alertmanager_dispatcher_aggregation_groups 0', [], ['ntfy/b'])).toBe('none');
  expect(bystandersOf('alertmanager_dispatcher_aggregation_groups 1', [], ['ntfy/b'])).toBe('passing');
});
