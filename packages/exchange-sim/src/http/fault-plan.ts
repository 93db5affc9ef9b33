/** Which faults strike a request, decided before anything else happens to it. */
import { ERRORS } from '../domain/errors';
import { type ActiveFault, type FaultKind, REQUEST_FAULTS } from '../domain/faults';
import type { Simulator } from '../simulator';
import { errorReply, type RawRequest, type Reply } from './call';

export interface FaultPlan {
  readonly struck: readonly ActiveFault[];
  /** The venue refuses without acting. */
  readonly refusal: Reply | undefined;
  /** The venue acts, the client does not learn it. */
  readonly spoil: ActiveFault | undefined;
  readonly latencyMs: number;
  readonly readLagMs: number;
}

/** The others slow an answer, age it, or strike stops and streams alone. */
const OTHER_FAULTS: ReadonlySet<FaultKind> = new Set([
  'latency',
  'stale_reads',
  'stop_rejected',
  'refuse_stream',
]);
const ANSWER_FAULTS = REQUEST_FAULTS.filter((kind) => !OTHER_FAULTS.has(kind));

/** Kinds after which the order may stand; the others always mean that nothing was done. */
const MAY_BE_ACCEPTED = new Set<FaultKind>([
  'hang',
  'reset',
  'unknown_503',
  'unexpected_response',
  'timeout',
  'error',
  'garbled',
]);

export function planFaults(sim: Simulator, request: RawRequest): FaultPlan {
  const { method, path, params } = request;
  const strike = (kinds: readonly FaultKind[]) =>
    sim.faults.strike(kinds, { method, path, symbol: params['symbol'] });
  const latency = strike(['latency']);
  const stale = request.method === 'GET' ? strike(['stale_reads']) : undefined;
  const stop = isAlgoPlacement(request) ? strike(['stop_rejected']) : undefined;
  const answer = isExempt(request)
    ? strike(ANSWER_FAULTS.filter((kind) => kind !== 'throttle'))
    : strike(ANSWER_FAULTS);
  const struck = [latency, stale, stop, answer].filter((fault) => fault !== undefined);
  const acts = answer !== undefined && MAY_BE_ACCEPTED.has(answer.kind) && answer.accepted !== false;
  return {
    struck,
    refusal: refusalOf(sim, stop, acts ? undefined : answer),
    spoil: acts ? answer : mutesConnection(answer),
    latencyMs: latency?.durationMs ?? 0,
    readLagMs: stale === undefined ? 0 : (stale.durationMs ?? 10_000),
  };
}

/** A request that is not processed can still hang or be cut. */
function mutesConnection(fault: ActiveFault | undefined): ActiveFault | undefined {
  return fault?.kind === 'hang' || fault?.kind === 'reset' ? fault : undefined;
}

function refusalOf(
  sim: Simulator,
  stop: ActiveFault | undefined,
  answer: ActiveFault | undefined,
): Reply | undefined {
  if (stop !== undefined) return customError(stop, -2010, 'NEW_ORDER_REJECTED');
  return answer === undefined ? undefined : spoiledReply(sim, answer);
}

/** What the client reads when a fault strikes. */
export function spoiledReply(sim: Simulator, fault: ActiveFault): Reply {
  const durationMs = fault.durationMs ?? 10_000;
  const retryAfter = { 'Retry-After': String(Math.ceil(durationMs / 1000)) };
  switch (fault.kind) {
    case 'unexpected_response':
      return errorReply(ERRORS.unexpectedResponse());
    case 'timeout':
      return errorReply(ERRORS.timeout());
    case 'throttle':
      return errorReply(ERRORS.throttled());
    case 'rate_limit':
      return errorReply(ERRORS.tooManyRequests(sim.options.limits.weightPerMinute), retryAfter);
    case 'ban':
      sim.limits.ban(durationMs, sim.clock.monotonicMs());
      return errorReply(ERRORS.banned(sim.options.time.wallMs() + durationMs), retryAfter);
    case 'error':
      return customError(fault, -1000, 'An unknown error occured while processing the request.');
    case 'garbled':
      return { status: 200, body: '<html><head><title>Please wait</title></head>' };
    case 'unknown_503':
      return {
        status: 503,
        body: { code: -1000, msg: 'Unknown error, please check your request or try again later.' },
      };
    default:
      return { status: 503, body: { code: -1016, msg: 'Service Unavailable.' } };
  }
}

function customError(fault: ActiveFault, code: number, msg: string): Reply {
  return errorReply({ status: fault.status ?? 400, code: fault.code ?? code, msg: fault.message ?? msg });
}

function isAlgoPlacement(request: RawRequest): boolean {
  return request.method === 'POST' && request.path === '/fapi/v1/algoOrder';
}

/** The venue's overload protection lets exits through. */
function isExempt(request: RawRequest): boolean {
  const { reduceOnly, closePosition } = request.params;
  return reduceOnly?.toLowerCase() === 'true' || closePosition?.toLowerCase() === 'true';
}
