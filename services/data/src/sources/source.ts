/**
 * What a source module gives: how often to ask and what for, and its history in pieces. A piece is worked
 * through page by page from its start; every page says where the next one begins.
 */

import { largest } from '@platform/core';
import type { SourceOutcome } from '@platform/exchange';
import { systemTime } from '@platform/service-kit';
import type { Fetched, Page, Piece } from '../app/ports';
import type { Poll, RefusedPiece } from '../app/scheduler';

export function fromSource<T, R>(outcome: SourceOutcome<T>, map: (value: T) => R): Fetched<R> {
  switch (outcome.kind) {
    case 'ok':
      return { kind: 'ok', value: map(outcome.value) };
    case 'throttled':
      return { kind: 'wait', waitMs: outcome.retryAfterMs };
    case 'refused':
      return { kind: 'failed', message: `HTTP ${outcome.status}: ${outcome.message}`, isRetryable: false };
    case 'unreachable':
    case 'unreadable':
      return { kind: 'failed', message: outcome.message, isRetryable: true };
  }
}

/** A page of rows with their times; `nextMs` is right after the newest, or `emptyNextMs` without rows. */
export function pageOf<R>(
  rows: readonly R[],
  timeOf: (row: R) => number,
  write: (rows: readonly R[]) => Promise<number>,
  emptyNextMs: number,
): Page {
  const newestMs = rows.length === 0 ? null : largest(rows.map(timeOf));
  return {
    rowCount: rows.length,
    newestMs,
    nextMs: newestMs === null ? emptyNextMs : newestMs + 1,
    write: () => write(rows),
  };
}

/**
 * The newest span of every piece as one poll: what came is written even when another piece fails. A piece
 * that is refused, such as a delisted symbol, is no failure of the source, unless all of them are.
 */
export async function pollPieces(pieces: readonly Piece[], signal: AbortSignal): Promise<Poll> {
  const pages: Page[] = [];
  const refused: RefusedPiece[] = [];
  let failure: Extract<Poll, { kind: 'failed' }> | undefined;
  for (const piece of pieces) {
    const answer = await patiently(() => piece.page(piece.fromMs), signal);
    if (answer.kind === 'ok') pages.push(answer.value);
    if (answer.kind !== 'failed') continue;
    const { label } = piece;
    const { message, isRetryable } = answer;
    if (!isRetryable) refused.push({ label, message });
    const isFailure = isRetryable || refused.length === pieces.length;
    if (isFailure) failure = { kind: 'failed', message: `${label}: ${message}`, isRetryable };
  }
  const write = async () => {
    let written = 0;
    for (const page of pages) written += await page.write();
    return written;
  };
  if (failure !== undefined) {
    if (pages.length > 0) await write();
    return failure;
  }
  const times = pages.flatMap(({ newestMs }) => (newestMs === null ? [] : [newestMs]));
  return { kind: 'rows', newestMs: times.length === 0 ? null : largest(times), refused, write };
}

/** Waits as long as the answer says, then asks again. */
async function patiently<T>(ask: () => Promise<Fetched<T>>, signal: AbortSignal): Promise<Fetched<T>> {
  for (;;) {
    const answer = await ask();
    if (answer.kind !== 'wait' || signal.aborted) return answer;
    await systemTime.wait(Math.max(50, answer.waitMs), signal);
  }
}
