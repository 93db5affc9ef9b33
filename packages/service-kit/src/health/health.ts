/**
 * What /healthz and /readyz say. A fatal check makes the service unhealthy; a readiness check names what it
 * needs to do its work; a condition is shown and nothing more. A startup step that failed without being fatal
 * keeps it not ready until made good.
 */
import type { ErrorCode, ReadinessCheck } from '@platform/contracts';

/** null when all is well, otherwise what is wrong, in words an operator understands. */
export type Check = () => string | null;

export interface Fatal {
  readonly code: ErrorCode;
  readonly reason: string;
}

export class Health {
  private readonly fatalChecks: { readonly code: ErrorCode; readonly check: Check }[] = [];
  private readonly readinessChecks = new Map<string, Check>();
  private readonly conditionsByName = new Map<string, () => boolean>();
  private readonly detailsByName = new Map<string, () => unknown>();

  /** A failing one makes /healthz answer 503 with this code. */
  addFatal(code: ErrorCode, check: Check): void {
    this.fatalChecks.push({ code, check });
  }

  /** A failing one makes /readyz answer 503. */
  addReadiness(name: string, check: Check): void {
    this.readinessChecks.set(name, check);
  }

  /** While it holds, /healthz says degraded and lists its name. */
  addCondition(name: string, holds: () => boolean): void {
    this.conditionsByName.set(name, holds);
  }

  /** A further member of the answer of /healthz. */
  addDetail(name: string, value: () => unknown): void {
    this.detailsByName.set(name, value);
  }

  /** A startup step failed and the service runs without it. */
  degrade(step: string, reason: string): void {
    this.readinessChecks.set(step, () => reason);
  }

  recover(step: string): void {
    this.readinessChecks.delete(step);
  }

  fatal(): Fatal | null {
    for (const { code, check } of this.fatalChecks) {
      const reason = check();
      if (reason !== null) return { code, reason };
    }
    return null;
  }

  conditions(): string[] {
    return [...this.conditionsByName].filter(([, holds]) => holds()).map(([name]) => name);
  }

  details(): Readonly<Record<string, unknown>> {
    return Object.fromEntries([...this.detailsByName].map(([name, value]) => [name, value()]));
  }

  readiness(): ReadinessCheck[] {
    return [...this.readinessChecks].map(([name, check]) => {
      const detail = check();
      return { name, ok: detail === null, detail };
    });
  }
}
