/** Bot lifecycle. A bot that does not exist is MANAGER_INVALID_REQUEST with 404. */
import { MAX_BODY_BYTES } from '../../limits';
import {
  AuditQuery,
  AuditRecord,
  BffQuarantineCleared,
  BotConfig,
  BotCreateRequest,
  BotDeleted,
  BotListQuery,
  BotUpdateRequest,
  ConfirmQuery,
  ParityAcknowledged,
  QuarantineCleared,
} from '../../schemas/bots';
import { IdParams, Page } from '../../schemas/primitives';
import { BotIdParams } from '../../schemas/reads';
import { ReasonRequest } from '../../schemas/risk';
import { defineRoutes } from '../define';
import { MANAGER } from './group';

const GROUP = { tag: 'bots', ...MANAGER, errors: ['MANAGER_DB_TRANSIENT'] } as const;

const UPDATE = {
  auth: 'operator',
  params: IdParams,
  body: BotUpdateRequest,
  maxBodyBytes: MAX_BODY_BYTES,
  responses: { 200: BotConfig },
  missing: 'MANAGER_INVALID_REQUEST',
  errors: [
    'MANAGER_INVALID_IMAGE_TAG',
    'MANAGER_INVALID_STRATEGY',
    'MANAGER_INVALID_STATE_TRANSITION',
    'MANAGER_CONFLICT',
  ],
} as const;

const MOVE = {
  method: 'POST',
  auth: 'operator',
  params: IdParams,
  responses: { 200: BotConfig },
  missing: 'MANAGER_INVALID_REQUEST',
  errors: ['MANAGER_INVALID_STATE_TRANSITION'],
} as const;

export const botCommandRoutes = defineRoutes(GROUP, {
  bffClearQuarantine: {
    method: 'POST',
    path: '/bff/bots/:bot_id/clear-quarantine',
    summary: 'Let the reconciler watch the bot again',
    description:
      'confirm is YES- and epoch seconds not more than 60 s from now. The reconciler counts failures from zero again.',
    auth: 'operator',
    params: BotIdParams,
    query: ConfirmQuery,
    responses: { 200: BffQuarantineCleared },
    missing: 'MANAGER_INVALID_REQUEST',
    errors: ['MANAGER_INVALID_STATE_TRANSITION'],
  },
  acknowledgeParity: {
    method: 'POST',
    path: '/bff/bots/:bot_id/acknowledge-parity',
    summary: 'Let a bot enter again after a parity mismatch',
    description:
      'An unacknowledged mismatch between what a bot decided and what the backtest decides keeps it from new entries. The reason goes into the audit log; the same mismatch found again does not stop the bot again.',
    auth: 'operator',
    params: BotIdParams,
    body: ReasonRequest,
    responses: { 200: ParityAcknowledged },
    missing: 'MANAGER_INVALID_REQUEST',
    errors: ['RISK_REASON_REQUIRED', 'RISK_REASON_TOO_LONG', 'MANAGER_INVALID_STATE_TRANSITION'],
  },
});

export const botControlRoutes = defineRoutes(GROUP, {
  listBots: {
    method: 'GET',
    path: '/bots',
    summary: 'Bot configurations',
    description:
      'Ordered by creation, newest first. A cursor belongs to its filters and ends with a rotation of the token.',
    auth: 'none',
    query: BotListQuery,
    responses: { 200: Page(BotConfig) },
    errors: ['MANAGER_INVALID_CURSOR'],
  },
  createBot: {
    method: 'POST',
    path: '/bots',
    summary: 'Create a bot, stopped',
    description:
      'The bot begins as stopped; what is left out takes the defaults of GET /bff/bot-defaults. The change is in the audit log.',
    auth: 'operator',
    body: BotCreateRequest,
    maxBodyBytes: MAX_BODY_BYTES,
    responses: { 201: BotConfig },
    errors: [
      'MANAGER_INVALID_IMAGE_TAG',
      'MANAGER_INVALID_STRATEGY',
      'MANAGER_INVALID_STATE_TRANSITION',
      'MANAGER_CONFLICT',
    ],
  },
  getBot: {
    method: 'GET',
    path: '/bots/:id',
    summary: 'One bot configuration',
    auth: 'none',
    params: IdParams,
    responses: { 200: BotConfig },
    missing: 'MANAGER_INVALID_REQUEST',
  },
  updateBot: {
    method: 'PUT',
    path: '/bots/:id',
    summary: 'Change a bot configuration',
    description:
      'Fields that are absent keep their value. A running bot is restarted with the new generation, but for its name and its allocation. Symbol and network change only while it is stopped and holds nothing. desired_state is refused: it changes by start, pause, resume and stop.',
    ...UPDATE,
  },
  patchBot: {
    method: 'PATCH',
    path: '/bots/:id',
    summary: 'The same as PUT',
    description:
      'Fields that are absent keep their value. desired_state is refused: it changes by start, pause, resume and stop.',
    ...UPDATE,
  },
  deleteBot: {
    method: 'DELETE',
    path: '/bots/:id',
    summary: 'Delete a stopped bot',
    description:
      'Refused while it runs, holds a position or has an order under way. Its runs, events and audit log stay readable.',
    auth: 'operator',
    params: IdParams,
    responses: { 200: BotDeleted },
    missing: 'MANAGER_INVALID_REQUEST',
    errors: ['MANAGER_INVALID_STATE_TRANSITION', 'MANAGER_CONFLICT'],
  },
  start: {
    ...MOVE,
    path: '/bots/:id/start',
    summary: 'Start a stopped bot',
    description:
      'Any other state than stopped is refused, and so are allocations beyond the wallet of the network and a leverage other than that of a bot on the same symbol. The reconciler starts the process; status says how far it is.',
    errors: ['MANAGER_INVALID_STATE_TRANSITION', 'MANAGER_CONFLICT'],
  },
  pause: {
    ...MOVE,
    path: '/bots/:id/pause',
    summary: 'Pause a running bot',
    description: 'A paused bot keeps its position and its stop and opens nothing new.',
  },
  resume: {
    ...MOVE,
    path: '/bots/:id/resume',
    summary: 'Resume a paused bot',
    description: 'Any other state than paused is refused.',
  },
  stop: {
    ...MOVE,
    path: '/bots/:id/stop',
    summary: 'Stop a running or paused bot',
    description: 'The bot drains within 30 s; an open position keeps its stop.',
  },
  clearQuarantine: {
    method: 'POST',
    path: '/bots/:id/clear-quarantine',
    summary: 'Let the reconciler watch the bot again',
    description:
      'confirm is YES- and epoch seconds not more than 60 s from now. The reconciler counts failures from zero again.',
    auth: 'operator',
    params: IdParams,
    query: ConfirmQuery,
    responses: { 200: QuarantineCleared },
    missing: 'MANAGER_INVALID_REQUEST',
    errors: ['MANAGER_INVALID_STATE_TRANSITION'],
  },
  botAudit: {
    method: 'GET',
    path: '/bots/:id/audit',
    summary: 'Audit log of a bot, newest first',
    auth: 'none',
    params: IdParams,
    query: AuditQuery,
    responses: { 200: Page(AuditRecord) },
    missing: 'MANAGER_INVALID_REQUEST',
    errors: ['MANAGER_INVALID_CURSOR'],
  },
});
