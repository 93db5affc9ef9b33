/** The executor. Break-glass takes any body because a malformed one is audited before it is refused. */
import { Type } from 'typebox';
import {
  BreakGlassFlattenResponse,
  ClearNetworkQuarantineRequest,
  ClearNetworkQuarantineResponse,
  ExchangePing,
  NetworkFlattenRequest,
  PositionsResponse,
} from '../schemas/executor';
import { FlattenResponse } from '../schemas/risk';
import { defineRoutes } from './define';

export const executorRoutes = defineRoutes({
  clearQuarantine: {
    method: 'POST',
    path: '/clear-quarantine',
    summary: 'Release quarantined networks',
    tag: 'operator',
    auth: 'operator',
    body: ClearNetworkQuarantineRequest,
    responses: { 200: ClearNetworkQuarantineResponse },
    invalid: 'EXECUTOR_INVALID_REQUEST',
    errors: ['EXECUTOR_UNAUTHORIZED', 'EXECUTOR_DB_TRANSIENT'],
  },
  flatten: {
    method: 'POST',
    path: '/flatten',
    summary: 'Flatten the positions of a network scope',
    tag: 'operator',
    auth: 'operator',
    body: NetworkFlattenRequest,
    responses: { 200: FlattenResponse },
    invalid: 'EXECUTOR_INVALID_REQUEST',
    errors: ['EXECUTOR_UNAUTHORIZED', 'EXECUTOR_DB_TRANSIENT'],
  },
  breakGlassFlatten: {
    method: 'POST',
    path: '/executor/break-glass/flatten',
    summary: 'Flatten when everything else is down, the database included',
    tag: 'operator',
    auth: 'break-glass',
    body: Type.Unknown({ description: 'A BreakGlassFlattenRequest' }),
    responses: { 200: BreakGlassFlattenResponse },
    invalid: 'EXECUTOR_INVALID_REQUEST',
    errors: ['EXECUTOR_UNAUTHORIZED', 'EXECUTOR_BREAK_GLASS_DENIED'],
  },
  positions: {
    method: 'GET',
    path: '/positions',
    summary: 'Open positions',
    tag: 'positions',
    auth: 'none',
    responses: { 200: PositionsResponse },
    invalid: 'EXECUTOR_INVALID_REQUEST',
    errors: ['EXECUTOR_DB_TRANSIENT'],
  },
  exchangePing: {
    method: 'GET',
    path: '/exchange/ping',
    summary: 'Reach of the exchange, per network',
    tag: 'positions',
    auth: 'none',
    responses: { 200: ExchangePing },
    invalid: 'EXECUTOR_INVALID_REQUEST',
    errors: [],
  },
});
