/**
 * User events on their way out: delivered, or dropped, delayed, doubled or swapped by the fault menu. The
 * ledger notes which.
 */
import { EVENT_FAULTS } from '../domain/faults';
import type { Simulator } from '../simulator';
import type { UserEvent } from '../wire/events';

const DEFAULT_DELAY_MS = 1000;

export class EventFaults {
  private readonly pending = new Set<() => void>();
  /** An event waiting to be overtaken by the next one. */
  private held: (() => void) | undefined;

  constructor(
    private readonly sim: Simulator,
    private readonly deliver: (account: string, event: UserEvent) => void,
  ) {}

  pass(account: string, event: UserEvent): void {
    const fault = this.sim.faults.strike(EVENT_FAULTS, { event: event.e, symbol: symbolOf(event) });
    this.sim.record('event', account, { event, fault: fault?.kind });
    const send = () => this.deliver(account, event);
    const delayMs = fault?.durationMs ?? DEFAULT_DELAY_MS;
    switch (fault?.kind) {
      case undefined:
        send();
        this.release();
        return;
      case 'delay_event':
        this.later(send, delayMs);
        return;
      case 'duplicate_event':
        send();
        send();
        return;
      case 'reorder_events':
        this.release();
        this.held = send;
        this.later(() => this.release(), delayMs);
        return;
      default:
        return;
    }
  }

  stop(): void {
    for (const stop of this.pending) stop();
  }

  private release(): void {
    const { held } = this;
    this.held = undefined;
    held?.();
  }

  private later(action: () => void, delayMs: number): void {
    const stop = this.sim.options.time.after(delayMs, () => {
      this.pending.delete(stop);
      action();
    });
    this.pending.add(stop);
  }
}

/** Events of the whole account have none. */
function symbolOf(event: UserEvent): string | undefined {
  const symbol = event['s'] ?? (event['o'] as { readonly s?: unknown } | undefined)?.s;
  return typeof symbol === 'string' ? symbol : undefined;
}
