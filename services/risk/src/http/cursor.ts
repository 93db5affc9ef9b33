/** Opaque cursors over a growing id. */
import { failure } from '@platform/service-kit';

export function encodeCursor(id: string | null): string | null {
  return id === null ? null : Buffer.from(`below:${id}`).toString('base64url');
}

export function decodeCursor(cursor: string | undefined): string | null {
  if (cursor === undefined) return null;
  const id = /^below:(\d{1,18})$/.exec(Buffer.from(cursor, 'base64url').toString())?.[1];
  if (id === undefined)
    throw failure('RISK_INVALID_REQUEST', 'cursor is not one that this service gave', 'cursor');
  return id;
}
