/**
 * From a scope to symbols, and each symbol flattened at its own desk, where nothing else happens to it
 * meanwhile. Symbols are flattened side by side and the whole is repeated until it is flat: one that cannot
 * be closed holds up only itself.
 */
import { covers, type FlattenScope, type Network, type NetworkScope } from '@platform/contracts';
import { answerWithin, type ErrorLog, isTransientDbError, type Time } from '@platform/service-kit';
import { planClosings } from '../domain/flatten';
import { quantitiesOf } from '../domain/sides';
import { type Flattener, type FlattenRequest, PATIENCE_MS } from './flattener';
import type { Books, Commands, SymbolBook } from './ports';
import type { TradingNetwork } from './trading-network';
import type { UnfinishedFlattens } from './unfinished-flattens';
import { untilFlat } from './until-flat';

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
  readonly unfinished: Pick<UnfinishedFlattens, 'add' | 'done'>;
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
  private readonly stop = new AbortController();
  /** With what the last look found to flatten; undefined until the first. */
  private readonly underWay = new Map<FlattenOrder, readonly FlattenTarget[] | undefined>();

  constructor(private readonly parts: FlattenServiceParts) {}

  close(): void {
    this.stop.abort();
  }

  async targets({ networkScope, scope, traceId }: FlattenOrder): Promise<FlattenTarget[]> {
    const networks = this.networksIn(networkScope);
    if (networks.length === 0) {
      const context = {
        reason_code: 'network_not_configured',
        network_scope: networkScope,
        trace_id: traceId,
      };
      this.parts.errors.report('EXECUTOR_FLATTEN_STEP_FAILED', context);
    }
    const found = await Promise.all(networks.map((network) => this.targetsOn(network, scope, traceId)));
    return found.flat();
  }

  /**
   * Not every flatten waits for the desk of its symbol, and between two attempts none does: what it closes
   * may not be opened beside it. Until the first look has shown which bots a cluster has, any may be one of
   * them.
   */
  isEmptying(network: Network, symbol: string, botId: string): boolean {
    return [...this.underWay].some(([{ networkScope, scope }, targets]) => {
      const isOfCluster =
        targets?.some(({ request }) => request.bots?.includes(botId) === true) ?? scope.kind === 'cluster';
      const isMeant = covers(scope, { botId, symbol, clusterId: null }) || isOfCluster;
      return isMeant && (networkScope === 'all' || networkScope === network);
    });
  }

  /** False when it ended before everything was flat. */
  async untilFlat(order: FlattenOrder, first?: readonly FlattenTarget[]): Promise<boolean> {
    this.underWay.set(order, first);
    try {
      const isFlat = await untilFlat<FlattenTarget>({
        time: this.parts.time,
        signal: this.stop.signal,
        isHalted: () => this.parts.isHalted(),
        attempt: (left) => this.attempt(order, left === undefined ? first : undefined),
        onLate: (left) => this.reportFailed(order, left),
        onGivenUp: (left) => this.giveUp(order, left),
      });
      if (isFlat) {
        for (const { exchange } of this.networksIn(order.networkScope))
          this.parts.unfinished.done(exchange.network, order.scope);
      }
      return isFlat;
    } finally {
      this.underWay.delete(order);
    }
  }

  /** What is not known to be flat afterwards; undefined when it could not be found out what there is. */
  private async attempt(
    order: FlattenOrder,
    known: readonly FlattenTarget[] | undefined,
  ): Promise<readonly FlattenTarget[] | undefined> {
    const context = { trace_id: order.traceId, network_scope: order.networkScope };
    let targets = known;
    try {
      const isFirstLook = known !== undefined || this.underWay.get(order) === undefined;
      targets ??= await this.targets(order);
      this.underWay.set(order, targets);
      if (isFirstLook && targets.every(({ positions }) => positions === 0))
        this.parts.errors.report('EXECUTOR_FLATTEN_NO_TARGETS', context);
      const areFlat = await Promise.all(targets.map((target) => this.flatten(target)));
      return targets.filter((_, index) => areFlat[index] !== true);
    } catch (error) {
      const code = isTransientDbError(error) ? 'EXECUTOR_DB_TRANSIENT' : 'EXECUTOR_FLATTEN_STEP_FAILED';
      this.parts.errors.report(code, { ...context, reason_code: 'position_poll_failed', err: error });
      return targets;
    }
  }

  private reportFailed(order: FlattenOrder, left: readonly FlattenTarget[] | undefined): void {
    for (const { network, symbols } of this.notFlat(order, left)) {
      const context = { network, symbols, trace_id: order.traceId };
      this.parts.errors.report('EXECUTOR_FLATTEN_FAILED', context);
    }
  }

  private giveUp(order: FlattenOrder, left: readonly FlattenTarget[] | undefined): void {
    const { scope, traceId } = order;
    for (const { network } of this.notFlat(order, left))
      this.parts.unfinished.add({ network, scope, traceId });
  }

  /** Each network that is not flat, or may not be. */
  private notFlat({ networkScope }: FlattenOrder, left: readonly FlattenTarget[] | undefined) {
    return this.networksIn(networkScope).flatMap((network) => {
      const onNetwork = left?.filter((target) => target.network === network);
      if (onNetwork?.length === 0) return [];
      const symbols = onNetwork?.map(({ request }) => request.symbol) ?? 'unknown';
      return [{ network: network.exchange.network, symbols }];
    });
  }

  private networksIn(scope: NetworkScope): TradingNetwork[] {
    return [...this.parts.networks.values()].filter((network) => network.isIn(scope));
  }

  /**
   * A desk that is held up is not waited for when everything has to go anyway, and not at all when the books
   * are silent.
   */
  private async flatten({ network, request }: FlattenTarget): Promise<boolean> {
    const flattener = this.parts.flatteners.get(network.exchange.network)!;
    if (request.withoutBooks) return flattener.flatten(request, this.stop.signal);
    let begun: Promise<boolean> | undefined;
    const begin = () => {
      begun ??= flattener.flatten(request, this.stop.signal);
      return begun;
    };
    const atDesk = network.desk(request.symbol).run(begin);
    if (request.bots !== undefined) return atDesk;
    await Promise.race([atDesk, this.parts.time.wait(PATIENCE_MS)]);
    return begin();
  }

  private async targetsOn(
    network: TradingNetwork,
    scope: FlattenScope,
    traceId: string,
  ): Promise<FlattenTarget[]> {
    const bots = await this.bots(scope);
    const symbols = scope.kind === 'symbol' ? [scope.symbol] : await this.symbols(network, bots);
    const [positions, ...books] = await Promise.all([
      network.exchange.positions(undefined, 'exit'),
      ...symbols.map(async (symbol) => ({ symbol, book: await this.book(network, symbol, bots) })),
    ]);
    if (positions.kind !== 'ok')
      throw new Error(`the positions on ${network.exchange.network} cannot be read`);
    return books.flatMap(({ symbol, book }) => {
      const closings = planClosings(quantitiesOf(positions.value, symbol), book?.holdings ?? [], bots);
      const isMeant = bots === undefined || mayHold(book!, bots);
      const request = { symbol, traceId, bots, withoutBooks: book === undefined };
      return isMeant ? [{ network, request, positions: closings.length }] : [];
    });
  }

  /** Undefined when it cannot be read and need not be: what some bots hold is known from it alone. */
  private async book(network: TradingNetwork, symbol: string, bots: readonly string[] | undefined) {
    const loaded = this.parts.books.load(network.exchange.network, symbol);
    try {
      return await answerWithin(this.parts.time, PATIENCE_MS, loaded);
    } catch (error) {
      if (bots !== undefined) throw error;
      return undefined;
    }
  }

  /** What some bots have on its way is known from the books alone: for them the exchange is not enough. */
  private async symbols(network: TradingNetwork, bots: readonly string[] | undefined): Promise<string[]> {
    const name = network.exchange.network;
    const entered = this.parts.flatteners.get(name)!.symbolsBeingEntered();
    const symbols = await network.symbols('exit', bots === undefined ? PATIENCE_MS : undefined);
    if (symbols === undefined) throw new Error(`the exchange cannot be read on ${name}`);
    return [...new Set([...symbols, ...entered])];
  }

  /** Undefined: every bot, and what no bot answers for. */
  private async bots(scope: FlattenScope): Promise<readonly string[] | undefined> {
    if (scope.kind === 'bot') return [scope.botId];
    return scope.kind === 'cluster' ? this.parts.commands.botsOfCluster(scope.clusterId) : undefined;
  }
}

/** One of the bots holds something, or will when an entry whose end is not known turns out to be filled. */
function mayHold({ holdings, orders }: SymbolBook, bots: readonly string[]): boolean {
  const entries = orders.filter(({ leg }) => leg === 'entry');
  return [...holdings, ...entries].some(({ botId }) => botId !== null && bots.includes(botId));
}
