/**
 * What /healthz and /readyz say. A fatal check makes the service unhealthy; a readiness check names what it needs to do its work;
 * a condition is shown and nothing more. A startup step that failed without being fatal keeps it not ready until made good.
 */
import type { ErrorCode, ReadinessCheck } from '@platform/contracts';

/** null when all is well, otherwise what is wrong, in words an operator understands. */
export type Check = () => string | null;

export interface Fatal {
  readonly code: ErrorCode;
  readonly reason: string;
}

export class Health {
  readonly #fatal: { readonly code: ErrorCode; readonly check: Check }[] = [];
  readonly #readiness = new Map<string, Check>();
  readonly #conditions = new Map<string, () => boolean>();
  readonly #details = new Map<string, () => unknown>();

  /** A failing one makes /healthz answer 503 with this code. */
  addFatal(code: ErrorCode, check: Check): void {
    this.#fatal.push({ code, check });
  }

  /** A failing one makes /readyz answer 503. */
  addReadiness(name: string, check: Check): void {
    this.#readiness.set(name, check);
  }

  /** While it holds, /healthz says degraded and lists its name. */
  addCondition(name: string, holds: () => boolean): void {
    this.#conditions.set(name, holds);
  }

  /** A further member of the answer of /healthz. */
  addDetail(name: string, value: () => unknown): void {
    this.#details.set(name, value);
  }

  /** A startup step failed and the service runs without it. */
  degrade(step: string, reason: string): void {
    this.#readiness.set(step, () => reason);
  }

  recover(step: string): void {
    this.#readiness.delete(step);
  }

  fatal(): Fatal | null {
    for (const { code, check } of this.#fatal) {
      const reason = check();
      if (reason !== null) return { code, reason };
    }
    return null;
  }

  conditions(): string[] {
    return [...this.#conditions].filter(([, holds]) => holds()).map(([name]) => name);
  }

  details(): Readonly<Record<string, unknown>> {
    return Object.fromEntries([...this.#details].map(([name, value]) => [name, value()]));
  }

  readiness(): ReadinessCheck[] {
    return [...this.#readiness].map(([name, check]) => {
      const detail = check();
      return { name, ok: detail === null, detail };
    });
  }
}
