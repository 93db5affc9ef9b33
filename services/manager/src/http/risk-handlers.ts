/**
 * The operator's risk commands, through the manager: re-authenticated with its own forward token, with an
 * audit row each. What protects does not wait, so its row follows the command; what lets trading go on again
 * leaves once its row is written.
 */
import type {
  CloseResponse,
  DrillResponse,
  FlattenResponse,
  HaltResponse,
  managerRoutes,
  PauseResponse,
  ResumeResponse,
  RiskLimitRecord,
  RouteSpec,
} from '@platform/contracts';
import { Failure, type Handlers, type RequestOf } from '@platform/service-kit';
import type { AuditEntry, OperatorAction, Upstream, UpstreamRequest } from '../app/ports';
import { parseReason } from '../domain/reason';
import { ACTOR_HEADER, operatorActionOf, toFailure } from './request';

type ReasonedRequest = Pick<RequestOf<RouteSpec>, 'raw' | 'traceId'> & {
  readonly body: { readonly reason?: unknown } | null;
};

export interface RiskParts {
  readonly risk: Upstream;
  /** Returns at once. */
  auditLater(operatorAction: OperatorAction, entry: AuditEntry): void;
  audit(operatorAction: OperatorAction, entry: AuditEntry): Promise<void>;
  onFlatten(outcome: 'ok' | 'refused' | 'unavailable'): void;
}

export function riskHandlers({ risk, audit, auditLater, onFlatten }: RiskParts) {
  const reasonOf = ({ body }: ReasonedRequest): string => {
    const reason = parseReason(body?.reason);
    if (!reason.ok) throw toFailure(reason.error);
    return reason.value;
  };
  const forward = (
    request: ReasonedRequest,
    body: object,
    method: 'POST' | 'PUT' = 'POST',
  ): UpstreamRequest => {
    const actor = request.raw.headers[ACTOR_HEADER];
    const named = typeof actor === 'string' ? { [ACTOR_HEADER]: actor } : {};
    return { method, body, headers: { 'x-trace-id': request.traceId, ...named } };
  };

  const flatten = async (
    request: ReasonedRequest & { readonly body: { readonly scope?: unknown } | null },
  ) => {
    const reason = reasonOf(request);
    const scope = request.body?.scope ?? 'all';
    const asked = risk.ask<FlattenResponse>('/risk/emergency-flatten', forward(request, { reason, scope }));
    auditLater(operatorActionOf(request), {
      action: 'emergency_flatten',
      resourceType: 'risk',
      resourceId: named(scope),
      reason,
    });
    try {
      const answer = await asked;
      onFlatten('ok');
      return { status: answer.status, positionsTargeted: answer.positions_targeted };
    } catch (error) {
      const isRefused = error instanceof Failure && error.status < 500;
      onFlatten(isRefused ? 'refused' : 'unavailable');
      throw error;
    }
  };

  return {
    riskHalt: async (request) => {
      const reason = reasonOf(request);
      const asked = risk.ask<HaltResponse>('/risk/halt', forward(request, { reason }));
      auditLater(operatorActionOf(request), {
        action: 'risk_halt',
        resourceType: 'risk',
        resourceId: 'all',
        reason,
      });
      return { status: (await asked).status };
    },
    riskClose: async (request) => {
      const reason = reasonOf(request);
      const { scope, pause } = request.body ?? {};
      const body = { reason, scope, ...(pause === undefined ? {} : { pause }) };
      const asked = risk.ask<CloseResponse>('/risk/close', forward(request, body));
      auditLater(operatorActionOf(request), {
        action: 'risk_close',
        resourceType: 'risk',
        resourceId: named(scope),
        reason,
      });
      const answer = await asked;
      const { status, positions_targeted: positionsTargeted, paused_bots: pausedBots } = answer;
      return { status, positionsTargeted, pausedBots };
    },
    riskDrill: async (request) => {
      const reason = reasonOf(request);
      const breaker = request.body?.breaker;
      const resourceId = breaker ?? 'invalid';
      await audit(operatorActionOf(request), {
        action: 'risk_drill',
        resourceType: 'risk',
        resourceId,
        reason,
      });
      const body = { reason, ...(breaker === undefined ? {} : { breaker }) };
      const answer = await risk.ask<DrillResponse>('/risk/drill', forward(request, body));
      return {
        status: answer.status,
        breaker: answer.breaker,
        value: answer.value,
        expectedOutcome: answer.expected_outcome,
        lastsMs: answer.lasts_ms,
      };
    },
    riskResume: async (request) => {
      const reason = reasonOf(request);
      await audit(operatorActionOf(request), {
        action: 'risk_resume',
        resourceType: 'risk',
        resourceId: 'all',
        reason,
      });
      const answer = await risk.ask<ResumeResponse>('/risk/resume', forward(request, { reason }));
      return { status: answer.status, resumedBots: answer.resumed_bots };
    },
    riskPause: async (request) => {
      const reason = reasonOf(request);
      const botId = request.params.bot_id;
      const path = `/bots/${encodeURIComponent(botId)}/pause`;
      const asked = risk.ask<PauseResponse>(path, forward(request, { reason }));
      auditLater(operatorActionOf(request), {
        action: 'risk_pause',
        resourceType: 'bot',
        resourceId: botId,
        reason,
      });
      const answer = await asked;
      return { status: answer.status, botId: answer.bot_id };
    },
    riskSetLimit: async (request) => {
      const reason = reasonOf(request);
      const { name } = request.params;
      await audit(operatorActionOf(request), {
        action: 'risk_set_limit',
        resourceType: 'risk',
        resourceId: name.slice(0, 200),
        reason,
      });
      const path = `/risk/limits/${encodeURIComponent(name)}`;
      const body = { reason, value: request.body?.value };
      const answer = await risk.ask<RiskLimitRecord>(path, forward(request, body, 'PUT'));
      return {
        name: answer.name,
        value: answer.value,
        updatedBy: answer.updated_by,
        updatedAt: answer.updated_at,
      };
    },
    bffEmergencyFlatten: flatten,
    bffRiskEmergencyFlatten: flatten,
    riskEmergencyFlatten: flatten,
  } satisfies Handlers<typeof managerRoutes>;
}

/** For the audit log, whatever was sent. */
function named(scope: unknown): string {
  return typeof scope === 'string' ? scope.slice(0, 200) : 'invalid';
}
