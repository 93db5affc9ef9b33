/**
 * Everything that happens to one symbol on one network, one turn at a time. A turn takes no event as its
 * input: it writes down what arrived, reads what is believed, and does the next safe thing: resolve what is
 * unknown, reconcile when due, protect, and only then take an intent one step further. A step that fails is
 * reported and the next one goes on. Turns are woken by signals and by their own unfinished business, the
 * latter ever more slowly.
 */
import type { Network } from '@platform/contracts';
import { type ErrorLog, isTransientDbError, type Task, type Tasks, type Time } from '@platform/service-kit';
import { withoutTargetsOfLeaving } from '../domain/leaving';
import { isAwaitingEnd, isUnresolved, type OpenOrder } from '../domain/order';
import type { Bookkeeper, OrderEvent } from './bookkeeper';
import type { IntentHandler } from './intent-handler';
import type { OwedRows } from './owed-rows';
import type { Books, Intent, SymbolBook } from './ports';
import type { Protector } from './protector';
import type { Resolver } from './resolver';
import type { ReconcileResult, SymbolReconciler } from './symbol-reconciler';
import type { TriggerWatch } from './trigger-watch';

const RETRY_MS = { first: 250, most: 4_000 } as const;
const DRAIN_MS = 8_000;
/** A turn asks the exchange a few questions, each within its own time, and a flatten runs inside one. */
const DEAD_AFTER_MS = 5 * 60_000;
const FAILED = Symbol('a step failed');

export interface DeskParts {
  readonly network: Network;
  readonly symbol: string;
  readonly load: () => ReturnType<Books['load']>;
  /** With the undecided intents of this symbol, oldest first. */
  readonly loadWithIntents: () => ReturnType<Books['loadWithIntents']>;
  readonly owed: OwedRows;
  readonly bookkeeper: Bookkeeper;
  readonly resolver: Resolver;
  readonly reconciler: SymbolReconciler;
  readonly protector: Protector;
  readonly intents: IntentHandler;
  readonly triggers: TriggerWatch;
  readonly errors: ErrorLog;
  readonly tasks: Tasks;
  readonly time: Time;
  mayTakeIntents(): boolean;
  /** Something of the symbol has changed, or may have. */
  onChanged(): void;
  /** An intent is waiting where none was: what it will be judged by can be asked for already. */
  onIntents(): void;
}

/** again: look at once. later: something is left that only time or the exchange can change. */
type TurnResult = 'quiet' | 'again' | 'later';

export class SymbolDesk {
  private readonly events: OrderEvent[] = [];
  private readonly tasks: (() => Promise<void>)[] = [];
  private readonly task: Task;
  private reconcileDue = false;
  private hasIntents = false;
  private isWaiting = false;
  private retryMs: number = RETRY_MS.first;
  private isClosed = false;
  private lastReconciledMs: number | undefined;
  private wasInUse = true;

  constructor(private readonly parts: DeskParts) {
    this.task = parts.tasks.open({
      name: `desk ${parts.network} ${parts.symbol}`,
      deadAfterMs: DEAD_AFTER_MS,
      run: () => this.turnSafely(),
    });
    this.task.start();
  }

  wake(why: { readonly intents?: boolean; readonly reconcile?: boolean } = {}): void {
    if (this.isClosed) return;
    if (why.intents === true && !this.hasIntents) {
      this.hasIntents = true;
      // After the turn has asked the database.
      this.parts.time.soon(this.parts.errors.guard('facts of an entry', () => this.parts.onIntents()));
    }
    this.reconcileDue ||= why.reconcile === true;
    this.task.wake();
  }

  /** Something is held or ordered; what is not in use is watched by the search of the whole account. */
  get isInUse(): boolean {
    return this.wasInUse;
  }

  /** Of the monotonic clock; undefined before the first time. */
  get reconciledAtMs(): number | undefined {
    return this.lastReconciledMs;
  }

  note(event: OrderEvent): void {
    this.events.push(event);
    this.parts.onChanged();
    this.wake();
  }

  /** The exchange answers again after an outage. */
  resume(): void {
    this.parts.resolver.hurry();
    this.retryMs = RETRY_MS.first;
    this.wake();
  }

  /** Runs alone: no turn of this symbol is under way meanwhile. */
  run<T>(task: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.tasks.push(() => task().then(resolve, reject));
      this.wake();
    });
  }

  /** At startup, before any intent is taken. */
  async reconcileNow(): Promise<ReconcileResult> {
    await this.parts.owed.write(this.parts.symbol);
    const book = await this.parts.load();
    // What was read of the account before an order turned out to be filled does not show its position.
    if (await this.parts.resolver.resolve(this.parts.symbol, book.orders)) this.parts.onChanged();
    return this.reconcile(true);
  }

  async hasUnresolved(): Promise<boolean> {
    return (await this.parts.load()).orders.some(isUnresolved);
  }

  /**
   * Takes no further intent, finishes the turn in hand and leaves no fill of it without a stop. What is still
   * unknown after that is in the database for the next start.
   */
  async close(): Promise<void> {
    this.isClosed = true;
    await this.task.close();
    const { time } = this.parts;
    const deadlineMs = time.monotonicMs() + DRAIN_MS;
    while ((await this.turnSafely()) !== 'quiet' && time.monotonicMs() < deadlineMs)
      await time.wait(RETRY_MS.first);
  }

  private async turnSafely(): Promise<TurnResult> {
    try {
      for (let task = this.tasks.shift(); task !== undefined; task = this.tasks.shift()) await task();
      const result = await this.turn();
      if (result === 'again') this.task.wake();
      else if (result === 'later') this.lookAgainLater();
      else this.retryMs = RETRY_MS.first;
      return result;
    } catch (error) {
      const { errors, symbol } = this.parts;
      const code = isTransientDbError(error) ? 'EXECUTOR_DB_TRANSIENT' : 'EXECUTOR_INTERNAL_ERROR';
      errors.report(code, { symbol, err: error });
      if (isTransientDbError(error)) await this.parts.protector.placeExpected();
      this.lookAgainLater();
      return 'later';
    }
  }

  private async reconcile(isStartup: boolean): Promise<ReconcileResult> {
    const result = await this.parts.reconciler.reconcile({ isStartup });
    if (result.kind === 'done') this.lastReconciledMs = this.parts.time.monotonicMs();
    return result;
  }

  private async turn(): Promise<TurnResult> {
    const { parts } = this;
    await parts.owed.write(parts.symbol);
    await this.bookEvents();
    let { book, waiting } = await this.read();
    const isInDoubt = book.orders.some(isOpenEnded);
    const resolved = await this.stepBeforeRead(
      async () => isInDoubt && parts.resolver.resolve(parts.symbol, book.orders),
    );
    let isOutdated = resolved !== false;
    if (this.reconcileDue) {
      const result = await this.stepBeforeRead(() => this.reconcile(false));
      this.reconcileDue = result === FAILED || result.kind === 'unreadable';
      isOutdated = true;
    }
    if (isOutdated) ({ book, waiting } = await this.read());
    const protection = await this.step(() =>
      parts.protector.converge(withoutTargetsOfLeaving(book, waiting)),
    );
    if (protection !== FAILED && protection.changed) {
      // Look at what that did before anything else is started.
      parts.onChanged();
      return 'again';
    }
    const intents = await this.advanceIntents(book, waiting);
    if (intents === 'progressed') parts.onChanged();
    // What an intent begins to wait for may have happened without a word; later the regular rounds look.
    if (intents === 'waiting' && !this.isWaiting) this.reconcileDue = true;
    this.isWaiting = intents === 'waiting';
    if (intents === 'progressed') return 'again';
    const isQuiet =
      resolved !== FAILED &&
      protection !== FAILED &&
      !protection.unfinished &&
      intents !== 'waiting' &&
      !book.orders.some(isOpenEnded) &&
      !this.reconcileDue;
    return isQuiet ? 'quiet' : 'later';
  }

  /** Without the database there is no turn; anything else that goes wrong stays where it happened. */
  private async step<T>(work: () => Promise<T>): Promise<T | typeof FAILED> {
    try {
      return await work();
    } catch (error) {
      if (isTransientDbError(error)) throw error;
      const { errors, symbol } = this.parts;
      errors.report('EXECUTOR_INTERNAL_ERROR', { symbol, err: error });
      return FAILED;
    }
  }

  /**
   * A lost statement does not stand between a position and its stop: the book is read next, and without the
   * database that fails.
   */
  private async stepBeforeRead<T>(work: () => Promise<T>): Promise<T | typeof FAILED> {
    try {
      return await this.step(work);
    } catch (error) {
      const { errors, symbol } = this.parts;
      errors.report('EXECUTOR_DB_TRANSIENT', { symbol, err: error });
      return FAILED;
    }
  }

  /**
   * In the order of their arrival; what cannot be written now is kept for the next turn. One that can never
   * be written must not stand between the position and its stop: it is reported, and reconcile reads what it
   * would have said.
   */
  private async bookEvents(): Promise<void> {
    for (let event = this.events[0]; event !== undefined; event = this.events[0]) {
      try {
        if (!(await this.parts.bookkeeper.note(event))) this.reconcileDue = true;
        if (event.kind === 'conditional') {
          const { clientOrderId, status } = event.order;
          this.parts.triggers.note(clientOrderId, status === 'triggering');
        }
      } catch (error) {
        if (isTransientDbError(error)) throw error;
        const { errors, symbol } = this.parts;
        errors.report('EXECUTOR_INTERNAL_ERROR', {
          symbol,
          message: 'an event could not be booked',
          err: error,
        });
        this.reconcileDue = true;
      }
      this.events.shift();
      this.retryMs = RETRY_MS.first;
    }
  }

  private async read(): Promise<{ readonly book: SymbolBook; readonly waiting: readonly Intent[] }> {
    const takesIntents = this.hasIntents && this.parts.mayTakeIntents() && !this.isClosed;
    // An intent that comes during this read is seen by the next one.
    if (takesIntents) this.hasIntents = false;
    const { intents: waiting, ...book } = takesIntents
      ? await this.parts.loadWithIntents()
      : { ...(await this.parts.load()), intents: [] };
    if (waiting.length > 0) this.hasIntents = true;
    this.wasInUse = book.orders.length > 0 || book.holdings.length > 0;
    return { book, waiting };
  }

  /**
   * Oldest first. What has to wait holds up its own bot only: no exit stands behind a neighbour's blocked
   * entry.
   */
  private async advanceIntents(
    book: SymbolBook,
    waiting: readonly Intent[],
  ): Promise<'none' | 'progressed' | 'waiting'> {
    const heldUp = new Set<string>();
    for (const intent of waiting) {
      if (!this.parts.mayTakeIntents() || this.isClosed) return 'none';
      if (heldUp.has(intent.botId)) continue;
      const progress = await this.step(() => this.parts.intents.handle(intent, book));
      if (progress !== FAILED && progress !== 'waiting') return 'progressed';
      heldUp.add(intent.botId);
    }
    return heldUp.size > 0 ? 'waiting' : 'none';
  }

  private lookAgainLater(): void {
    const { protector, triggers } = this.parts;
    this.task.wakeWithin(Math.min(this.retryMs, protector.deadlineInMs(), triggers.stuckInMs()));
    this.retryMs = Math.min(this.retryMs * 2, RETRY_MS.most);
  }
}

function isOpenEnded(order: OpenOrder): boolean {
  return isUnresolved(order) || isAwaitingEnd(order);
}
