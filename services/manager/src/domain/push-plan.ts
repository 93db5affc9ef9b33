/**
 * What a browser is sent next: the alerts that fire and that it was not notified of, in one message. It
 * remembers what was sent for as long as that fires; an alert that comes and goes is sent once a minute at
 * most, and a push server that refuses is asked ever less often.
 */

export interface PushedAlert {
  readonly fingerprint: string;
  readonly name: string;
  readonly summary: string;
  readonly startsAt: string;
}

/** By fingerprint; stored as it is. */
export type Notified = Readonly<Record<string, { readonly startsAt: string; readonly toldMs: number }>>;

export interface PushMemory {
  readonly notified: Notified;
  readonly retryMs: number | null;
}

export interface PushMessage {
  readonly title: string;
  readonly body: string;
  /** A message with the tag of an earlier one takes its place. */
  readonly tag: string;
}

export interface PushPlan {
  /** Null while there is nothing new to send, or it is too early to try again. */
  readonly message: PushMessage | null;
  /** What the browser knows once the message is taken. */
  readonly notified: Notified;
}

const AGAIN_AFTER_MS = 60_000;
const SHOWN_ALERTS = 5;
/** A message has room for some 3,900 bytes, and a character may take six. */
const MAX_TITLE_CHARS = 80;
const MAX_LINE_CHARS = 100;
const RETRY_MS = [5_000, 10_000, 20_000, 40_000, 80_000, 160_000, 300_000] as const;

export function planPush(memory: PushMemory, firing: readonly PushedAlert[], nowMs: number): PushPlan {
  const now = new Map(firing.map((alert) => [alert.fingerprint, alert]));
  const kept = Object.fromEntries(
    Object.entries(memory.notified).filter(
      ([fingerprint, { toldMs }]) => now.has(fingerprint) || nowMs - toldMs < AGAIN_AFTER_MS,
    ),
  );
  if (memory.retryMs !== null && nowMs < memory.retryMs) return { message: null, notified: kept };
  const due = [...now.values()].filter(({ fingerprint, startsAt }) => {
    const before = kept[fingerprint];
    return before === undefined || (before.startsAt !== startsAt && nowMs - before.toldMs >= AGAIN_AFTER_MS);
  });
  if (due.length === 0) return { message: null, notified: kept };
  const added = due.map(({ fingerprint, startsAt }) => [fingerprint, { startsAt, toldMs: nowMs }] as const);
  return { message: messageOf(due), notified: { ...kept, ...Object.fromEntries(added) } };
}

function messageOf(due: readonly PushedAlert[]): PushMessage {
  const [first] = due;
  if (due.length === 1) {
    const { name, summary, fingerprint } = first!;
    return {
      title: cut(name, MAX_TITLE_CHARS),
      body: cut(summary, SHOWN_ALERTS * MAX_LINE_CHARS),
      tag: cut(fingerprint, MAX_TITLE_CHARS),
    };
  }
  const lines = due
    .slice(0, SHOWN_ALERTS)
    .map(({ name, summary }) => cut(`${name}: ${summary}`, MAX_LINE_CHARS));
  const more = due.length - lines.length;
  const body = [...lines, ...(more > 0 ? [`and ${more} more`] : [])].join('\n');
  return { title: `${due.length} critical alerts`, body, tag: 'alerts' };
}

function cut(text: string, most: number): string {
  const characters = [...text];
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`;
}

/** After so many refusals in a row, the next try is so far away. */
export function retryAfterMs(failures: number): number {
  return RETRY_MS[Math.min(failures, RETRY_MS.length) - 1]!;
}
