/**
 * The venue's memory across restarts: events as lines of JSON, written before they are published. A line that
 * a kill cut short was never published and is dropped.
 */
import { appendFileSync, existsSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { Decimal } from 'decimal.js';
import type { VenueEvent } from './domain/trading/types';

export function readJournal(file: string): VenueEvent[] {
  if (!existsSync(file)) return [];
  const text = readFileSync(file, 'utf8');
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  if (whole.length < text.length) truncateSync(file, Buffer.byteLength(whole));
  return whole
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line, revive) as VenueEvent);
}

export function appendJournal(file: string, events: readonly VenueEvent[]): void {
  appendFileSync(file, events.map((event) => `${JSON.stringify(event, plain)}\n`).join(''));
}

export function dropJournal(file: string): void {
  rmSync(file, { force: true });
}

/** Exact numbers keep their kind: a decimal is {"$decimal"}, a 64-bit id is {"$id"}. */
function plain(this: Record<string, unknown>, key: string, value: unknown): unknown {
  const original = this[key];
  if (original instanceof Decimal) return { $decimal: original.toFixed() };
  return typeof original === 'bigint' ? { $id: original.toString() } : value;
}

function revive(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if ('$decimal' in value) return new Decimal(value.$decimal as string);
  return '$id' in value ? BigInt(value.$id as string) : value;
}
