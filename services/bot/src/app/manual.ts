/** Intents by hand, for end-to-end tests: the same lease, the same fence, the same row as a strategy's. */
import type { EmitIntentRequest } from '@platform/contracts';
import type { LeaseKeeper } from './lease-keeper';
import type { ManualOutcome, WriteManualIntent } from './ports';

export async function emitManually(
  lease: LeaseKeeper,
  write: WriteManualIntent,
  request: EmitIntentRequest,
  traceId: string,
): Promise<ManualOutcome> {
  if (lease.held === null) return { kind: 'lost' };
  const outcome = await write(lease.held, request, traceId);
  if (outcome.kind === 'lost') lease.lose();
  return outcome;
}
