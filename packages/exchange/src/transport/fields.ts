/**
 * Reading fields of answers whose shape is not ours to control. Each reader returns the value in our
 * vocabulary or throws Unreadable, which the caller turns into an outcome; nothing half-read gets through.
 */

export class Unreadable extends Error {
  override name = 'Unreadable';
}

export type Fields = Readonly<Record<string, unknown>>;

export function fields(value: unknown): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Unreadable(`expected an object, got ${preview(value)}`);
  }
  return value as Fields;
}

export function list(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new Unreadable(`expected a list, got ${preview(value)}`);
  return value;
}

export function text(from: Fields, name: string): string {
  const value = from[name];
  if (typeof value !== 'string') throw new Unreadable(`${name} should be text, is ${preview(value)}`);
  return value;
}

export function optionalText(from: Fields, name: string): string | undefined {
  const value = from[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function flag(from: Fields, name: string): boolean {
  const value = from[name];
  if (typeof value !== 'boolean')
    throw new Unreadable(`${name} should be true or false, is ${preview(value)}`);
  return value;
}

/** An integer that identifies something, as exact text. */
export function id(from: Fields, name: string): string {
  const value = from[name];
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
  if (typeof value === 'string' && /^-?\d{1,20}$/.test(value)) return value;
  throw new Unreadable(`${name} should be an integer, is ${preview(value)}`);
}

export function integer(from: Fields, name: string): number {
  const value = from[name];
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) {
    throw new Unreadable(`${name} should be an integer, is ${preview(value)}`);
  }
  return value;
}

/** Epoch milliseconds between 2010 and 2100: seconds, microseconds and zeros are refused. */
export function timeMs(from: Fields, name: string): number {
  const value = integer(from, name);
  if (value < 1_262_304_000_000 || value > 4_102_444_800_000) {
    throw new Unreadable(`${name} is no time in milliseconds: ${value}`);
  }
  return value;
}

const DECIMAL = /^-?\d+(\.\d+)?$/;

export function decimal(from: Fields, name: string): string {
  return decimalOf(from[name], name);
}

export function decimalOf(value: unknown, name: string): string {
  if (typeof value !== 'string' || !DECIMAL.test(value)) {
    throw new Unreadable(`${name} should be a decimal string, is ${preview(value)}`);
  }
  return value;
}

/** A finite number, given as a number or as decimal text. */
export function finite(from: Fields, name: string): number {
  const value = from[name];
  const number = typeof value === 'string' && DECIMAL.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number)) {
    throw new Unreadable(`${name} should be a finite number, is ${preview(value)}`);
  }
  return number;
}

export function preview(value: unknown): string {
  const shown = JSON.stringify(value) ?? String(value);
  return shown.length > 60 ? `${shown.slice(0, 60)}…` : shown;
}
