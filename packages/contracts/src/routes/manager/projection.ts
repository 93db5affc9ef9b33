/** Read projections. */
import { BffPage, Closed, IdParams, PageQuery } from '../../schemas/primitives';
import {
  BotEventView,
  OverlayDecisionsQuery,
  OverlayDecisionView,
  OverlaySummaryResponse,
} from '../../schemas/reads';
import { defineRoutes } from '../define';
import { MANAGER } from './group';

const GROUP = { ...MANAGER, errors: ['MANAGER_DB_TRANSIENT'] } as const;

export const projectionReadRoutes = defineRoutes(GROUP, {
  botEvents: {
    method: 'GET',
    path: '/bots/:id/events',
    summary: 'Events of a bot, newest first',
    tag: 'bots',
    auth: 'none',
    params: IdParams,
    query: Closed(PageQuery),
    responses: { 200: BffPage(BotEventView) },
    missing: 'MANAGER_INVALID_REQUEST',
    errors: ['MANAGER_INVALID_CURSOR'],
  },
  overlayDecisions: {
    method: 'GET',
    path: '/overlays/decisions',
    summary: 'Decisions of overlays, newest first',
    tag: 'overlays',
    auth: 'none',
    query: OverlayDecisionsQuery,
    responses: { 200: BffPage(OverlayDecisionView) },
    errors: ['MANAGER_INVALID_CURSOR'],
  },
  overlaySummary: {
    method: 'GET',
    path: '/overlays/summary',
    summary: 'Decisions and vetoes per overlay',
    tag: 'overlays',
    auth: 'none',
    responses: { 200: OverlaySummaryResponse },
  },
});
