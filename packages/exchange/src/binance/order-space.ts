/**
 * One of the venue's two order spaces. Placing, asking and cancelling obey the same rules in both; only the
 * endpoints and the shapes differ, and those come in as a definition.
 */
import { parseClientOrderId } from '../client-order-id';
import type { PositionMode } from '../port/account';
import type { PositionSide } from '../port/instrument';
import type { OrderReference, OrderSpace, TimeRange } from '../port/orders';
import type {
  CancelOutcome,
  Priority,
  QueryOutcome,
  ReadOutcome,
  Rejected,
  RejectionReason,
  SubmitOutcome,
} from '../port/outcomes';
import { fields, id, list, text, timeMs, Unreadable } from '../transport/fields';
import { type ApiAnswer, type RestClient, readAnswer, refusalOutcome } from './rest/client';
import { type Endpoint, type Params, windowParams } from './rest/endpoints';
import { readSpan } from './rest/spans';

export interface SpaceDefinition<Request, Placed> {
  readonly endpoints: Readonly<
    Record<'place' | 'query' | 'cancel' | 'cancelAll' | 'open' | 'history', Endpoint>
  >;
  /** Why the request must not leave; undefined when it may. */
  faultOf(request: Request): string | undefined;
  params(request: Request, mode: PositionMode): Params;
  reference(order: OrderReference): Params;
  /** Whether the request can only make the position smaller. */
  isExit(request: Request): boolean;
  parse(body: unknown): Placed;
}

export interface SpaceObserver {
  /** The venue took the order: its user stream should soon say so. */
  onAccepted(clientOrderId: string): void;
  /** The venue's rules may not be what we think they are. */
  onFiltersDoubted(): void;
  /** An order that is not ours was left out of a list. */
  onUnreadable(message: string): void;
}

const FILTER_REASONS: ReadonlySet<RejectionReason> = new Set([
  'precision',
  'quantity_out_of_bounds',
  'price_out_of_bounds',
  'notional_too_small',
  'symbol_not_tradable',
]);

export class RestOrderSpace<Request extends OrderReference, Placed> implements OrderSpace<Request, Placed> {
  constructor(
    private readonly rest: RestClient,
    private readonly definition: SpaceDefinition<Request, Placed>,
    private readonly mode: PositionMode,
    private readonly observer: SpaceObserver,
    private readonly nowMs: () => number,
  ) {}

  async place(request: Request): Promise<SubmitOutcome<Placed>> {
    const { definition, observer } = this;
    const fault = definition.faultOf(request);
    if (fault !== undefined) return refusedHere(fault);
    const priority = definition.isExit(request) ? 'exit' : 'entry';
    const params = definition.params(request, this.mode);
    const answer = await this.rest.call(definition.endpoints.place, params, priority);
    const outcome = readAnswer(answer, (body) => definition.parse(body));
    if (outcome.kind === 'ok') {
      observer.onAccepted(request.clientOrderId);
      return { kind: 'accepted', order: outcome.value };
    }
    if (outcome.kind === 'rejected' && FILTER_REASONS.has(outcome.reason)) observer.onFiltersDoubted();
    return outcome;
  }

  async query(order: OrderReference, priority: Priority = 'read'): Promise<QueryOutcome<Placed>> {
    const { definition } = this;
    const answer = await this.rest.call(definition.endpoints.query, definition.reference(order), priority);
    if (isAbsent(answer)) return { kind: 'not_found' };
    const outcome = readAnswer(answer, (body) => definition.parse(body));
    return outcome.kind === 'ok' ? { kind: 'found', order: outcome.value } : outcome;
  }

  async cancel(order: OrderReference): Promise<CancelOutcome> {
    const { definition } = this;
    const answer = await this.rest.call(definition.endpoints.cancel, definition.reference(order), 'exit');
    if (isAbsent(answer)) return { kind: 'not_found' };
    if (answer.kind === 'refused') return refusalOutcome(answer);
    return answer.kind === 'ok' ? { kind: 'cancelled' } : answer;
  }

  async cancelAll(symbol: string): Promise<ReadOutcome<void>> {
    const answer = await this.rest.call(this.definition.endpoints.cancelAll, { symbol }, 'exit');
    return readAnswer(answer, () => undefined);
  }

  async open(symbol?: string, priority: Priority = 'read'): Promise<ReadOutcome<readonly Placed[]>> {
    return this.many(await this.rest.call(this.definition.endpoints.open, { symbol }, priority));
  }

  /** From a moment on, everything since; otherwise the page that the venue chooses. */
  async history(
    symbol: string,
    range: TimeRange,
    priority: Priority = 'read',
  ): Promise<ReadOutcome<readonly Placed[]>> {
    const { history } = this.definition.endpoints;
    const { fromMs, toMs } = range;
    if (fromMs === undefined) {
      return this.many(await this.rest.call(history, { symbol, ...windowParams(range) }, priority));
    }
    const span = { fromMs, ...(toMs === undefined ? {} : { toMs }) };
    const read = async (window: Params) => {
      const answer = await this.rest.call(history, { symbol, ...window }, priority);
      return readAnswer(answer, (body) => list(body).map((row) => this.dated(row)));
    };
    const found = await readSpan(span, this.nowMs(), read, ({ id }) => id);
    return found.kind === 'ok' ? { kind: 'ok', value: found.value.map(({ order }) => order) } : found;
  }

  /** With what the venue orders its history by. */
  private dated(row: unknown) {
    const from = fields(row);
    const isPlain = from['orderId'] !== undefined && from['time'] !== undefined;
    return {
      id: id(from, isPlain ? 'orderId' : 'algoId'),
      timeMs: timeMs(from, isPlain ? 'time' : 'createTime'),
      order: this.definition.parse(row),
    };
  }

  private many(answer: ApiAnswer): ReadOutcome<readonly Placed[]> {
    return readAnswer(answer, (body) => list(body).flatMap((row) => this.readable(row)));
  }

  /** What others have placed may be of any kind; where one is ours, or may be, the list is not known. */
  private readable(row: unknown): Placed[] {
    try {
      return [this.definition.parse(row)];
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      const from = fields(row);
      const clientId = text(from, from['clientAlgoId'] === undefined ? 'clientOrderId' : 'clientAlgoId');
      if (parseClientOrderId(clientId) !== undefined) throw error;
      this.observer.onUnreadable(`the order ${clientId} cannot be read: ${error.message}`);
      return [];
    }
  }
}

/**
 * Opening a long and closing a short are buys. On a side of its own an order against it can only close, and
 * the venue refuses the reduce-only flag there; on the one position of a one-way account only that flag keeps
 * a closing order from crossing zero.
 */
export function sideParams(
  order: { readonly positionSide: PositionSide; readonly effect: 'open' | 'close' },
  mode: PositionMode,
): Params {
  const isBuy = (order.positionSide === 'long') === (order.effect === 'open');
  return {
    side: isBuy ? 'BUY' : 'SELL',
    ...(mode === 'hedge'
      ? { positionSide: order.positionSide.toUpperCase() }
      : { reduceOnly: order.effect === 'close' ? true : undefined }),
  };
}

function isAbsent(answer: ApiAnswer): boolean {
  return answer.kind === 'refused' && answer.verdict.kind === 'absent';
}

function refusedHere(message: string): Rejected {
  return { kind: 'rejected', code: 'local', reason: 'bad_request', message };
}
