/** What operators do with bots. A change that was made is converged to at once, not at the next look. */
import type { BotConfig, BotUpdateRequest, LifecycleAction } from '@platform/contracts';
import { err, type Result } from '@platform/core';
import { isFreshConfirm } from '../domain/confirm';
import { parseReason } from '../domain/reason';
import type { Act, BotFault, BotRecords } from './ports';

export interface BotLifecycleParts {
  readonly bots: BotRecords;
  newId(): string;
  /** Of the wall clock: a person confirms by it. */
  nowMs(): number;
  /** The reconciler shall look again now. */
  wake(): void;
}

export type LifecycleFault = BotFault | { readonly kind: 'stale_confirm' };
type Changed<Fault = BotFault> = Promise<Result<BotConfig, Fault>>;

export class BotLifecycle {
  constructor(private readonly parts: BotLifecycleParts) {}

  create(act: Act, request: BotUpdateRequest): Changed {
    return this.#after(this.parts.bots.create(act, this.parts.newId(), request));
  }

  update(act: Act, id: string, request: BotUpdateRequest): Changed {
    return this.#after(this.parts.bots.update(act, id, request));
  }

  move(act: Act, id: string, action: LifecycleAction): Changed {
    return this.#after(this.parts.bots.move(act, id, action));
  }

  remove(act: Act, id: string): Changed {
    return this.#after(this.parts.bots.remove(act, id));
  }

  async clearQuarantine(act: Act, id: string, confirm: string): Changed<LifecycleFault> {
    if (!isFreshConfirm(confirm, this.parts.nowMs())) return err({ kind: 'stale_confirm' });
    return this.#after(this.parts.bots.clearQuarantine(act, id));
  }

  async acknowledgeParity(act: Act, id: string, reason: unknown): Changed {
    const parsed = parseReason(reason);
    if (!parsed.ok) return err({ kind: 'invalid', fault: parsed.error });
    return this.#after(this.parts.bots.acknowledgeParity(act, id, parsed.value));
  }

  async #after(change: Changed): Changed {
    const changed = await change;
    if (changed.ok) this.parts.wake();
    return changed;
  }
}
