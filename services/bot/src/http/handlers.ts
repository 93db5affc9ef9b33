import type { botRoutes, EmitIntentRequest, manualBotRoutes } from '@platform/contracts';
import { failure, type Handlers, isTransientDbError } from '@platform/service-kit';
import { findStrategy, strategies } from '@platform/strategies';
import type { ManualOutcome } from '../app/ports';

/** The strategy registry as it is compiled into this bot. */
export const strategyHandlers: Handlers<typeof botRoutes> = {
  strategies: () => ({ strategies: strategies.map((strategy) => strategy.name) }),
  strategySchema: ({ params }) => {
    const strategy = findStrategy(params.name);
    if (strategy === undefined) {
      throw failure('BOT_STRATEGY_NOT_FOUND', `there is no strategy called ${params.name}`, 'name');
    }
    return strategy.schema;
  },
};

export function manualHandlers(
  emit: (request: EmitIntentRequest, traceId: string) => Promise<ManualOutcome>,
): Handlers<typeof manualBotRoutes> {
  return {
    emitTestIntent: async ({ body, traceId }) => {
      const outcome = await emit(body, traceId).catch((error: unknown) => {
        if (!isTransientDbError(error)) throw error;
        throw failure(
          'BOT_DB_TRANSIENT',
          'the intent could not be written; send it again with the same intent_id',
        );
      });
      switch (outcome.kind) {
        case 'lost':
          throw failure('BOT_LEASE_LOST', 'this bot does not hold the lease of its symbol and strategy');
        case 'conflict':
          throw failure(
            'SHARED_DB_CONSTRAINT_VIOLATION',
            'this intent_id belongs to another intent',
            'intent_id',
          );
        case 'emitted':
          return { intent_id: body.intent_id, status: 'emitted', fence: outcome.intent.fence };
        case 'duplicate':
          return { intent_id: body.intent_id, status: 'duplicate', fence: outcome.fence };
      }
    },
  };
}
