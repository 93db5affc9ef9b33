/**
 * Flattens that were given up. What they left open is looked at until it has been seen gone, however it was
 * closed, and an operator hears of it for as long as it is not. They are remembered by this process alone.
 */
import { type FlattenScope, type Network, REPORT_AGAIN_MS, scopeText } from '@platform/contracts';
import { type ErrorLog, isTransientDbError, type Task, type Tasks, type Time } from '@platform/service-kit';
import { openSides } from '../domain/flatten';
import { quantitiesOf } from '../domain/sides';
import type { Books, Commands } from './ports';
import type { TradingNetwork } from './trading-network';

export interface UnfinishedParts {
  readonly networks: ReadonlyMap<Network, TradingNetwork>;
  readonly books: Books;
  readonly commands: Pick<Commands, 'botsOfCluster'>;
  readonly errors: ErrorLog;
  readonly tasks: Tasks;
  readonly time: Time;
  readonly everyMs: number;
}

export interface GivenUpFlatten {
  readonly network: Network;
  readonly scope: FlattenScope;
  readonly traceId: string;
}

interface Unfinished {
  readonly flatten: GivenUpFlatten;
  /** Open at every look so far, with its symbol; undefined before the first that saw anything. */
  readonly left: ReadonlyMap<string, string> | undefined;
  readonly reportFromMs: number;
}

export class UnfinishedFlattens {
  private readonly unfinished = new Map<string, Unfinished>();
  private readonly task: Task;

  constructor(private readonly parts: UnfinishedParts) {
    const { tasks, everyMs } = parts;
    this.task = tasks.open({ name: 'unfinished flattens', everyMs, run: () => this.look() });
  }

  start(): void {
    this.task.start();
  }

  async close(): Promise<void> {
    await this.task.close();
  }

  /** One of the same scope takes the place of the one before it. */
  add(flatten: GivenUpFlatten): void {
    const { time, everyMs } = this.parts;
    const reportFromMs = time.monotonicMs() + everyMs;
    const key = `${flatten.network} ${scopeText(flatten.scope)}`;
    this.unfinished.set(key, { flatten, left: undefined, reportFromMs });
    this.task.wake();
  }

  /** A flatten of the scope went through. */
  done(network: Network, scope: FlattenScope): void {
    for (const [key, { flatten }] of this.unfinished) {
      const isMeant = scope.kind === 'all' || scopeText(scope) === scopeText(flatten.scope);
      if (isMeant && flatten.network === network) this.unfinished.delete(key);
    }
  }

  private async look(): Promise<void> {
    for (const [key, before] of [...this.unfinished]) {
      const open = await this.open(before.flatten);
      // Given up once more, or done, meanwhile.
      if (this.unfinished.get(key) !== before) continue;
      const left = stillOpen(before.left, open);
      if (left?.size === 0) this.unfinished.delete(key);
      else this.unfinished.set(key, this.reported({ ...before, left }));
    }
  }

  private reported(one: Unfinished): Unfinished {
    const nowMs = this.parts.time.monotonicMs();
    if (nowMs < one.reportFromMs) return one;
    this.parts.errors.report('EXECUTOR_FLATTEN_FAILED', {
      network: one.flatten.network,
      symbols: one.left === undefined ? 'unknown' : [...new Set(one.left.values())],
      trace_id: one.flatten.traceId,
      message: 'a flatten was given up, and what it was to close is open',
    });
    return { ...one, reportFromMs: nowMs + REPORT_AGAIN_MS };
  }

  /** Undefined when it cannot be read. */
  private async open({ network: name, scope, traceId }: GivenUpFlatten) {
    const { networks, books, errors } = this.parts;
    try {
      const network = networks.get(name)!;
      const bots = await this.bots(scope);
      const symbols = scope.kind === 'symbol' ? [scope.symbol] : await network.symbols('read');
      const positions = await network.exchange.positions(undefined, 'read');
      if (symbols === undefined || positions.kind !== 'ok') return undefined;
      const open = new Map<string, string>();
      for (const symbol of symbols) {
        const sides = openSides(quantitiesOf(positions.value, symbol), await books.load(name, symbol), bots);
        for (const { botId, positionSide } of sides) open.set(`${symbol} ${positionSide} ${botId}`, symbol);
      }
      return open;
    } catch (error) {
      const code = isTransientDbError(error) ? 'EXECUTOR_DB_TRANSIENT' : 'EXECUTOR_INTERNAL_ERROR';
      errors.report(code, { network: name, trace_id: traceId, err: error });
      return undefined;
    }
  }

  /** Undefined: every bot, and what no bot answers for. */
  private async bots(scope: FlattenScope): Promise<readonly string[] | undefined> {
    if (scope.kind === 'bot') return [scope.botId];
    return scope.kind === 'cluster' ? this.parts.commands.botsOfCluster(scope.clusterId) : undefined;
  }
}

function stillOpen(
  before: ReadonlyMap<string, string> | undefined,
  now: ReadonlyMap<string, string> | undefined,
): ReadonlyMap<string, string> | undefined {
  if (before === undefined || now === undefined) return now ?? before;
  return new Map([...before].filter(([key]) => now.has(key)));
}
