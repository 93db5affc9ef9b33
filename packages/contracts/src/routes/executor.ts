/** The executor. Break-glass takes any body because a malformed one is audited before it is refused. */
import { Type } from 'typebox';
import {
  AcceptPositionRequest,
  AcceptPositionResponse,
  BreakGlassFlattenResponse,
  ClearNetworkQuarantineRequest,
  ClearNetworkQuarantineResponse,
  ExchangePing,
  NetworkFlattenRequest,
  PositionsResponse,
} from '../schemas/executor';
import { FlattenResponse } from '../schemas/risk';
import { defineRoutes } from './define';

const GROUP = { invalid: 'EXECUTOR_INVALID_REQUEST', unauthorized: 'EXECUTOR_UNAUTHORIZED' } as const;

export const executorRoutes = defineRoutes(GROUP, {
  clearQuarantine: {
    method: 'POST',
    path: '/clear-quarantine',
    summary: 'Release quarantined networks',
    tag: 'operator',
    auth: 'operator',
    body: ClearNetworkQuarantineRequest,
    responses: { 200: ClearNetworkQuarantineResponse },
    errors: ['EXECUTOR_DB_TRANSIENT'],
  },
  flatten: {
    method: 'POST',
    path: '/flatten',
    summary: 'Flatten the positions of a network scope',
    tag: 'operator',
    auth: 'operator',
    body: NetworkFlattenRequest,
    responses: { 200: FlattenResponse },
    errors: ['EXECUTOR_DB_TRANSIENT'],
  },
  breakGlassFlatten: {
    method: 'POST',
    path: '/executor/break-glass/flatten',
    summary: 'Flatten when everything else is down, the database included',
    tag: 'operator',
    auth: 'break-glass',
    body: Type.Unknown({ description: 'A BreakGlassFlattenRequest' }),
    responses: { 200: BreakGlassFlattenResponse },
    errors: ['EXECUTOR_BREAK_GLASS_DENIED'],
  },
  positions: {
    method: 'GET',
    path: '/positions',
    summary: 'Open positions',
    tag: 'positions',
    auth: 'none',
    responses: { 200: PositionsResponse },
    errors: ['EXECUTOR_DB_TRANSIENT'],
  },
  acceptPosition: {
    method: 'POST',
    path: '/positions/accept',
    summary: 'Make the books of a symbol agree with the exchange',
    tag: 'operator',
    auth: 'operator',
    body: AcceptPositionRequest,
    responses: { 200: AcceptPositionResponse },
    errors: ['EXECUTOR_DB_TRANSIENT', 'EXECUTOR_EXCHANGE_UNREADABLE'],
  },
  exchangePing: {
    method: 'GET',
    path: '/exchange/ping',
    summary: 'Reach of the exchange, per network',
    tag: 'positions',
    auth: 'none',
    responses: { 200: ExchangePing },
  },
});
