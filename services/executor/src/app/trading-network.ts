/**
 * One network with its keys: a desk per symbol, the user stream that feeds them and the reconcile that does not trust it. Nothing is
 * traded before the startup reconcile has gone through and every order of unknown fate is resolved; too many critical anomalies
 * quarantine the network until an operator clears it.
 */
import type { NetworkScope } from '@platform/contracts';
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
import type { Timing } from '../timing';
import type { AccountCheck } from './account-check';
import { CashBook } from './cash-book';
import type { FactReader } from './entry-facts';
import type { Books, Events, Positions, Venue } from './ports';
import type { SymbolDesk } from './symbol-desk';

/** In ticks: how often each symbol in use is reconciled while the stream is live. */
const RECONCILE_TICKS = 5;

const SETTLE_POLL_MS = 100;

export type NetworkState = 'starting' | 'settling' | 'ready' | 'quarantined' | 'closed';

export interface NetworkParts {
  readonly venue: Venue;
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
  readonly #desks = new Map<string, SymbolDesk>();
  readonly #stop = new AbortController();
  readonly #cash: CashBook;
  #state: NetworkState = 'starting';
  #stream: StreamHandle | undefined;
  readonly #ticker: Task;
  #ticks = 0;
  #searchedAtMs: number | undefined;
  #starting: Promise<void> | undefined;
  #searching: Promise<unknown> | undefined;
  #criticalSinceMs: number | undefined;

  constructor(private readonly parts: NetworkParts) {
    this.#cash = new CashBook(parts);
    const name = `network ${parts.venue.network}`;
    this.#ticker = parts.tasks.open({ name, everyMs: parts.timing.tickMs, run: () => this.#tick() });
  }

  get venue(): Venue {
    return this.parts.venue;
  }

  state(): NetworkState {
    return this.#state;
  }

  /** What keeps the account from being traded, in words for an operator; null when nothing does. */
  problem(): string | null {
    return this.parts.accountCheck.problem();
  }

  isIn(scope: NetworkScope): boolean {
    return scope === 'all' || scope === this.parts.venue.network;
  }

  isStreamLive(): boolean {
    return this.#stream?.isLive() ?? false;
  }

  /** Since the symbol that was reconciled longest ago was; null before the first time. */
  lastReconcileAgeMs(): number | null {
    const inUse = [...this.#desks.values()].filter((desk) => desk.isInUse);
    const times = inUse.flatMap((desk) => desk.reconciledAtMs ?? []);
    const oldestMs = times.length === 0 ? this.#searchedAtMs : Math.min(...times);
    return oldestMs === undefined ? null : Math.round(this.parts.time.monotonicMs() - oldestMs);
  }

  mayTrade(): boolean {
    return this.#state === 'ready';
  }

  openedDesk(symbol: string): SymbolDesk | undefined {
    return this.#desks.get(symbol);
  }

  desk(symbol: string): SymbolDesk {
    const existing = this.openedDesk(symbol);
    if (existing !== undefined) return existing;
    const desk = this.parts.openDesk(this, symbol);
    this.#desks.set(symbol, desk);
    return desk;
  }

  start(options: { readonly acceptAnomalies: boolean } = { acceptAnomalies: false }): void {
    const { acceptAnomalies } = options;
    if (this.#state === 'closed' || this.#starting !== undefined) return;
    if (this.#state === 'quarantined' && !acceptAnomalies) return;
    // Quarantine is for starts: a network that has been ready is not shut by a blink of the database.
    const hasBeenReady = this.#state === 'ready' || this.#state === 'settling';
    this.#state = 'starting';
    this.#starting = this.#startUp(acceptAnomalies || hasBeenReady).finally(() => {
      this.#starting = undefined;
    });
  }

  /**
   * Every symbol with a position or an order, here or at the exchange; undefined when the exchange cannot be read. With a patience, the
   * exchange alone is enough.
   */
  async symbols(patienceMs?: number): Promise<Set<string> | undefined> {
    const { venue, books, time } = this.parts;
    const booked = books.activeSymbols(venue.network);
    const [positions, open, active] = await Promise.all([
      venue.positions(undefined, 'exit'),
      venue.openOrders(undefined, 'exit'),
      patienceMs === undefined ? booked : answerWithin(time, patienceMs, booked).catch(() => []),
    ]);
    if (positions.kind !== 'ok' || open.kind !== 'ok') return undefined;
    this.#searchedAtMs = time.monotonicMs();
    return new Set([
      ...positions.value.map((position) => position.symbol),
      ...open.value.map((order) => order.report.symbol),
      ...active,
    ]);
  }

  async close(): Promise<void> {
    this.#state = 'closed';
    this.#stop.abort();
    await this.#ticker.close();
    await this.#starting;
    await Promise.all([...this.#desks.values()].map((desk) => desk.close()));
    await this.#searching;
    await this.#stream?.close();
    await this.parts.venue.exchange.close();
  }

  async #startUp(acceptAnomalies: boolean): Promise<void> {
    const { signal } = this.#stop;
    const { time, chance } = this.parts;
    const backoff = new Backoff({ initialMs: 500, maximumMs: 5_000, time, chance, signal });
    while (!signal.aborted) {
      try {
        if ((await this.parts.accountCheck.checkAtStart()) && (await this.#reconcileAll(acceptAnomalies)))
          break;
      } catch (error) {
        this.#report(error);
      }
      await backoff.wait();
    }
    if (this.#state !== 'starting') return;
    this.#state = 'settling';
    const { venue, errors } = this.parts;
    const hear = errors.guard('user stream', (event: UserEvent) => this.#hear(event));
    this.#stream ??= venue.exchange.userStream.open(hear);
    this.#ticker.start();
    for (const desk of this.#desks.values()) desk.wake({ reconcile: true });
    await this.#settle();
  }

  /** True when it went through, whether or not it ended in quarantine. */
  async #reconcileAll(acceptAnomalies: boolean): Promise<boolean> {
    const { venue, events, errors, maxCriticalAnomalies, timing, time } = this.parts;
    const symbols = await this.symbols();
    if (symbols === undefined) return false;
    const sums = { anomalies: 0, fixed: 0, critical: 0 };
    for (const symbol of symbols) {
      const result = await this.desk(symbol).reconcileNow();
      if (result.kind === 'unreadable') return false;
      sums.anomalies += result.anomalies;
      sums.fixed += result.fixed;
      sums.critical += result.critical;
    }
    const { network } = venue;
    if (!acceptAnomalies && sums.critical > maxCriticalAnomalies) {
      // Positions may be read before the trades behind them: an anomaly counts once it lasts.
      const nowMs = time.monotonicMs();
      this.#criticalSinceMs ??= nowMs;
      if (nowMs - this.#criticalSinceMs < timing.settlingMs) return false;
      this.#criticalSinceMs = undefined;
      this.#state = 'quarantined';
      const message = `${sums.critical} critical anomalies`;
      errors.report('EXECUTOR_BOOT_DEGRADED', { network, message });
      await events.record('ReconcileQuarantine', { network, critical_anomalies: sums.critical });
    } else {
      this.#criticalSinceMs = undefined;
      const { anomalies, fixed } = sums;
      await events.record('ReconcileComplete', { network, anomalies, fixed });
    }
    return true;
  }

  /** Ready once nothing is of unknown fate and the stream is there to tell what happens next. */
  async #settle(): Promise<void> {
    while (this.#state === 'settling') {
      try {
        const unresolved = await Promise.all([...this.#desks.values()].map((desk) => desk.hasUnresolved()));
        if (this.isStreamLive() && !unresolved.includes(true)) {
          this.#state = 'ready';
          this.parts.log.info({ network: this.parts.venue.network }, 'ready to trade');
          for (const desk of this.#desks.values()) desk.wake({ intents: true });
        }
      } catch (error) {
        this.#report(error);
      }
      if (this.#state === 'settling') await this.parts.time.wait(SETTLE_POLL_MS, this.#stop.signal);
    }
  }

  #hear(event: UserEvent): void {
    switch (event.kind) {
      case 'order':
      case 'conditional':
        this.desk(event.order.symbol).note(event);
        return;
      case 'down':
        this.parts.errors.report('EXECUTOR_FILL_TRACKER_FAILED', { message: event.reason });
        return;
      case 'account':
        if (event.reason === 'FUNDING_FEE') this.#watch(this.#cash.readIncome());
        return;
      case 'leverage':
        this.parts.facts.onLeverageChanged(event.symbol, event.leverage);
        return;
      default:
        this.#watch(this.#checkAccount());
        this.#reconcileDesks();
        // A payment may have been reported while the stream was down.
        this.#watch(this.#cash.readIncome());
    }
  }

  /** Without the stream only reads tell of fills, so they come at every tick. */
  #tick(): void {
    this.#ticks += 1;
    if (!this.isStreamLive()) this.#reconcileDesks();
    else if (this.#ticks % RECONCILE_TICKS === 0) this.#reconcileDesks((desk) => desk.isInUse);
    const { tickMs, searchEveryMs } = this.parts.timing;
    if (this.#ticks % Math.ceil(searchEveryMs / tickMs) === 0) {
      this.#watch(this.#checkAccount());
      this.#watch(this.#cash.compareWallet());
      this.#searching ??= this.#search().finally(() => {
        this.#searching = undefined;
      });
    }
  }

  async #checkAccount(): Promise<void> {
    await this.parts.accountCheck.check();
    await this.parts.facts.recheck();
  }

  #reconcileDesks(isMeant: (desk: SymbolDesk) => boolean = () => true): void {
    if (this.#state === 'closed' || this.#state === 'quarantined') return;
    for (const desk of this.#desks.values()) if (isMeant(desk)) desk.wake({ reconcile: true });
  }

  #watch(work: Promise<unknown>): void {
    work.catch((error: unknown) => this.#report(error));
  }

  async #search(): Promise<void> {
    try {
      for (const symbol of (await this.symbols()) ?? []) this.desk(symbol).wake({ reconcile: true });
    } catch (error) {
      this.#report(error);
    }
  }

  #report(error: unknown): void {
    const code = isTransientDbError(error) ? 'EXECUTOR_DB_TRANSIENT' : 'EXECUTOR_INTERNAL_ERROR';
    this.parts.errors.report(code, { network: this.parts.venue.network, err: error });
  }
}
