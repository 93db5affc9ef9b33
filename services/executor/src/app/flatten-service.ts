/** From a scope to symbols, and each symbol flattened at its own desk, where nothing else happens to it meanwhile. */
import type { FlattenScope, Network, NetworkScope } from '@platform/contracts';
import type { ErrorLog } from '@platform/service-kit';
import { Decimal } from 'decimal.js';
import type { BookStore } from '../store/book';
import type { CommandStore } from '../store/commands';
import type { Flattener, FlattenRequest } from './flattener';
import type { TradingNetwork } from './trading-network';

export interface FlattenTarget {
  readonly network: TradingNetwork;
  readonly request: FlattenRequest;
}

export interface FlattenServiceParts {
  readonly networks: ReadonlyMap<Network, TradingNetwork>;
  readonly flatteners: ReadonlyMap<Network, Flattener>;
  readonly books: BookStore;
  readonly commands: CommandStore;
  readonly errors: ErrorLog;
}

export class FlattenService {
  constructor(private readonly parts: FlattenServiceParts) {}

  async targets(networkScope: NetworkScope, scope: FlattenScope, traceId: string): Promise<FlattenTarget[]> {
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
    const targets = found.flat();
    if (targets.length === 0) this.parts.errors.report('EXECUTOR_FLATTEN_NO_TARGETS', { trace_id: traceId });
    return targets;
  }

  /** True when every target became flat. */
  async flatten(targets: readonly FlattenTarget[]): Promise<boolean> {
    const results = await Promise.all(
      targets.map(({ network, request }) => {
        const flattener = this.parts.flatteners.get(network.venue.network)!;
        return network.desk(request.symbol).run(() => flattener.flatten(request));
      }),
    );
    return results.every((isFlat) => isFlat);
  }

  async #targetsOn(network: TradingNetwork, scope: FlattenScope, traceId: string): Promise<FlattenTarget[]> {
    const symbols = scope.kind === 'symbol' ? [scope.symbol] : await this.#symbols(network);
    const bots = await this.#bots(scope);
    const perSymbol = await Promise.all(
      symbols.map(async (symbol) => {
        if (bots !== undefined) return this.#shares(network, symbol, bots, traceId);
        const { holdings } = await this.parts.books.load(network.venue.network, symbol);
        const largest = [...holdings].sort((a, b) =>
          new Decimal(b.quantity).abs().cmp(new Decimal(a.quantity).abs()),
        )[0];
        return [{ network, request: { symbol, traceId, botId: largest?.botId ?? null } }];
      }),
    );
    return perSymbol.flat();
  }

  async #symbols(network: TradingNetwork): Promise<string[]> {
    const symbols = await network.symbols();
    if (symbols === undefined) throw new Error('the exchange cannot be read');
    return [...symbols];
  }

  /** Undefined: every bot, and what no bot answers for. */
  async #bots(scope: FlattenScope): Promise<readonly string[] | undefined> {
    if (scope.kind === 'bot') return [scope.botId];
    return scope.kind === 'cluster' ? this.parts.commands.botsOfCluster(scope.clusterId) : undefined;
  }

  /** A bot's own holding and orders: what others hold on the symbol keeps its stops. */
  async #shares(
    network: TradingNetwork,
    symbol: string,
    bots: readonly string[],
    traceId: string,
  ): Promise<FlattenTarget[]> {
    const { holdings, orders } = await this.parts.books.load(network.venue.network, symbol);
    const isShared = holdings.some(({ botId }) => botId === null || !bots.includes(botId));
    return holdings
      .filter(({ botId }) => botId !== null && bots.includes(botId))
      .map(({ botId, quantity }) => {
        if (!isShared) return { network, request: { symbol, traceId, botId } };
        const shareOrders = orders.filter((order) => order.botId === botId);
        return { network, request: { symbol, traceId, botId, share: quantity, shareOrders } };
      });
  }
}
