/**
 * The authoritative record of what the venue did: every request with its arrival time, what was decided, what
 * was answered, and every order state, fill, position and user event. Entries are append-only and numbered;
 * only requests are bounded (the oldest go first), all else is kept for the life of the venue.
 */

export type LedgerKind =
  | 'request'
  | 'order'
  | 'algo'
  | 'fill'
  | 'position'
  | 'income'
  | 'config'
  | 'event'
  | 'fault'
  | 'admin';

export interface LedgerEntry {
  readonly seq: number;
  readonly kind: LedgerKind;
  /** The venue's own time. */
  readonly atMs: number;
  /** The machine's wall clock, to compare with other processes. */
  readonly wallMs: number;
  readonly account: string | undefined;
  readonly data: unknown;
}

export interface LedgerQuery {
  readonly sinceSeq?: number | undefined;
  readonly kinds?: readonly string[] | undefined;
  readonly account?: string | undefined;
  readonly limit?: number | undefined;
}

const KEPT_REQUESTS = 100_000;

export class Ledger {
  private kept: LedgerEntry[] = [];
  private requests: LedgerEntry[] = [];
  private nextSeq = 1;
  forgottenRequests = 0;

  append(
    kind: LedgerKind,
    account: string | undefined,
    data: unknown,
    atMs: number,
    wallMs: number,
  ): LedgerEntry {
    const entry: LedgerEntry = { seq: this.nextSeq++, kind, atMs, wallMs, account, data };
    if (kind !== 'request') {
      this.kept.push(entry);
      return entry;
    }
    this.requests.push(entry);
    if (this.requests.length >= 2 * KEPT_REQUESTS) {
      this.requests = this.requests.slice(-KEPT_REQUESTS);
      this.forgottenRequests += KEPT_REQUESTS;
    }
    return entry;
  }

  query(query: LedgerQuery): LedgerEntry[] {
    const since = query.sinceSeq ?? 0;
    const wanted = (entry: LedgerEntry) =>
      entry.seq > since &&
      (query.kinds === undefined || query.kinds.includes(entry.kind)) &&
      (query.account === undefined || entry.account === query.account);
    return [...this.kept.filter(wanted), ...this.requests.filter(wanted)]
      .sort((a, b) => a.seq - b.seq)
      .slice(0, query.limit ?? 10_000);
  }

  lastSeq(): number {
    return this.nextSeq - 1;
  }

  clear(): void {
    this.kept = [];
    this.requests = [];
  }
}
