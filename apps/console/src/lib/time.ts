/**
 * Times as the console writes them: UTC always, with the age beside it and the reader's own clock on hover.
 */
import { UNKNOWN } from './format';

/** Epoch milliseconds or ISO 8601. */
export type Instant = number | string;

export function toMs(at: Instant): number {
  return typeof at === 'number' ? at : Date.parse(at);
}

/** 2026-11-15 08:04:09 */
export function utc(at: Instant | null | undefined): string {
  if (at === null || at === undefined) return UNKNOWN;
  const date = new Date(toMs(at));
  return Number.isNaN(date.getTime()) ? UNKNOWN : date.toISOString().slice(0, 19).replace('T', ' ');
}

export function utcDay(at: Instant | null | undefined): string {
  return at === null || at === undefined ? UNKNOWN : utc(at).slice(0, 10);
}

export function utcClock(nowMs: number): string {
  return utc(nowMs).slice(11);
}

let localFormat: Intl.DateTimeFormat | undefined;

/**
 * In the reader's own time zone, for a tooltip. One formatter serves all: making one takes longer than
 * drawing a row.
 */
export function local(at: Instant): string {
  localFormat ??= new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'long' });
  return localFormat.format(toMs(at));
}

const STEPS: readonly (readonly [limitMs: number, unitMs: number, unit: string])[] = [
  [60_000, 1_000, 's'],
  [3_600_000, 60_000, 'min'],
  [48 * 3_600_000, 3_600_000, 'h'],
  [Number.POSITIVE_INFINITY, 86_400_000, 'd'],
];

/** 12 s · 4 min · 3 h · 2 d */
export function duration(ms: number | null | undefined): string {
  if (ms === null || ms === undefined || Number.isNaN(ms)) return UNKNOWN;
  const positive = Math.max(0, ms);
  const [, unitMs, unit] = STEPS.find(([limitMs]) => positive < limitMs) ?? STEPS[3]!;
  return `${Math.floor(positive / unitMs)} ${unit}`;
}

export function age(at: Instant | null | undefined, nowMs: number): string {
  return at === null || at === undefined ? UNKNOWN : `${duration(nowMs - toMs(at))} ago`;
}
