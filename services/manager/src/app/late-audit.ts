/**
 * Audit rows of what must not wait for them: an emergency goes out first, its row follows as soon as the
 * database takes it. What could not be written after several tries is an alarm, and the log then holds what
 * the row would have said.
 */
import { Backoff, type Chance, type ErrorLog, type Time } from '@platform/service-kit';
import type { AuditEntry, OperatorAction } from '../app/ports';

const MAX_PENDING = 1_000;
const TRIES = 6;
const BACKOFF = { initialMs: 500, maximumMs: 15_000 };

export interface LateAuditParts {
  readonly errors: ErrorLog;
  readonly time: Time;
  readonly chance: Chance;
  write(operatorAction: OperatorAction, entry: AuditEntry): Promise<void>;
}

export class LateAudit {
  private readonly pending = new Set<Promise<void>>();
  private readonly closing = new AbortController();

  constructor(private readonly parts: LateAuditParts) {}

  /** Returns at once and never throws. */
  record(operatorAction: OperatorAction, entry: AuditEntry): void {
    if (this.pending.size >= MAX_PENDING) {
      this.alarm(operatorAction, entry, new Error(`${MAX_PENDING} audit rows are waiting already`));
      return;
    }
    const written = this.write(operatorAction, entry).finally(() => this.pending.delete(written));
    this.pending.add(written);
  }

  /** Each row that waits is tried once more. */
  async close(): Promise<void> {
    this.closing.abort();
    await Promise.all(this.pending);
  }

  private async write(operatorAction: OperatorAction, entry: AuditEntry): Promise<void> {
    const { signal } = this.closing;
    const { time, chance } = this.parts;
    const backoff = new Backoff({ ...BACKOFF, time, chance, signal });
    for (let tries = 1; ; tries++) {
      const isLast = tries >= TRIES || signal.aborted;
      try {
        await this.parts.write(operatorAction, entry);
        return;
      } catch (error) {
        if (isLast) {
          this.alarm(operatorAction, entry, error);
          return;
        }
      }
      await backoff.wait();
    }
  }

  private alarm({ actor, traceId }: OperatorAction, entry: AuditEntry, err: unknown): void {
    const message = `no audit row could be written for ${entry.action}`;
    this.parts.errors.report('MANAGER_AUDIT_NOT_WRITTEN', { message, actor, trace_id: traceId, entry, err });
  }
}
