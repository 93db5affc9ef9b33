/**
 * The parameters to try: `atr_period=5:40:5,multiplier=1:6:0.5,allow_short=true|false`. A range names its
 * first and last value and the step between; a list its values. Combinations are numbered, so that any of
 * them can be made without making the others.
 */
import type { Result } from '@platform/core';

export type AxisValue = number | boolean | string;

export interface Axis {
  readonly name: string;
  readonly values: readonly AxisValue[];
}

export const MOST_VALUES_PER_AXIS = 100_000;

/** What an axis was said to hold; no value is made before it is known that there is room. */
interface Given {
  readonly count: number;
  make(): readonly AxisValue[];
}

export function parseSpace(text: string): Result<readonly Axis[], string> {
  const axes: Axis[] = [];
  let count = 1;
  for (const part of text.split(',').map((piece) => piece.trim())) {
    const [name, given, ...rest] = part.split('=').map((piece) => piece.trim());
    if (name === undefined || !/^[a-z][a-z0-9_]*$/.test(name) || !given || rest.length > 0) {
      return { ok: false, error: `"${part}" is not of the form name=first:last:step or name=a|b|c` };
    }
    if (axes.some((axis) => axis.name === name)) return { ok: false, error: `${name} is given twice` };
    const parsed = given.includes(':') ? parseRange(name, given) : parseList(name, given);
    if (!parsed.ok) return parsed;
    count *= parsed.value.count;
    if (count > Number.MAX_SAFE_INTEGER) {
      return { ok: false, error: `${count.toPrecision(2)} combinations are more than can be numbered` };
    }
    const values = parsed.value.make();
    if (new Set(values).size < values.length)
      return { ok: false, error: `${name}: a value is given twice in ${given}` };
    axes.push({ name, values });
  }
  return { ok: true, value: axes };
}

function parseRange(name: string, text: string): Result<Given, string> {
  const parts = text.split(':');
  const [first, last, step = 1] = parts.map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  const isRange = (parts.length === 2 || parts.length === 3) && [first, last, step].every(Number.isFinite);
  if (!isRange) return { ok: false, error: `${name}: ${text} is not first:last:step` };
  if (!(step > 0)) return { ok: false, error: `${name}: the step must be above 0` };
  if (first! > last!) return { ok: false, error: `${name}: ${first} is above ${last}` };
  const count = Math.floor((last! - first!) / step + 1e-9) + 1;
  if (count > MOST_VALUES_PER_AXIS) return { ok: false, error: `${name}: ${count} values are too many` };
  // Steps such as 0.1 would add up to 0.30000000000000004.
  const value = (k: number) => Number((first! + k * step).toFixed(10));
  return { ok: true, value: { count, make: () => Array.from({ length: count }, (_, k) => value(k)) } };
}

function parseList(name: string, text: string): Result<Given, string> {
  const values = text.split('|').map((piece) => literal(piece.trim()));
  if (values.includes('')) return { ok: false, error: `${name}: a value is missing in ${text}` };
  return { ok: true, value: { count: values.length, make: () => values } };
}

function literal(text: string): AxisValue {
  if (text === 'true' || text === 'false') return text === 'true';
  return text !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
}

/** May be far beyond what can be tried; exact for what `parseSpace` returns. */
export function countOf(axes: readonly Axis[]): number {
  return axes.reduce((count, { values }) => count * values.length, 1);
}

/** The place of a combination on each axis; the last axis turns fastest. */
export function placesOf(axes: readonly Axis[], index: number): number[] {
  const places: number[] = new Array(axes.length);
  let rest = index;
  for (let a = axes.length - 1; a >= 0; a--) {
    const { length } = axes[a]!.values;
    places[a] = rest % length;
    rest = Math.floor(rest / length);
  }
  return places;
}

export function paramsAt(axes: readonly Axis[], index: number): Record<string, AxisValue> {
  const places = placesOf(axes, index);
  return Object.fromEntries(axes.map(({ name, values }, a) => [name, values[places[a]!]!]));
}

/**
 * `size` different combinations out of all, the same ones for the same seed. A step that shares no factor
 * with the count visits every combination once before it repeats itself, so nothing has to be remembered.
 */
export function sampleOf(count: number, size: number, seed: number): (k: number) => number {
  if (size >= count) return (k) => k;
  let step = Math.max(1, Math.floor(count * 0.6180339887498949));
  while (greatestCommonDivisor(step, count) !== 1) step += 1;
  const start = (Math.abs(seed) * 7919) % count;
  // Of a large space, k steps are more than a number holds exactly.
  const [from, by, all] = [BigInt(start), BigInt(step), BigInt(count)];
  return (k) => Number((from + BigInt(k) * by) % all);
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
