/** Intents by hand, for end-to-end tests: the same lease, the same fence, the same row as a strategy's. */
import type { EmitIntentRequest } from '@platform/contracts';
import type { LeaseKeeper } from './lease-keeper';
import type { CommittedIntent, HeldLease } from './ports';

export type ManualOutcome =
  | { readonly kind: 'emitted' | 'duplicate'; readonly intent: CommittedIntent }
  /** The id was used before for something else. */
  | { readonly kind: 'conflict' }
  | { readonly kind: 'lost' };

export interface ManualStore {
  emit(lease: HeldLease, request: EmitIntentRequest, traceId: string): Promise<ManualOutcome>;
}

export async function emitManually(
  lease: LeaseKeeper,
  store: ManualStore,
  request: EmitIntentRequest,
  traceId: string,
): Promise<ManualOutcome> {
  if (lease.held === null) return { kind: 'lost' };
  const outcome = await store.emit(lease.held, request, traceId);
  if (outcome.kind === 'lost') lease.lose();
  return outcome;
}
