/**
 * Opaque cursors: where the next page begins, sealed together with the list and the filters it belongs to.
 * The key comes from the operator token, so a rotation ends all of them; without a token they live as long as
 * the process. The seal covers the cursor's text as sent, so no changed character can pass for the same
 * bytes.
 */
import {
  createHmac,
  createSecretKey,
  type KeyObject,
  randomBytes,
  scryptSync,
  timingSafeEqual,
} from 'node:crypto';
import { failure, type Secret } from '@platform/service-kit';

/** The sort key of the last row of a page. */
export type Position = readonly string[];

/** A list as one caller sees it: its route and everything that filters it. */
export interface ListScope {
  readonly route: string;
  readonly filters: Readonly<Record<string, string | undefined>>;
}

export class Cursors {
  /** A key object, whose bytes show up nowhere it is printed. */
  private readonly key: KeyObject;

  constructor(token: Secret | undefined) {
    // Slow on purpose: anybody may ask for a cursor, and trying tokens against it must cost more than trying
    // them on a route.
    this.key = createSecretKey(scryptSync(token?.reveal() ?? randomBytes(32), 'manager cursors', 32));
  }

  /** Rows are one more than the page holds where another page follows. */
  page<Row>(scope: ListScope, rows: readonly Row[], size: number, positionOf: (row: Row) => Position) {
    const items = rows.slice(0, size);
    const nextCursor = rows.length > size ? this.encode(scope, positionOf(items.at(-1)!)) : null;
    return { items, nextCursor };
  }

  encode(scope: ListScope, position: Position): string {
    const text = Buffer.from(JSON.stringify(position)).toString('base64url');
    return `${text}.${this.seal(scope, text)}`;
  }

  decode(scope: ListScope, cursor: string | undefined, fields: number): Position | null {
    if (cursor === undefined) return null;
    const dot = cursor.lastIndexOf('.');
    const text = cursor.slice(0, Math.max(dot, 0));
    const given = Buffer.from(cursor.slice(dot + 1));
    const expected = Buffer.from(this.seal(scope, text));
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw invalidCursor();
    const position = JSON.parse(Buffer.from(text, 'base64url').toString()) as Position;
    if (position.length !== fields) throw invalidCursor();
    return position;
  }

  private seal({ route, filters }: ListScope, text: string): string {
    const named = Object.entries(filters).filter(([, value]) => value !== undefined);
    const scope = JSON.stringify([route, named.sort(([a], [b]) => (a < b ? -1 : 1)), text]);
    return createHmac('sha256', this.key).update(scope).digest('base64url');
  }
}

/** A page for the console, which knows the cursor by both of its names. */
export function bffPage<T>({ items, nextCursor }: { items: T[]; nextCursor: string | null }) {
  return { items, nextCursor, next_cursor: nextCursor };
}

function invalidCursor() {
  return failure(
    'MANAGER_INVALID_CURSOR',
    'the cursor is not one of this list: start from the first page',
    'cursor',
  );
}
