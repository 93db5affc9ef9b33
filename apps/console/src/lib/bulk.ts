/** One action on several bots: whom it would touch, whom it leaves out and why, and what came of it. */
import type { LifecycleAction } from '@platform/contracts';
import { type LeasingBot, type LifecycleState, lifecycleRefusal } from './lifecycle';
import { plural } from './words';

export type BulkBot = LifecycleState & LeasingBot;

export interface BulkPlan<T extends BulkBot> {
  readonly touched: readonly T[];
  readonly left: readonly { readonly bot: T; readonly why: string }[];
}

export function bulkPlan<T extends BulkBot>(action: LifecycleAction, bots: readonly T[]): BulkPlan<T> {
  const judged = bots.map((bot) => ({ bot, why: lifecycleRefusal(bot, action, bots) }));
  return {
    touched: judged.flatMap(({ bot, why }) => (why === null ? [bot] : [])),
    left: judged.flatMap(({ bot, why }) => (why === null ? [] : [{ bot, why }])),
  };
}

export interface BulkResult {
  readonly botName: string;
  /** What the manager said against it; null when it was done. */
  readonly fault: string | null;
}

/**
 * Sends for each bot, one after the other; those that were not sent for when somebody left are left as they
 * are.
 */
export async function bulkRun<T extends { readonly botName: string }>(
  bots: readonly T[],
  send: (bot: T) => Promise<unknown>,
  left: AbortSignal,
): Promise<BulkResult[]> {
  const results: BulkResult[] = [];
  for (const bot of bots) {
    if (left.aborted) break;
    const fault = await send(bot).then(
      () => null,
      (error: Error) => error.message,
    );
    results.push({ botName: bot.botName, fault });
  }
  return results;
}

export function bulkOutcome(past: string, results: readonly BulkResult[]): string {
  const failed = results.filter(({ fault }) => fault !== null);
  const done = `${plural(results.length - failed.length, 'bot')} ${past}.`;
  if (failed.length === 0) return done;
  return `${done} Not ${past}: ${failed.map(({ botName, fault }) => `${botName} (${fault})`).join('; ')}.`;
}
