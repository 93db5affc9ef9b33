/** Risk, through the manager. */
import {
  CloseRequest,
  DrillRequest,
  FlattenRequest,
  LimitParams,
  ReasonRequest,
  SetLimitRequest,
} from '../../schemas/risk';
import {
  BffCloseResponse,
  BffDrillResponse,
  BffFlattenResponse,
  BffHaltResponse,
  BffLimitResponse,
  BffPauseResponse,
  BffResumeResponse,
  RiskPauseParams,
} from '../../schemas/risk-proxy';
import { defineRoutes } from '../define';
import { MANAGER } from './group';

const GROUP = {
  tag: 'risk',
  ...MANAGER,
  errors: [
    'RISK_REASON_REQUIRED',
    'RISK_REASON_TOO_LONG',
    'MANAGER_UPSTREAM_UNAVAILABLE',
    'MANAGER_DB_TRANSIENT',
  ],
} as const;

const AFTER_ITS_AUDIT_ROW = "Forwarded with the manager's own token once its audit row is written";
const AT_ONCE =
  "Forwarded at once with the manager's own token; its audit row follows, whatever the outcome.";

const FLATTEN = {
  method: 'POST',
  summary: 'Engage the halt latch and flatten, through the risk service',
  description: AT_ONCE,
  auth: 'operator',
  body: FlattenRequest,
  responses: { 200: BffFlattenResponse },
  errors: ['RISK_INVALID_SCOPE'],
} as const;

export const riskCommandRoutes = defineRoutes(GROUP, {
  riskResume: {
    method: 'POST',
    path: '/bff/risk/resume',
    summary: 'Clear the halt latch, through the risk service',
    description: `${AFTER_ITS_AUDIT_ROW}.`,
    auth: 'operator',
    body: ReasonRequest,
    responses: { 200: BffResumeResponse },
  },
  riskPause: {
    method: 'POST',
    path: '/bff/risk/pause/:bot_id',
    summary: 'Pause a bot, through the risk service',
    description: AT_ONCE,
    auth: 'operator',
    params: RiskPauseParams,
    body: ReasonRequest,
    responses: { 200: BffPauseResponse },
    errors: ['RISK_INVALID_BOT_ID', 'RISK_BOT_NOT_FOUND'],
  },
  riskHalt: {
    method: 'POST',
    path: '/bff/risk/halt',
    summary: 'Engage the halt latch and close nothing, through the risk service',
    description: `${AT_ONCE} Positions and their stops stay.`,
    auth: 'operator',
    body: ReasonRequest,
    responses: { 200: BffHaltResponse },
  },
  riskClose: {
    method: 'POST',
    path: '/bff/risk/close',
    summary: 'Close the positions of a bot, a symbol or a cluster without a halt, through the risk service',
    description: `${AT_ONCE} GET /bff/traces/{trace_id} shows the command, its orders and when it was done. A bot that is not paused may open again with its next signal.`,
    auth: 'operator',
    body: CloseRequest,
    responses: { 200: BffCloseResponse },
    errors: ['RISK_INVALID_SCOPE'],
  },
  riskDrill: {
    method: 'POST',
    path: '/bff/risk/drill',
    summary: 'Fire drill: make a breaker see a value beyond its threshold; it trips for real',
    description: `${AFTER_ITS_AUDIT_ROW}.`,
    auth: 'operator',
    body: DrillRequest,
    responses: { 200: BffDrillResponse },
    errors: ['RISK_INVALID_REQUEST'],
  },
  riskSetLimit: {
    method: 'PUT',
    path: '/bff/risk/limits/:name',
    summary: 'Change one limit of the breakers, through the risk service',
    description: `${AFTER_ITS_AUDIT_ROW}; in force at the next evaluation.`,
    auth: 'operator',
    params: LimitParams,
    body: SetLimitRequest,
    responses: { 200: BffLimitResponse },
    errors: ['RISK_INVALID_REQUEST'],
  },
  bffEmergencyFlatten: {
    ...FLATTEN,
    path: '/bff/emergency-flatten',
    description: `${AT_ONCE} Takes the operator token as Bearer.`,
    auth: 'bearer',
  },
  bffRiskEmergencyFlatten: { ...FLATTEN, path: '/bff/risk/emergency-flatten' },
  riskEmergencyFlatten: { ...FLATTEN, path: '/risk/emergency-flatten' },
});
