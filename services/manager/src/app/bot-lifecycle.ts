/** What operators do with bots. A change that was made is converged to at once, not at the next look. */
import type { BotConfig, BotUpdateRequest, LifecycleAction } from '@platform/contracts';
import { err, type Result } from '@platform/core';
import { isFreshConfirm } from '../domain/confirm';
import { parseReason } from '../domain/reason';
import type { BotFault, BotRecords, OperatorAction } from './ports';
import type { StrategyDesk } from './strategy-desk';

export interface BotLifecycleParts {
  readonly bots: BotRecords;
  readonly strategies: StrategyDesk;
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

  async create(operatorAction: OperatorAction, request: BotUpdateRequest): Changed {
    const { bots, strategies, newId } = this.parts;
    const problemOf = await strategies.problemOfChange(undefined, request);
    return this.after(bots.create(operatorAction, newId(), request, problemOf));
  }

  async update(operatorAction: OperatorAction, id: string, request: BotUpdateRequest): Changed {
    const { bots, strategies } = this.parts;
    const problemOf = await strategies.problemOfChange(await bots.get(id), request);
    return this.after(bots.update(operatorAction, id, request, problemOf));
  }

  move(operatorAction: OperatorAction, id: string, action: LifecycleAction): Changed {
    return this.after(this.parts.bots.move(operatorAction, id, action));
  }

  remove(operatorAction: OperatorAction, id: string): Changed {
    return this.after(this.parts.bots.remove(operatorAction, id));
  }

  async clearQuarantine(
    operatorAction: OperatorAction,
    id: string,
    confirm: string,
  ): Changed<LifecycleFault> {
    if (!isFreshConfirm(confirm, this.parts.nowMs())) return err({ kind: 'stale_confirm' });
    return this.after(this.parts.bots.clearQuarantine(operatorAction, id));
  }

  async acknowledgeParity(operatorAction: OperatorAction, id: string, reason: unknown): Changed {
    const parsed = parseReason(reason);
    if (!parsed.ok) return err({ kind: 'invalid', fault: parsed.error });
    return this.after(this.parts.bots.acknowledgeParity(operatorAction, id, parsed.value));
  }

  private async after(change: Changed): Changed {
    const changed = await change;
    if (changed.ok) this.parts.wake();
    return changed;
  }
}
