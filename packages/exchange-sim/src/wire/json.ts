/**
 * JSON with 64-bit ids as plain numbers. `JSON.stringify` cannot print a bigint, so ids travel as marked
 * strings and lose their quotes at the end. The marker is a control character that no parameter of this venue
 * may contain.
 */

export type WireId = string & { readonly __wireId: unique symbol };

export function wireId(id: bigint): WireId {
  return `\u0001${id}` as WireId;
}

const MARKED = /"\\u0001(\d+)"/g;

export function encodeJson(value: unknown): string {
  const text = JSON.stringify(value);
  return text.includes('\\u0001') ? text.replace(MARKED, '$1') : text;
}
