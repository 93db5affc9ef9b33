/**
 * Strategies of the user's own. The bundler puts what their folder holds in the place of this module
 * (stack/src/own-strategies.ts), so that a build knows them and nothing is looked up while it runs.
 */
import type { StrategyDefinition } from './types';

export const ownStrategies: readonly StrategyDefinition[] = [];
