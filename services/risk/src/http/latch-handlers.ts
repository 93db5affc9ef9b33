/** The operator's hand on the latch. What is reported here was committed. */
import { PAGE_SIZE, type riskRoutes, scopeText } from '@platform/contracts';
import { isUuidV7 } from '@platform/core';
import { type ErrorLog, failure, type Handlers, type RequestOf } from '@platform/service-kit';
import type { Latch, Readings } from '../app/ports';
import { parseScope } from '../domain/scope';
import { decodeCursor, encodeCursor } from './cursor';
import { operatorActionOf, orThrow } from './request';

type Routes = typeof riskRoutes;

export interface LatchParts {
  readonly latch: Latch;
  readonly reads: Readings;
  readonly errors: ErrorLog;
  isHalted(): boolean;
}

export function latchHandlers({ latch, reads, errors, isHalted }: LatchParts) {
  const flatten = async (request: RequestOf<Routes['emergencyFlatten' | 'emergencyFlattenShort']>) => {
    const action = operatorActionOf(request);
    const scope = orThrow(parseScope(request.body?.scope), (code) =>
      failure(code, 'scope must be all, bot:<uuid>, symbol:<SYMBOL> or cluster:<id>', 'scope'),
    );
    const { positionsTargeted } = await latch.engage(action, scope);
    const context = {
      trace_id: action.traceId,
      scope: scopeText(scope),
      actor: action.actor,
      reason: action.reason,
    };
    errors.report('RISK_FLATTEN_REQUESTED', { ...context, positions_targeted: positionsTargeted });
    return { status: 'flatten_initiated' as const, positions_targeted: positionsTargeted };
  };

  return {
    emergencyFlatten: flatten,
    emergencyFlattenShort: flatten,

    halt: async (request) => {
      const action = operatorActionOf(request);
      await latch.halt(action);
      request.log.warn(
        { act: action.traceId, actor: action.actor, reason: action.reason },
        'the halt latch was engaged',
      );
      return { status: 'halted' };
    },

    close: async (request) => {
      const action = operatorActionOf(request);
      const message = 'scope must be bot:<uuid>, symbol:<SYMBOL> or cluster:<id>';
      const given = request.body?.scope;
      const scope = orThrow(parseScope(given ?? null), (code) => failure(code, message, 'scope'));
      if (scope.kind === 'all') {
        const remedy = `${message}: everything is closed by an emergency flatten, which also halts`;
        throw failure('RISK_INVALID_SCOPE', remedy, 'scope');
      }
      const { positionsTargeted, pausedBots } = await latch.close(action, scope, {
        pause: request.body?.pause ?? false,
      });
      const context = {
        trace_id: action.traceId,
        scope: scopeText(scope),
        actor: action.actor,
        reason: action.reason,
      };
      errors.report('RISK_FLATTEN_REQUESTED', { ...context, positions_targeted: positionsTargeted });
      return {
        status: 'close_initiated',
        positions_targeted: positionsTargeted,
        paused_bots: [...pausedBots],
      };
    },

    resume: async (request) => {
      const action = operatorActionOf(request);
      const result = await latch.resume(action);
      if (result.kind === 'latch_missing') {
        throw failure(
          'RISK_INTERNAL_ERROR',
          'the row of the halt latch is missing: restore it before resuming',
        );
      }
      request.log.warn(
        { act: action.traceId, actor: action.actor, reason: action.reason },
        'the halt latch was cleared',
      );
      return { status: 'resumed', resumed_bots: [...result.botIds] };
    },

    pauseBot: async (request) => {
      if (!isUuidV7(request.params.id)) {
        throw failure('RISK_INVALID_BOT_ID', 'the bot id is not a UUID v7', 'id');
      }
      const action = operatorActionOf(request);
      const botId = request.params.id.toLowerCase();
      if ((await latch.pauseBot(action, botId)) === 'unknown_bot') {
        throw failure('RISK_BOT_NOT_FOUND', 'no bot has this id', 'id');
      }
      errors.report('RISK_PAUSED', {
        trace_id: action.traceId,
        bots: [botId],
        actor: action.actor,
        reason: action.reason,
      });
      return { status: 'paused', bot_id: botId };
    },

    breakers: async () => ({ halted: isHalted(), breakers: await reads.breakers() }),

    events: async ({ query }) => {
      const page = await reads.events(decodeCursor(query.cursor), query.page_size ?? PAGE_SIZE.default);
      return { items: page.items, next_cursor: encodeCursor(page.nextBelow) };
    },

    audit: async ({ query }) => {
      const page = await reads.audit(decodeCursor(query.cursor), query.page_size ?? PAGE_SIZE.default);
      return { items: page.items, next_cursor: encodeCursor(page.nextBelow) };
    },
  } satisfies Handlers<Routes>;
}
