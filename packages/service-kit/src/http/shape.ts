/**
 * The cheap bounds of a request: how deep and how large the structure of its body is, and that its text can
 * be stored. Everything after this (parsing, renaming, defaults, validation, the list of faults) may recurse
 * and may look at each value several times.
 */
import { BODY_SHAPE } from '@platform/contracts';

/** PostgreSQL takes neither. */
const UNSTORABLE = /\0|\p{Surrogate}/u;

/**
 * What is wrong with the structure that a JSON text describes, or null; whether it is JSON is the parser's to
 * say. The text is looked at and not the value: building a million of them takes longer than a service may be
 * silent. Ends as soon as a bound is passed.
 */
export function shapeFault(json: string): string | null {
  let depth = 0;
  let values = 0;
  // Behind a bracket, until it is known whether anything stands in it.
  let isOpened = false;
  for (let at = 0; at < json.length; at++) {
    const sign = json[at]!;
    if (sign === ' ' || sign === '\n' || sign === '\r' || sign === '\t') continue;
    const isClosing = sign === ']' || sign === '}';
    if (sign === ',' || (isOpened && !isClosing)) {
      values += 1;
      if (depth > BODY_SHAPE.depth) return `is nested deeper than ${BODY_SHAPE.depth} levels`;
      if (values > BODY_SHAPE.values) return `holds more than ${BODY_SHAPE.values} values`;
    }
    isOpened = sign === '[' || sign === '{';
    if (isOpened) depth += 1;
    else if (isClosing) depth -= 1;
    else if (sign === '"') at = endOfText(json, at);
  }
  return null;
}

/** Where the text that begins with the quote at `from` ends. */
function endOfText(json: string, from: number): number {
  let at = from + 1;
  while (at < json.length && json[at] !== '"') at += json[at] === '\\' ? 2 : 1;
  return at;
}

/** The path of the first text that cannot be stored, or null. For what is within the bounds. */
export function unstorableText(value: unknown, path = ''): string | null {
  if (typeof value === 'string') return UNSTORABLE.test(value) ? path : null;
  if (typeof value !== 'object' || value === null) return null;
  for (const [name, inner] of Object.entries(value)) {
    if (UNSTORABLE.test(name)) return path;
    const found = unstorableText(inner, path === '' ? name : `${path}/${name}`);
    if (found !== null) return found;
  }
  return null;
}
