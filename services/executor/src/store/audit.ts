/** What operators did here, in the audit log. An act is carried out even when the database is away; its row follows. */
import type { NetworkScope } from '@platform/contracts';
import type { Database as Schema } from '@platform/db';
import type { Kysely } from 'kysely';
import { WaitingRows } from './waiting-rows';

export interface OperatorAct {
  readonly action: 'flatten' | 'clear_quarantine' | 'break_glass_flatten' | 'accept_position';
  /** Null when a refused request did not say. */
  readonly networkScope: NetworkScope | null;
  readonly outcome: object;
  readonly reason?: string | undefined;
  readonly traceId: string;
}

interface AuditRow {
  readonly actor: string;
  readonly action: string;
  readonly resource_type: string;
  readonly resource_id: string;
  readonly after: string;
  readonly reason: string | null;
  readonly trace_id: string;
}

export class AuditLog {
  readonly #rows: WaitingRows<AuditRow>;

  constructor(db: Kysely<Schema>) {
    this.#rows = new WaitingRows((rows) => db.insertInto('ops.audit_log').values(rows).execute());
  }

  start(): void {
    this.#rows.start();
  }

  close(): Promise<void> {
    return this.#rows.close();
  }

  record({ action, networkScope, outcome, reason, traceId }: OperatorAct): Promise<void> {
    return this.#rows.add({
      ...{ actor: 'operator', action, resource_type: 'network', resource_id: networkScope ?? 'unknown' },
      ...{ after: JSON.stringify(outcome), reason: reason ?? null, trace_id: traceId },
    });
  }
}
