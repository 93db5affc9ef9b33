/**
 * The bot service. `emitTestIntent` is mounted only when the strategy value is manual; see `manualBotRoutes`.
 */
import { EmitIntentRequest, EmitIntentResponse } from '../schemas/intents';
import { StrategyNameParams, StrategyNamesResponse, StrategySchemaResponse } from '../schemas/strategies';
import { defineRoutes } from './define';

const GROUP = { invalid: 'BOT_INVALID_REQUEST', unauthorized: 'BOT_UNAUTHORIZED' } as const;

export const botRoutes = defineRoutes(GROUP, {
  strategies: {
    method: 'GET',
    path: '/strategies',
    summary: 'Registered strategy names',
    tag: 'strategies',
    auth: 'none',
    responses: { 200: StrategyNamesResponse },
  },
  strategySchema: {
    method: 'GET',
    path: '/strategies/:name/schema',
    summary: 'JSON schema of the parameters of a strategy',
    tag: 'strategies',
    auth: 'none',
    params: StrategyNameParams,
    responses: { 200: StrategySchemaResponse },
    errors: ['BOT_STRATEGY_NOT_FOUND'],
  },
});

/**
 * Mounted only when the strategy value is manual: for end-to-end tests, on the same lease and fence path as
 * live.
 */
export const manualBotRoutes = defineRoutes(GROUP, {
  emitTestIntent: {
    method: 'POST',
    path: '/test/emit-intent',
    summary: 'Emit an intent by hand; idempotent on intent_id',
    tag: 'test',
    auth: 'operator',
    body: EmitIntentRequest,
    responses: { 200: EmitIntentResponse },
    errors: ['BOT_LEASE_LOST', 'BOT_DB_TRANSIENT', 'SHARED_DB_CONSTRAINT_VIOLATION'],
  },
});
