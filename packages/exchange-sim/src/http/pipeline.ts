/**
 * The path of a venue request: faults that keep it out, limits, identity, the route itself, faults that spoil
 * the answer. The ledger gets both what was decided and what was answered.
 */
import { ERRORS } from '../domain/errors';
import type { ActiveFault } from '../domain/faults';
import type { Simulator } from '../simulator';
import {
  type Call,
  errorReply,
  type RawRequest,
  type Reply,
  type Route,
  type Routes,
  type SignedCall,
} from './call';
import { type FaultPlan, planFaults, spoiledReply } from './fault-plan';
import { identify } from './signature';

/** What the transport has to do. */
export interface Dispatch {
  readonly reply: Reply;
  readonly latencyMs: number;
  /** Never answer, or cut the connection. */
  readonly instead: 'hang' | 'reset' | undefined;
}

export function dispatch(sim: Simulator, routes: Routes, request: RawRequest): Dispatch {
  const nowMs = sim.sync();
  const plan = planFaults(sim, request);
  const refused = plan.refusal !== undefined;
  const decided = refused ? undefined : decide(sim, routes, request, nowMs, nowMs - plan.readLagMs);
  sim.flush();
  const spoiled = plan.spoil === undefined ? undefined : spoiledReply(sim, plan.spoil);
  const reply = plan.refusal ?? spoiled ?? decided!.reply;
  writeRequest(sim, request, decided, reply, plan);
  const instead = plan.spoil?.kind === 'hang' || plan.spoil?.kind === 'reset' ? plan.spoil.kind : undefined;
  return { reply, latencyMs: plan.latencyMs, instead };
}

interface Decision {
  readonly reply: Reply;
  readonly account: string | undefined;
}

function decide(
  sim: Simulator,
  routes: Routes,
  request: RawRequest,
  nowMs: number,
  asOfMs: number,
): Decision {
  const route = routes[`${request.method} ${request.path}`];
  if (route === undefined) return { reply: errorReply(ERRORS.unknownPath()), account: undefined };
  const weight = typeof route.weight === 'number' ? route.weight : route.weight(request.params);
  const admission = sim.limits.admit(
    weight,
    route.isOrder === true,
    sim.clock.monotonicMs(),
    sim.options.time.wallMs(),
  );
  if (admission.refusal !== undefined) {
    return { reply: errorReply(admission.refusal, admission.headers), account: undefined };
  }
  const identity = identify(sim, request, route.security);
  if (!identity.ok) return { reply: errorReply(identity.error, admission.headers), account: undefined };
  const call: Call = { sim, venue: sim.venue, params: request.params, nowMs, asOfMs, key: identity.key };
  const answer = run(route, call);
  const reply = answer.ok
    ? { status: 'status' in answer ? answer.status : 200, body: answer.value, headers: admission.headers }
    : errorReply(answer.error, admission.headers);
  return { reply, account: identity.key?.account };
}

function run(route: Route, call: Call) {
  if (route.security === 'none') return route.handle(call);
  const key = call.key!;
  const signed: SignedCall = { ...call, key, account: call.venue.account(key.account) };
  return route.handle(signed);
}

function writeRequest(
  sim: Simulator,
  request: RawRequest,
  decided: Decision | undefined,
  reply: Reply,
  plan: FaultPlan,
): void {
  const { signature: _, ...params } = request.params;
  sim.record('request', decided?.account, {
    method: request.method,
    path: request.path,
    params,
    key: request.apiKey,
    decided: decided === undefined ? 'not processed' : summary(decided.reply),
    answered: plan.spoil?.kind === 'hang' || plan.spoil?.kind === 'reset' ? plan.spoil.kind : summary(reply),
    faults: plan.struck.map((fault: ActiveFault) => fault.kind),
  });
}

function summary(reply: Reply): { status: number; code?: number } {
  const { code } = reply.body as { code?: number };
  return code === undefined ? { status: reply.status } : { status: reply.status, code };
}
