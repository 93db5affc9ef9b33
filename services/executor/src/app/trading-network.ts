/**
 * One network with its keys: a desk per symbol, the user stream that feeds them and the reconcile that does
 * not trust it. Nothing is traded before the startup reconcile has gone through and every order of unknown
 * fate is resolved; too many critical anomalies quarantine the network until an operator clears it.
 */
import { type NetworkScope, REPORT_AGAIN_MS } from '@platform/contracts';
import type { StreamHandle, UserEvent } from '@platform/exchange';
import {
  answerWithin,
  Backoff,
  type Chance,
  type ErrorLog,
  isTransientDbError,
  type Logger,
  type Task,
  type Tasks,
  type Time,
} from '@platform/service-kit';
import { unreadable } from '../domain/account-rules';
import type { Timing } from '../timing';
import type { AccountCheck, AccountSetup } from './account-check';
import { CashBook } from './cash-book';
import type { FactReader } from './entry-facts';
import type { Books, Events, NetworkExchange, Positions } from './ports';
import type { SymbolDesk } from './symbol-desk';
import type { ReconcileResult } from './symbol-reconciler';

/** In ticks: how often each symbol in use is reconciled while the stream is live. */
const RECONCILE_TICKS = 5;

const SETTLE_POLL_MS = 100;

export type NetworkState = 'starting' | 'settling' | 'ready' | 'quarantined' | 'closed';

export interface NetworkParts {
  readonly exchange: NetworkExchange;
  readonly books: Books;
  readonly positions: Positions;
  readonly events: Events;
  readonly errors: ErrorLog;
  readonly log: Logger;
  readonly maxCriticalAnomalies: number;
  readonly timing: Timing;
  readonly tasks: Tasks;
  readonly time: Time;
  readonly chance: Chance;
  readonly accountCheck: AccountCheck;
  readonly facts: FactReader;
  openDesk(network: TradingNetwork, symbol: string): SymbolDesk;
}

export class TradingNetwork {
  private readonly desks = new Map<string, SymbolDesk>();
  private readonly stop = new AbortController();
  private readonly cash: CashBook;
  private phase: NetworkState = 'starting';
  private stream: StreamHandle | undefined;
  private readonly ticker: Task;
  private ticks = 0;
  private searchedAtMs: number | undefined;
  private starting: Promise<void> | undefined;
  private searching: Promise<unknown> | undefined;
  private criticalSinceMs: number | undefined;
  /** What the start waits for. */
  private unread: { readonly problem: string; readonly reportedMs: number } | undefined;

  constructor(private readonly parts: NetworkParts) {
    this.cash = new CashBook({ ...parts, nowMs: () => parts.time.monotonicMs() });
    const name = `network ${parts.exchange.network}`;
    this.ticker = parts.tasks.open({ name, everyMs: parts.timing.tickMs, run: () => this.tick() });
  }

  get exchange(): NetworkExchange {
    return this.parts.exchange;
  }

  state(): NetworkState {
    return this.phase;
  }

  /**
   * What keeps the account, or a symbol of it, from being traded, in words for an operator; null when nothing
   * does.
   */
  problem(): string | null {
    return this.parts.accountCheck.problem() ?? this.unread?.problem ?? null;
  }

  accountSetup(): AccountSetup {
    return this.parts.accountCheck.setup();
  }

  /** Also while entries on a symbol are refused. */
  isAccountFit(): boolean {
    return this.parts.accountCheck.isFit();
  }

  isIn(scope: NetworkScope): boolean {
    return scope === 'all' || scope === this.parts.exchange.network;
  }

  isStreamLive(): boolean {
    return this.stream?.isLive() ?? false;
  }

  /** Since the symbol that was reconciled longest ago was; null before the first time. */
  lastReconcileAgeMs(): number | null {
    const inUse = [...this.desks.values()].filter((desk) => desk.isInUse);
    const times = inUse.flatMap((desk) => desk.reconciledAtMs ?? []);
    const oldestMs = times.length === 0 ? this.searchedAtMs : Math.min(...times);
    return oldestMs === undefined ? null : Math.round(this.parts.time.monotonicMs() - oldestMs);
  }

  mayTrade(): boolean {
    return this.phase === 'ready';
  }

  openedDesk(symbol: string): SymbolDesk | undefined {
    return this.desks.get(symbol);
  }

  desk(symbol: string): SymbolDesk {
    const existing = this.openedDesk(symbol);
    if (existing !== undefined) return existing;
    const desk = this.parts.openDesk(this, symbol);
    this.desks.set(symbol, desk);
    return desk;
  }

  start(options: { readonly acceptAnomalies: boolean } = { acceptAnomalies: false }): void {
    const { acceptAnomalies } = options;
    if (this.phase === 'closed' || this.starting !== undefined) return;
    if (this.phase === 'quarantined' && !acceptAnomalies) return;
    // Quarantine is for starts: a network that has been ready is not shut by a blink of the database.
    const hasBeenReady = this.phase === 'ready' || this.phase === 'settling';
    this.phase = 'starting';
    this.starting = this.startUp(acceptAnomalies || hasBeenReady).finally(() => {
      this.starting = undefined;
    });
  }

  /**
   * Every symbol with a position or an order, here or at the exchange; undefined when the exchange cannot be
   * read. Only a flatten may take from the share of the request budget that belongs to exits. With a
   * patience, the exchange alone is enough.
   */
  async symbols(priority: 'read' | 'exit', patienceMs?: number): Promise<Set<string> | undefined> {
    const found = await this.readSymbols(priority, patienceMs);
    return typeof found === 'string' ? undefined : found;
  }

  /** Or what cannot be read. */
  private async readSymbols(priority: 'read' | 'exit', patienceMs?: number): Promise<Set<string> | string> {
    const { exchange, books, time } = this.parts;
    const booked = books.activeSymbols(exchange.network);
    const [positions, open, active] = await Promise.all([
      exchange.positions(undefined, priority),
      exchange.openOrders(undefined, priority),
      patienceMs === undefined ? booked : answerWithin(time, patienceMs, booked).catch(() => []),
    ]);
    if (positions.kind !== 'ok') return unreadable('positions', positions);
    if (open.kind !== 'ok') return unreadable('open orders', open);
    this.searchedAtMs = time.monotonicMs();
    return new Set([
      ...positions.value.map((position) => position.symbol),
      ...open.value.map((order) => order.report.symbol),
      ...active,
    ]);
  }

  async close(): Promise<void> {
    this.phase = 'closed';
    this.stop.abort();
    await this.ticker.close();
    await this.starting;
    await Promise.all([...this.desks.values()].map((desk) => desk.close()));
    await this.searching;
    await this.stream?.close();
    await this.parts.exchange.port.close();
  }

  private async startUp(acceptAnomalies: boolean): Promise<void> {
    const { signal } = this.stop;
    const { time, chance } = this.parts;
    const backoff = new Backoff({ initialMs: 500, maximumMs: 5_000, time, chance, signal });
    while (!signal.aborted) {
      try {
        if ((await this.parts.accountCheck.checkAtStart()) && (await this.reconcileAll(acceptAnomalies)))
          break;
      } catch (error) {
        this.report(error);
      }
      await backoff.wait();
    }
    if (this.phase !== 'starting') return;
    this.phase = 'settling';
    const { exchange, errors } = this.parts;
    const hear = errors.guard('user stream', (event: UserEvent) => this.hear(event));
    this.stream ??= exchange.port.userStream.open(hear);
    this.ticker.start();
    for (const desk of this.desks.values()) desk.wake({ reconcile: true });
    await this.settle();
  }

  /** True when it went through, whether or not it ended in quarantine. */
  private async reconcileAll(acceptAnomalies: boolean): Promise<boolean> {
    const { exchange, events, errors, maxCriticalAnomalies, timing, time } = this.parts;
    const earlierMs = this.criticalSinceMs;
    this.criticalSinceMs = undefined;
    const symbols = await this.readSymbols('read');
    if (typeof symbols === 'string') return this.waitFor(symbols);
    const sums = { anomalies: 0, fixed: 0, critical: 0 };
    for (const result of await this.reconcileNow(symbols)) {
      if (result.kind === 'unreadable') return this.waitFor(result.problem);
      sums.anomalies += result.anomalies;
      sums.fixed += result.fixed;
      sums.critical += result.critical;
    }
    this.unread = undefined;
    const { network } = exchange;
    if (!acceptAnomalies && sums.critical > maxCriticalAnomalies) {
      // Positions may be read before the trades behind them: an anomaly counts once it was seen by every
      // attempt for so long.
      const nowMs = time.monotonicMs();
      const sinceMs = earlierMs ?? nowMs;
      if (nowMs - sinceMs < timing.settlingMs) {
        this.criticalSinceMs = sinceMs;
        return false;
      }
      this.phase = 'quarantined';
      const message = `${sums.critical} critical anomalies`;
      errors.report('EXECUTOR_BOOT_DEGRADED', { network, message });
      await events.record('ReconcileQuarantine', { network, critical_anomalies: sums.critical });
    } else {
      const { anomalies, fixed } = sums;
      await events.record('ReconcileComplete', { network, anomalies, fixed });
    }
    return true;
  }

  /** Reported once per problem, and again while it lasts. */
  private waitFor(problem: string): false {
    const { exchange, errors, time } = this.parts;
    const nowMs = time.monotonicMs();
    if (this.unread?.problem !== problem || nowMs - this.unread.reportedMs >= REPORT_AGAIN_MS) {
      errors.report('EXECUTOR_BOOT_DEGRADED', { network: exchange.network, message: problem });
      this.unread = { problem, reportedMs: nowMs };
    }
    return false;
  }

  /**
   * Side by side, so that many are answered by one read of the account. None goes on when this ends, also
   * where one fails.
   */
  private async reconcileNow(symbols: ReadonlySet<string>): Promise<readonly ReconcileResult[]> {
    const ends = await Promise.allSettled([...symbols].map((symbol) => this.desk(symbol).reconcileNow()));
    return ends.map((end) => {
      if (end.status === 'rejected') throw end.reason;
      return end.value;
    });
  }

  /** Ready once nothing is of unknown fate and the stream is there to tell what happens next. */
  private async settle(): Promise<void> {
    while (this.phase === 'settling') {
      try {
        const unresolved = await Promise.all([...this.desks.values()].map((desk) => desk.hasUnresolved()));
        if (this.isStreamLive() && !unresolved.includes(true)) {
          this.phase = 'ready';
          this.parts.log.info({ network: this.parts.exchange.network }, 'ready to trade');
          for (const desk of this.desks.values()) desk.wake({ intents: true });
        }
      } catch (error) {
        this.report(error);
      }
      if (this.phase === 'settling') await this.parts.time.wait(SETTLE_POLL_MS, this.stop.signal);
    }
  }

  private hear(event: UserEvent): void {
    switch (event.kind) {
      case 'order':
      case 'conditional':
        this.desk(event.order.symbol).note(event);
        return;
      case 'down':
        this.parts.errors.report('EXECUTOR_FILL_TRACKER_FAILED', { message: event.reason });
        return;
      case 'account':
        if (event.reason === 'FUNDING_FEE') this.watch(this.cash.readIncome());
        return;
      case 'leverage':
        this.parts.facts.onLeverageChanged(event.symbol, event.leverage);
        return;
      default:
        if (event.kind === 'margin_call') {
          const message = 'the exchange calls for margin: a position is near its liquidation';
          this.parts.errors.report('EXECUTOR_ACCOUNT_PROBLEM', { network: this.exchange.network, message });
        }
        this.watch(this.checkAccount());
        this.reconcileDesks();
        // A payment may have been reported while the stream was down.
        this.watch(this.cash.readIncome());
    }
  }

  /** Without the stream only reads tell of fills, so they come at every tick. */
  private tick(): void {
    this.ticks += 1;
    if (!this.isStreamLive()) this.reconcileDesks();
    else if (this.ticks % RECONCILE_TICKS === 0) this.reconcileDesks((desk) => desk.isInUse);
    const { tickMs, searchEveryMs } = this.parts.timing;
    if (this.ticks % Math.ceil(searchEveryMs / tickMs) === 0) {
      this.watch(this.checkAccount());
      this.watch(this.cash.compareWallet().finally(() => this.cash.priceAssets()));
      this.searching ??= this.search().finally(() => {
        this.searching = undefined;
      });
    }
  }

  private async checkAccount(): Promise<void> {
    // What it finds out of symbols is recorded with the account, which is looked at whatever becomes of them.
    await this.parts.facts.recheck().finally(() => this.parts.accountCheck.check());
  }

  private reconcileDesks(isMeant: (desk: SymbolDesk) => boolean = () => true): void {
    if (this.phase === 'closed' || this.phase === 'quarantined') return;
    for (const desk of this.desks.values()) if (isMeant(desk)) desk.wake({ reconcile: true });
  }

  private watch(work: Promise<unknown>): void {
    work.catch((error: unknown) => this.report(error));
  }

  private async search(): Promise<void> {
    try {
      for (const symbol of (await this.symbols('read')) ?? []) this.desk(symbol).wake({ reconcile: true });
    } catch (error) {
      this.report(error);
    }
  }

  private report(error: unknown): void {
    const code = isTransientDbError(error) ? 'EXECUTOR_DB_TRANSIENT' : 'EXECUTOR_INTERNAL_ERROR';
    this.parts.errors.report(code, { network: this.parts.exchange.network, err: error });
  }
}
