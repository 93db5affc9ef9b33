/**
 * COPY over a `pg` connection, as one query of its queue: the library's own Query refuses COPY. Messages are handled where the
 * protocol parser hands them over, because a stream object per row would cost more than the row.
 */
import type pg from 'pg';

interface CopyConnection {
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
  #error: Error | null = null;

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
    this.#error = error;
    this.callback(error);
  }

  handleReadyForQuery(): void {
    if (this.#error === null) this.callback(null);
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
    private readonly onData: (chunk: Buffer) => void,
  ) {
    super(sql, timeoutMs);
  }

  override handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
    this.onData(chunk);
  }

  override handleCopyInResponse(connection: CopyConnection): void {
    connection.sendCopyFail('nothing to send');
  }
}

class CopyIn extends CopyQuery {
  constructor(
    sql: string,
    timeoutMs: number,
    private readonly data: Uint8Array,
  ) {
    super(sql, timeoutMs);
  }

  override handleCopyInResponse(connection: CopyConnection): void {
    connection.sendCopyFromChunk(this.data);
    connection.endCopyFrom();
  }

  override handleCopyData(): void {}
}

const DEFAULT_TIMEOUT_MS = 120_000;

/** `onData` gets one message at a time: the header and the first row together, then a row each, then the trailer. */
export async function copyOut(
  client: pg.ClientBase,
  sql: string,
  onData: (chunk: Buffer) => void,
  timeoutMs = DEFAULT_TIMEOUT_MS,
): Promise<void> {
  const query = new CopyOut(sql, timeoutMs, onData);
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
