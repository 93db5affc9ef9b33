/**
 * The way out when everything else is down. It needs the exchange and nothing else: no desk, no database, no
 * bus. What it does is written down as soon as there is something to write to, refused attempts included.
 */
import {
  BreakGlassFlattenRequest,
  type BreakGlassOutcome,
  type Network,
  type NetworkScope,
} from '@platform/contracts';
import { type ErrorLog, failure, type Time } from '@platform/service-kit';
import { Value } from 'typebox/value';
import type { Flattener } from './flattener';
import type { Events, RecordOperatorAction } from './ports';
import type { TradingNetwork } from './trading-network';
import type { UnfinishedFlattens } from './unfinished-flattens';
import { untilFlat } from './until-flat';

/** How far the confirmed time may be from now. */
const CONFIRM_WINDOW_MS = 60_000;

export interface BreakGlassParts {
  readonly networks: ReadonlyMap<Network, TradingNetwork>;
  readonly flatteners: ReadonlyMap<Network, Flattener>;
  readonly events: Events;
  readonly recordAction: RecordOperatorAction;
  readonly unfinished: Pick<UnfinishedFlattens, 'add' | 'done'>;
  readonly errors: ErrorLog;
  readonly time: Time;
  /** True also while the latch cannot be read. */
  isHalted(): boolean;
}

export class BreakGlass {
  private readonly stop = new AbortController();
  private underWay = 0;

  constructor(private readonly parts: BreakGlassParts) {}

  close(): void {
    this.stop.abort();
  }

  /** It waits for no desk, so while it goes on no desk may open anything beside it. */
  isFlattening(): boolean {
    return this.underWay > 0;
  }

  /** Answers at once; the flatten goes on behind it. */
  invoke(body: unknown, traceId: string) {
    if (!Value.Check(BreakGlassFlattenRequest, body)) {
      this.audit('MalformedRequest', null, traceId);
      throw failure('EXECUTOR_INVALID_REQUEST', 'expected confirm_ts, network_scope and reason');
    }
    const { confirm_ts, network_scope, reason } = body;
    if (Math.abs(this.parts.time.nowMs() - confirm_ts * 1_000) > CONFIRM_WINDOW_MS) {
      this.audit('StaleConfirm', network_scope, traceId);
      throw failure(
        'EXECUTOR_BREAK_GLASS_DENIED',
        'confirm_ts is not within 60 seconds of now',
        'confirm_ts',
      );
    }
    this.audit('Accepted', network_scope, traceId, reason);
    for (const network of this.parts.networks.values()) {
      if (network.isIn(network_scope)) void this.flatten(network, traceId);
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
    const { errors, recordAction, events } = this.parts;
    const action = {
      action: 'break_glass_flatten',
      networkScope: scope,
      outcome: { outcome },
      reason,
      traceId,
    } as const;
    errors.guard('break-glass audit', () => recordAction(action))();
    // The row notifies everyone who listens to bot events.
    errors.guard('break-glass event', async () => {
      await events.record('BreakGlassInvoked', event, { traceId });
      if (events.waiting() === 0) return;
      const message = 'the audit event waits for the database';
      errors.report('EXECUTOR_BREAK_GLASS_DENIED', { trace_id: traceId, message });
    })();
  }

  /**
   * In an emergency it is asked for only once: like any flatten it is repeated, see until-flat.ts for what
   * ends it.
   */
  private async flatten(network: TradingNetwork, traceId: string): Promise<void> {
    const { time, errors, unfinished, isHalted } = this.parts;
    const { network: name } = network.exchange;
    const scope = { kind: 'all' } as const;
    const context = { network: name, trace_id: traceId };
    this.underWay += 1;
    try {
      const isFlat = await untilFlat({
        time,
        signal: this.stop.signal,
        isHalted,
        attempt: (left) => this.attempt(network, traceId, left === undefined),
        onLate: (left) => {
          const message = 'the flatten did not complete';
          errors.report('EXECUTOR_BREAK_GLASS_DENIED', { ...context, message });
          errors.report('EXECUTOR_FLATTEN_FAILED', { ...context, symbols: left ?? 'unknown' });
        },
        onGivenUp: () => unfinished.add({ network: name, scope, traceId }),
      });
      if (isFlat) unfinished.done(name, scope);
    } finally {
      this.underWay -= 1;
    }
  }

  /** The symbols that are not known to be flat afterwards; undefined when they could not be found out. */
  private async attempt(
    network: TradingNetwork,
    traceId: string,
    isFirstLook: boolean,
  ): Promise<readonly string[] | undefined> {
    const { errors, flatteners } = this.parts;
    const { network: name } = network.exchange;
    const context = { network: name, trace_id: traceId };
    let symbols: readonly string[] | undefined;
    try {
      symbols = await this.symbols(network);
      if (isFirstLook && symbols.length === 0) errors.report('EXECUTOR_FLATTEN_NO_TARGETS', context);
      const request = { traceId, bots: undefined, withoutBooks: true };
      const flattener = flatteners.get(name)!;
      const { signal } = this.stop;
      const areFlat = await Promise.all(
        symbols.map((symbol) => flattener.flatten({ ...request, symbol }, signal)),
      );
      return symbols.filter((_, index) => areFlat[index] !== true);
    } catch (error) {
      errors.report('EXECUTOR_BREAK_GLASS_DENIED', { ...context, err: error });
      return symbols;
    }
  }

  /** From the exchange alone, and where an entry is on its way there. */
  private async symbols({ exchange }: TradingNetwork): Promise<string[]> {
    const entered = this.parts.flatteners.get(exchange.network)!.symbolsBeingEntered();
    const [positions, open] = await Promise.all([
      exchange.positions(undefined, 'exit'),
      exchange.openOrders(undefined, 'exit'),
    ]);
    if (positions.kind !== 'ok') throw new Error('the positions could not be read');
    const orders = open.kind === 'ok' ? open.value.map((order) => order.report.symbol) : [];
    return [...new Set([...positions.value.map((position) => position.symbol), ...orders, ...entered])];
  }
}
