/** The lease in memory: a lock of a session and a row with a fence, as in PostgreSQL. */
import { LEASE_TTL_MS } from '../app/lease-keeper';
import type { HeldLease, Lease } from '../app/ports';
import type { BotSettings } from '../domain/settings';
import type { Access, BotTables, LeaseRow } from './tables';

export class MemoryLease implements Lease {
  /** Another one after each disconnect. */
  private session = {};
  private fence: string | undefined;

  constructor(
    private readonly tables: BotTables,
    private readonly settings: Pick<BotSettings, 'symbol' | 'strategy'>,
    private readonly holderId: string,
    private readonly access: Access,
  ) {}

  tryAcquire(): Promise<string | null> {
    return this.access('lease.tryAcquire', () => {
      const row = this.row();
      if (!this.lock(row)) {
        // A holder that stopped renewing loses its connection to the next one.
        if (row.expiresMs < this.tables.nowMs()) row.session = null;
        return null;
      }
      row.fence += 1;
      row.holderId = this.holderId;
      row.acquiredMs = this.tables.nowMs();
      row.isReleased = false;
      this.extend(row);
      this.fence = String(row.fence);
      return this.fence;
    });
  }

  renew(): Promise<'held' | 'lost'> {
    return this.access('lease.renew', () => {
      const row = this.row();
      this.lock(row);
      if (!isHeldBy(row, { holderId: this.holderId, fence: this.fence ?? '' })) return 'lost';
      this.extend(row);
      return 'held';
    });
  }

  describeHolder(): Promise<string> {
    const { symbol, strategy } = this.settings;
    return Promise.resolve(`symbol ${symbol} and strategy ${strategy} are held by another bot`);
  }

  async release(): Promise<void> {
    const letGo = () => {
      const row = this.row();
      if (!isHeldBy(row, { holderId: this.holderId, fence: this.fence ?? '' })) return;
      row.isReleased = true;
      row.expiresMs = this.tables.nowMs();
      this.tables.witness.onLease(row);
    };
    await this.access('lease.release', letGo).catch(() => undefined);
    this.disconnect();
  }

  /** Its connection is gone, and the lock with it. */
  disconnect(): void {
    const row = this.tables.leaseOf(this.settings);
    if (row?.session === this.session) row.session = null;
    this.session = {};
  }

  private row(): LeaseRow {
    const known = this.tables.leaseOf(this.settings);
    if (known !== undefined) return known;
    const { symbol, strategy } = this.settings;
    const row: LeaseRow = {
      symbol,
      strategy,
      fence: 0,
      holderId: '',
      expiresMs: 0,
      acquiredMs: 0,
      isReleased: true,
      session: null,
    };
    this.tables.leases.push(row);
    return row;
  }

  private lock(row: LeaseRow): boolean {
    row.session ??= this.session;
    return row.session === this.session;
  }

  private extend(row: LeaseRow): void {
    row.expiresMs = this.tables.nowMs() + LEASE_TTL_MS;
    this.tables.witness.onLease(row);
  }
}

export function isHeldBy(row: LeaseRow | undefined, { holderId, fence }: HeldLease): row is LeaseRow {
  return row !== undefined && row.holderId === holderId && String(row.fence) === fence && !row.isReleased;
}
