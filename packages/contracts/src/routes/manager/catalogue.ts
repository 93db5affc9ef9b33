/** Strategies, overlays and defaults that can be chosen. */
import { BotDefaultsResponse } from '../../schemas/reads';
import { OverlaysResponse, StrategiesResponse, WarmupNeed, WarmupQuery } from '../../schemas/strategies';
import { defineRoutes } from '../define';
import { MANAGER } from './group';

export const catalogueReadRoutes = defineRoutes(MANAGER, {
  strategies: {
    method: 'GET',
    path: '/strategies',
    summary: 'Registered strategies with their schemas',
    tag: 'strategies',
    auth: 'none',
    responses: { 200: StrategiesResponse },
  },
  warmupNeed: {
    method: 'GET',
    path: '/bff/warmup',
    summary: 'How many bars a strategy needs before its first decision, with these parameters',
    tag: 'strategies',
    auth: 'none',
    query: WarmupQuery,
    responses: { 200: WarmupNeed },
    errors: ['MANAGER_INVALID_STRATEGY'],
  },
  overlays: {
    method: 'GET',
    path: '/overlays',
    summary: 'Overlays that a bot can be given, with their schemas',
    tag: 'overlays',
    auth: 'none',
    responses: { 200: OverlaysResponse },
  },
  botDefaults: {
    method: 'GET',
    path: '/bff/bot-defaults',
    summary: 'Defaults of a new bot',
    tag: 'bots',
    auth: 'none',
    responses: { 200: BotDefaultsResponse },
  },
});
