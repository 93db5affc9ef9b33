/** The bus: its messages are lost, late, repeated or overtaken, and it may be away. */
import { err, ok } from '@platform/core';
import type { Bus } from '@platform/service-kit';
import type { Draws } from '../schedule/random';
import type { Life } from './life';
import type { VirtualLink } from './link';
import type { Scheduler } from './scheduler';

/** Of each message, how likely it is lost, late or repeated. */
const FAULT = 0.05;
const LATE_MS = 2_000;

export class VirtualBus {
  isUp = true;
  /** Of each message id, how often the bus took it. */
  readonly taken = new Map<string, number>();

  constructor(
    private readonly scheduler: Scheduler,
    readonly link: VirtualLink,
    private readonly draws: Draws,
  ) {}

  get isReachable(): boolean {
    return this.isUp && !this.link.isSwallowing;
  }

  /** Calls for each arrival, after as long as it takes. */
  carry(arrive: (afterMs: number) => void): void {
    const { draws } = this;
    if (!this.isReachable || draws.isLucky(FAULT)) return;
    const times = draws.isLucky(FAULT) ? 2 : 1;
    for (let time = 0; time < times; time += 1) arrive(this.delayMs());
  }

  /** As a life publishes: the bus may store a message and not say so. */
  publisherFor(life: Life): Pick<Bus, 'isReady' | 'publish'> {
    return {
      isReady: () => this.isReachable,
      publish: (_subject, _payload, messageId) =>
        new Promise((resolve) => {
          const silence = { kind: 'unknown', cause: new Error('no answer') } as const;
          const answer = (isStored: boolean) =>
            life.reach(0, () => resolve(isStored ? ok({ sequence: 1, duplicate: false }) : err(silence)));
          this.scheduler.after(this.delayMs(), () => answer(this.store(messageId)));
        }),
    };
  }

  private store(messageId: string): boolean {
    if (!this.isReachable || this.draws.isLucky(FAULT)) return false;
    this.taken.set(messageId, (this.taken.get(messageId) ?? 0) + 1);
    return !this.draws.isLucky(FAULT);
  }

  private delayMs(): number {
    const lateMs = this.draws.isLucky(FAULT) ? this.draws.whole(0, LATE_MS) : 0;
    return this.link.delayMs() + lateMs;
  }
}
