/** An operator's word that the exchange's position counts. */
import { BffAcceptPositionRequest, BffAcceptPositionResponse } from '../../schemas/risk-proxy';
import { defineRoutes } from '../define';
import { MANAGER } from './group';

export const acceptCommandRoutes = defineRoutes(MANAGER, {
  acceptPosition: {
    method: 'POST',
    path: '/bff/risk/accept-position',
    summary: 'Make the books of a symbol agree with the exchange, through the executor',
    description:
      "Forwarded with the manager's own token once its audit row is written. What the exchange holds less is taken off the bots that hold that side; what it holds more is answered for by no bot.",
    tag: 'risk',
    auth: 'operator',
    body: BffAcceptPositionRequest,
    responses: { 200: BffAcceptPositionResponse },
    errors: [
      'RISK_REASON_REQUIRED',
      'RISK_REASON_TOO_LONG',
      'EXECUTOR_INVALID_REQUEST',
      'MANAGER_UPSTREAM_UNAVAILABLE',
      'MANAGER_DB_TRANSIENT',
    ],
  },
});
