/**
 * From a scope to symbols, and each symbol flattened at its own desk, where nothing else happens to it meanwhile. Symbols are flattened
 * side by side and the whole is repeated until it is flat: one that cannot be closed holds up only itself.
 */
import { covers, type FlattenScope, type Network, type NetworkScope } from '@platform/contracts';
import { answerWithin, type ErrorLog, isTransientDbError, type Time } from '@platform/service-kit';
import { planClosings } from '../domain/flatten';
import { quantitiesOf } from '../domain/sides';
import { type Flattener, type FlattenRequest, PATIENCE_MS } from './flattener';
import type { Books, Commands } from './ports';
import type { TradingNetwork } from './trading-network';

/** A flatten that takes longer has failed, whether or not it is tried again. */
export const FLATTEN_DEADLINE_MS = 55_000;
const BACKOFF_MS = { first: 250, most: 2_000 } as const;

export interface FlattenTarget {
  readonly network: TradingNetwork;
  readonly request: FlattenRequest;
  /** Holdings that have to be closed. */
  readonly positions: number;
}

export interface FlattenServiceParts {
  readonly networks: ReadonlyMap<Network, TradingNetwork>;
  readonly flatteners: ReadonlyMap<Network, Flattener>;
  readonly books: Books;
  readonly commands: Commands;
  readonly errors: ErrorLog;
  readonly time: Time;
  isHalted(): boolean;
}

export interface FlattenOrder {
  readonly networkScope: NetworkScope;
  readonly scope: FlattenScope;
  readonly traceId: string;
}

export class FlattenService {
  readonly #stop = new AbortController();
  /** With what the last look found to flatten; undefined until the first. */
  readonly #underWay = new Map<FlattenOrder, readonly FlattenTarget[] | undefined>();

  constructor(private readonly parts: FlattenServiceParts) {}

  close(): void {
    this.#stop.abort();
  }

  async targets({ networkScope, scope, traceId }: FlattenOrder): Promise<FlattenTarget[]> {
    const networks = [...this.parts.networks.values()].filter((network) => network.isIn(networkScope));
    if (networks.length === 0) {
      const context = {
        reason_code: 'network_not_configured',
        network_scope: networkScope,
        trace_id: traceId,
      };
      this.parts.errors.report('EXECUTOR_FLATTEN_STEP_FAILED', context);
    }
    const found = await Promise.all(networks.map((network) => this.#targetsOn(network, scope, traceId)));
    return found.flat();
  }

  /**
   * Not every flatten waits for the desk of its symbol, and between two attempts none does: what it closes may not be opened beside it.
   * Until the first look has shown which bots a cluster has, any may be one of them.
   */
  isEmptying(network: Network, symbol: string, botId: string): boolean {
    return [...this.#underWay].some(([{ networkScope, scope }, targets]) => {
      const isOfCluster =
        targets?.some(({ request }) => request.bots?.includes(botId) === true) ?? scope.kind === 'cluster';
      const isMeant = covers(scope, { botId, symbol, clusterId: null }) || isOfCluster;
      return isMeant && (networkScope === 'all' || networkScope === network);
    });
  }

  async untilFlat(order: FlattenOrder, first?: readonly FlattenTarget[]): Promise<boolean> {
    this.#underWay.set(order, first);
    try {
      return await this.#untilFlat(order, first);
    } finally {
      this.#underWay.delete(order);
    }
  }

  /** Repeats until everything is flat; given up when trading was resumed, or without a halt when the deadline has passed. */
  async #untilFlat(order: FlattenOrder, first?: readonly FlattenTarget[]): Promise<boolean> {
    const { time, errors, isHalted } = this.parts;
    const startedMs = time.monotonicMs();
    let isReported = false;
    let pauseMs: number = BACKOFF_MS.first;
    for (let targets = first; !this.#stop.signal.aborted; targets = undefined) {
      if (await this.#attempt(order, targets, targets === first)) return true;
      const isLate = time.monotonicMs() - startedMs > FLATTEN_DEADLINE_MS;
      if (isLate && !isReported) errors.report('EXECUTOR_FLATTEN_FAILED', { trace_id: order.traceId });
      isReported ||= isLate;
      if (isLate && !isHalted()) return false;
      await time.wait(pauseMs, this.#stop.signal);
      pauseMs = Math.min(pauseMs * 2, BACKOFF_MS.most);
    }
    return false;
  }

  async #attempt(
    order: FlattenOrder,
    known: readonly FlattenTarget[] | undefined,
    isFirst: boolean,
  ): Promise<boolean> {
    const { traceId: trace_id } = order;
    try {
      const targets = known ?? (await this.targets(order));
      this.#underWay.set(order, targets);
      if (isFirst && targets.every(({ positions }) => positions === 0))
        this.parts.errors.report('EXECUTOR_FLATTEN_NO_TARGETS', { trace_id });
      const results = await Promise.all(targets.map((target) => this.#flatten(target)));
      return results.every((isFlat) => isFlat);
    } catch (error) {
      const code = isTransientDbError(error) ? 'EXECUTOR_DB_TRANSIENT' : 'EXECUTOR_FLATTEN_STEP_FAILED';
      this.parts.errors.report(code, { trace_id, reason_code: 'position_poll_failed', err: error });
      return false;
    }
  }

  /** A desk that is held up is not waited for when everything has to go anyway, and not at all when the books are silent. */
  async #flatten({ network, request }: FlattenTarget): Promise<boolean> {
    const flattener = this.parts.flatteners.get(network.venue.network)!;
    if (request.withoutBooks) return flattener.flatten(request, this.#stop.signal);
    let begun: Promise<boolean> | undefined;
    const begin = () => {
      begun ??= flattener.flatten(request, this.#stop.signal);
      return begun;
    };
    const atDesk = network.desk(request.symbol).run(begin);
    if (request.bots !== undefined) return atDesk;
    await Promise.race([atDesk, this.parts.time.wait(PATIENCE_MS)]);
    return begin();
  }

  async #targetsOn(network: TradingNetwork, scope: FlattenScope, traceId: string): Promise<FlattenTarget[]> {
    const symbols = scope.kind === 'symbol' ? [scope.symbol] : await this.#symbols(network);
    const bots = await this.#bots(scope);
    const [positions, ...books] = await Promise.all([
      network.venue.positions(undefined, 'exit'),
      ...symbols.map(async (symbol) => ({ symbol, holdings: await this.#holdings(network, symbol, bots) })),
    ]);
    if (positions.kind !== 'ok') throw new Error('the positions cannot be read');
    return books.flatMap(({ symbol, holdings }) => {
      const closings = planClosings(quantitiesOf(positions.value, symbol), holdings ?? [], bots);
      const isMeant = bots === undefined || holdings!.some(({ botId }) => bots.includes(botId ?? ''));
      const request = { symbol, traceId, bots, withoutBooks: holdings === undefined };
      return isMeant ? [{ network, request, positions: closings.length }] : [];
    });
  }

  /** Undefined when they cannot be read and need not be: what some bots hold is known from them alone. */
  async #holdings(network: TradingNetwork, symbol: string, bots: readonly string[] | undefined) {
    const loaded = this.parts.books.load(network.venue.network, symbol);
    try {
      return (await answerWithin(this.parts.time, PATIENCE_MS, loaded)).holdings;
    } catch (error) {
      if (bots !== undefined) throw error;
      return undefined;
    }
  }

  async #symbols(network: TradingNetwork): Promise<string[]> {
    const symbols = await network.symbols(PATIENCE_MS);
    if (symbols === undefined) throw new Error('the exchange cannot be read');
    return [...symbols];
  }

  /** Undefined: every bot, and what no bot answers for. */
  async #bots(scope: FlattenScope): Promise<readonly string[] | undefined> {
    if (scope.kind === 'bot') return [scope.botId];
    return scope.kind === 'cluster' ? this.parts.commands.botsOfCluster(scope.clusterId) : undefined;
  }
}
