/**
 * The operator accepts what the exchange holds of a symbol: passed on to the executor with the manager's
 * forward token, and only once it is in the audit log, since it changes what the books say.
 */
import type { AcceptPositionResponse, managerRoutes } from '@platform/contracts';
import { type Handlers, newId } from '@platform/service-kit';
import type { AuditEntry, OperatorAction, Upstream } from '../app/ports';
import { parseReason } from '../domain/reason';
import { ACTOR_HEADER, operatorActionOf, toFailure } from './request';

/** The executor reads the exchange before it answers. */
const TIMEOUT_MS = 15_000;

export interface AcceptParts {
  readonly executor: Upstream;
  audit(operatorAction: OperatorAction, entry: AuditEntry): Promise<void>;
}

export function acceptHandlers({ executor, audit }: AcceptParts) {
  return {
    acceptPosition: async (request) => {
      const { reason: given, ...position } = request.body;
      const reason = parseReason(given);
      if (!reason.ok) throw toFailure(reason.error);
      const actor = request.raw.headers[ACTOR_HEADER];
      const named = typeof actor === 'string' ? { [ACTOR_HEADER]: actor } : {};
      const resourceId = [position.network, position.symbol, position.side].filter(Boolean).join(':');
      await audit(operatorActionOf(request), {
        action: 'accept_position',
        resourceType: 'position',
        resourceId,
        reason: reason.value,
      });
      const answer = await executor.ask<AcceptPositionResponse>('/positions/accept', {
        method: 'POST',
        body: { ...position, reason: reason.value, confirm_token: newId() },
        headers: { 'x-trace-id': request.traceId, ...named },
        timeoutMs: TIMEOUT_MS,
      });
      const { status, network, symbol, adjustments } = answer;
      return {
        status,
        network,
        symbol,
        adjustments: adjustments.map(({ bot_id, side, qty_before, qty_after }) => ({
          botId: bot_id,
          side,
          qtyBefore: qty_before,
          qtyAfter: qty_after,
        })),
      };
    },
  } satisfies Handlers<typeof managerRoutes>;
}
