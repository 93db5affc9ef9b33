/**
 * The way out when everything else is down. It needs the exchange and nothing else: no desk, no database, no bus. What it does is
 * written down as soon as there is something to write to, refused attempts included.
 */
import {
  BREAK_GLASS_WINDOW_MS,
  BreakGlassFlattenRequest,
  type BreakGlassOutcome,
  type Network,
  type NetworkScope,
} from '@platform/contracts';
import { type ErrorLog, failure, type Time } from '@platform/service-kit';
import { Value } from 'typebox/value';
import { FLATTEN_DEADLINE_MS } from './flatten-service';
import type { Flattener } from './flattener';
import type { Audit, Events } from './ports';
import type { TradingNetwork } from './trading-network';

export interface BreakGlassParts {
  readonly networks: ReadonlyMap<Network, TradingNetwork>;
  readonly flatteners: ReadonlyMap<Network, Flattener>;
  readonly events: Events;
  readonly audit: Audit;
  readonly errors: ErrorLog;
  readonly time: Time;
}

const RETRY_MS = 500;

export class BreakGlass {
  #underWay = 0;

  constructor(private readonly parts: BreakGlassParts) {}

  /** It waits for no desk, so while it goes on no desk may open anything beside it. */
  isFlattening(): boolean {
    return this.#underWay > 0;
  }

  /** Answers at once; the flatten goes on behind it. */
  invoke(body: unknown, traceId: string) {
    if (!Value.Check(BreakGlassFlattenRequest, body)) {
      this.audit('MalformedRequest', null, traceId);
      throw failure('EXECUTOR_INVALID_REQUEST', 'expected confirm_ts, network_scope and reason');
    }
    const { confirm_ts, network_scope, reason } = body;
    if (Math.abs(this.parts.time.nowMs() - confirm_ts * 1_000) > BREAK_GLASS_WINDOW_MS) {
      this.audit('StaleConfirm', network_scope, traceId);
      throw failure(
        'EXECUTOR_BREAK_GLASS_DENIED',
        'confirm_ts is not within 60 seconds of now',
        'confirm_ts',
      );
    }
    this.audit('Accepted', network_scope, traceId, reason);
    for (const network of this.parts.networks.values()) {
      if (network.isIn(network_scope)) void this.#flatten(network, traceId);
    }
    return { status: 'flatten_initiated' as const, network_scope, trace_id: traceId };
  }

  audit(outcome: BreakGlassOutcome, scope: NetworkScope | null, traceId: string, reason?: string): void {
    const event = {
      outcome,
      network_scope: scope,
      trace_id: traceId,
      ...(reason === undefined ? {} : { reason }),
    };
    const { errors, audit, events } = this.parts;
    const act = {
      action: 'break_glass_flatten',
      networkScope: scope,
      outcome: { outcome },
      reason,
      traceId,
    } as const;
    errors.guard('break-glass audit', () => audit.record(act))();
    // The row notifies everyone who listens to bot events.
    errors.guard('break-glass event', async () => {
      await events.record('BreakGlassInvoked', event, { traceId });
      if (events.waiting() > 0) this.#denied(traceId, 'the audit event waits for the database');
    })();
  }

  /** Until flat: in an emergency it is asked for only once. */
  async #flatten(network: TradingNetwork, traceId: string): Promise<void> {
    this.#underWay += 1;
    try {
      await this.#untilFlat(network, traceId);
    } finally {
      this.#underWay -= 1;
    }
  }

  async #untilFlat(network: TradingNetwork, traceId: string): Promise<void> {
    const { time, errors } = this.parts;
    const startedMs = time.monotonicMs();
    for (let isFlat = false; !isFlat; ) {
      isFlat = await this.#attempt(network, traceId);
      if (isFlat) return;
      if (time.monotonicMs() - startedMs > FLATTEN_DEADLINE_MS) {
        this.#denied(traceId, 'the flatten did not complete');
        errors.report('EXECUTOR_FLATTEN_FAILED', { trace_id: traceId });
        return;
      }
      await time.wait(RETRY_MS);
    }
  }

  async #attempt(network: TradingNetwork, traceId: string): Promise<boolean> {
    const flattener = this.parts.flatteners.get(network.venue.network)!;
    try {
      const symbols = await this.#symbols(network);
      if (symbols.length === 0)
        this.parts.errors.report('EXECUTOR_FLATTEN_NO_TARGETS', { trace_id: traceId });
      const request = { traceId, bots: undefined, withoutBooks: true };
      const flat = await Promise.all(symbols.map((symbol) => flattener.flatten({ ...request, symbol })));
      return !flat.includes(false);
    } catch (error) {
      this.parts.errors.report('EXECUTOR_BREAK_GLASS_DENIED', { trace_id: traceId, err: error });
      return false;
    }
  }

  /** From the exchange alone. */
  async #symbols({ venue }: TradingNetwork): Promise<string[]> {
    const [positions, open] = await Promise.all([
      venue.positions(undefined, 'exit'),
      venue.openOrders(undefined, 'exit'),
    ]);
    if (positions.kind !== 'ok') throw new Error('the positions could not be read');
    const orders = open.kind === 'ok' ? open.value.map((order) => order.report.symbol) : [];
    return [...new Set([...positions.value.map((position) => position.symbol), ...orders])];
  }

  #denied(traceId: string, message: string): void {
    this.parts.errors.report('EXECUTOR_BREAK_GLASS_DENIED', { trace_id: traceId, message });
  }
}
