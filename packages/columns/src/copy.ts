/** COPY over a `pg` connection, as one query of its queue: the library's own Query refuses COPY. */
import type { EventEmitter } from 'node:events';
import type pg from 'pg';
import { divertCopy, type OnRow } from './copy-messages';

interface CopyConnection {
  readonly stream: EventEmitter;
  query(text: string): void;
  sendCopyFromChunk(chunk: Uint8Array): void;
  endCopyFrom(): void;
  sendCopyFail(message: string): void;
}

abstract class CopyQuery {
  /** Wrapped by the client, which ends its timeout when this is called. */
  callback: (error: Error | null) => void;
  readonly query_timeout: number;
  readonly done: Promise<void>;
  private error: Error | null = null;

  constructor(
    private readonly sql: string,
    timeoutMs: number,
  ) {
    this.query_timeout = timeoutMs;
    let settle: (error: Error | null) => void = () => {};
    this.done = new Promise((resolve, reject) => {
      settle = (error) => (error === null ? resolve() : reject(error));
    });
    this.callback = settle;
  }

  submit(connection: CopyConnection): void {
    connection.query(this.sql);
  }

  handleError(error: Error): void {
    this.error = error;
    this.callback(error);
  }

  handleReadyForQuery(): void {
    if (this.error === null) this.callback(null);
  }

  handleCommandComplete(): void {}
  handleRowDescription(): void {}
  handleDataRow(): void {}

  abstract handleCopyInResponse(connection: CopyConnection): void;
  abstract handleCopyData(message: { readonly chunk: Buffer }): void;
}

class CopyOut extends CopyQuery {
  constructor(
    sql: string,
    timeoutMs: number,
    private readonly onRow: OnRow,
  ) {
    super(sql, timeoutMs);
  }

  override submit(connection: CopyConnection): void {
    divertCopy(connection.stream, this.onRow);
    super.submit(connection);
  }

  override handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
    this.onRow(chunk, 0, chunk.length);
  }

  override handleCopyInResponse(connection: CopyConnection): void {
    connection.sendCopyFail('nothing to send');
  }
}

/**
 * The rows follow the statement at once: a server that refuses it drops them, and one that takes them in need
 * not wait for a busy thread to hear that it may send them.
 */
class CopyIn extends CopyQuery {
  constructor(
    sql: string,
    timeoutMs: number,
    private readonly data: Uint8Array,
  ) {
    super(sql, timeoutMs);
  }

  override submit(connection: CopyConnection): void {
    super.submit(connection);
    connection.sendCopyFromChunk(this.data);
    connection.endCopyFrom();
  }

  override handleCopyInResponse(): void {}
  override handleCopyData(): void {}
}

const DEFAULT_TIMEOUT_MS = 120_000;

/**
 * `onRow` gets one message at a time: the header and the first row together, then a row each, then the
 * trailer.
 */
export async function copyOut(
  client: pg.ClientBase,
  sql: string,
  onRow: OnRow,
  timeoutMs = DEFAULT_TIMEOUT_MS,
): Promise<void> {
  const query = new CopyOut(sql, timeoutMs, onRow);
  client.query(query as unknown as pg.Submittable);
  await query.done;
}

export async function copyIn(
  client: pg.ClientBase,
  sql: string,
  data: Uint8Array,
  timeoutMs = DEFAULT_TIMEOUT_MS,
): Promise<void> {
  const query = new CopyIn(sql, timeoutMs, data);
  client.query(query as unknown as pg.Submittable);
  await query.done;
}
