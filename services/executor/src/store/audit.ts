/**
 * What operators did here, in the audit log. An action is carried out even when the database is away; its row
 * follows.
 */
import type { Tasks } from '@platform/service-kit';
import type { OperatorAction } from '../app/ports';
import { WaitingRows } from './waiting-rows';

export interface AuditRow {
  readonly actor: string;
  readonly action: string;
  readonly resource_type: string;
  readonly resource_id: string;
  readonly after: string;
  readonly reason: string | null;
  readonly trace_id: string;
}

export class AuditLog {
  private readonly rows: WaitingRows<AuditRow>;

  constructor(insert: (rows: AuditRow[]) => Promise<unknown>, tasks: Tasks) {
    this.rows = new WaitingRows('audit log', insert, tasks);
  }

  close(): Promise<void> {
    return this.rows.close();
  }

  record({ action, networkScope, outcome, reason, traceId }: OperatorAction): Promise<void> {
    return this.rows.add({
      actor: 'operator',
      action,
      resource_type: 'network',
      resource_id: networkScope ?? 'unknown',
      after: JSON.stringify(outcome),
      reason: reason ?? null,
      trace_id: traceId,
    });
  }
}
