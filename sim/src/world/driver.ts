/**
 * Plays a schedule. Actions begin when they are due and overlap; the log says from when to when the executor
 * could not be expected to act. Nothing here judges.
 */
import { symbolSpec } from '@platform/exchange-sim';
import type { Interval, Trouble } from '../history/history';
import type { Action, Disturbance, MarketEvent, ServiceFault } from '../schedule/actions';
import { aftermathMs, REQUEST_MS, touchedBy } from './touched';
import type { Trader } from './trader';
import type { Link, Lives, World } from './world';

const SLOW_MS = 300;
const QUIET_WEEK_MS = 8 * 24 * 3_600_000;
const ORDER_BY_HAND_USD = 300;
const LEVERAGE_BY_HAND = 7;
/** For so long the executor may go by lots that are finer by now. */
const RULES_KEPT_MS = 3_600_000;
/** Of a whole seed: an executor that does not start must not be waited for at every event. */
const PATIENCE_MS = 60_000;

export class Driver {
  readonly disturbed: Trouble[] = [];
  readonly databaseAway: Interval[] = [];
  readonly stopsRefused: Trouble[] = [];
  readonly coarse: { symbol: string; lot: string; fromMs: number; toMs: number }[] = [];
  private playedFromMs = 0;
  private playedToMs = 0;
  private patienceMs = PATIENCE_MS;
  private readonly underWay = new Set<Promise<void>>();
  private readonly ordersByHand: { readonly symbol: string; readonly clientId: string }[] = [];
  /** Rows keep their order, and a server is broken in one way at a time. */
  private readonly turns = { rows: Promise.resolve(), postgres: Promise.resolve(), nats: Promise.resolve() };

  constructor(
    private readonly world: World,
    private readonly trader: Trader,
  ) {}

  get played(): Interval {
    return { fromMs: this.playedFromMs, toMs: this.playedToMs };
  }

  /**
   * A patient schedule stands still while the executor starts, so that a slow start costs time and not
   * events.
   */
  async play(): Promise<void> {
    const { time, schedule } = this.world;
    const { actions, durationMs, isPatient } = schedule;
    let startedMs = time.nowMs();
    this.playedFromMs = startedMs;
    const reach = async (atMs: number) => {
      await time.sleep(Math.max(0, startedMs + atMs - time.nowMs()));
      if (isPatient) startedMs += await this.untilStarted();
    };
    for (const action of actions) {
      await reach(action.atMs);
      this.begin(action);
    }
    await reach(durationMs);
    this.playedToMs = time.nowMs();
  }

  private async untilStarted(): Promise<number> {
    const { time, executor } = this.world;
    const fromMs = time.nowMs();
    while (executor.isStarting() && time.nowMs() - fromMs < this.patienceMs) await time.sleep(20);
    const waitedMs = time.nowMs() - fromMs;
    this.patienceMs -= waitedMs;
    return waitedMs;
  }

  /** Ends every fault, whatever was left of its time. */
  async heal(): Promise<void> {
    await Promise.all(this.underWay);
    const { admin, links, executor, schedule } = this.world;
    admin.clearFaults();
    this.world.heal?.();
    for (const link of Object.values(links)) {
      link.blackhole(false);
      link.latency(0);
    }
    admin.changeClock({ skewMs: 0 });
    for (const { symbol } of [...schedule.bots, ...schedule.liveBots]) {
      admin.changeMarket({ symbol, liquidity: 1 });
      this.changeLots(symbol, 1, { minNotional: '5', status: 'TRADING' });
    }
    this.takeBackOrders();
    executor.send({ crashAt: 'nowhere' });
    executor.send({ wrongByMs: 0 });
    executor.signal('SIGCONT');
    executor.resume();
    for (const service of this.services()) {
      service.send({ wrongByMs: 0 });
      service.signal('SIGCONT');
    }
  }

  private begin(action: Action): void {
    const work = this.do(action).finally(() => this.underWay.delete(work));
    this.underWay.add(work);
  }

  private do(action: Action): Promise<void> {
    switch (action.kind) {
      case 'intent':
        return this.inTurn('rows', () => this.trader.intend(action));
      case 'raise_fence':
        return this.inTurn('rows', () => this.trader.raiseFence(action.bot));
      case 'latch':
        return this.inTurn('rows', () => this.trader.setLatch(action.halted));
      case 'flatten':
        return this.inTurn('rows', () => this.flatten(action.scope, action.bot));
      case 'drill':
        return this.inTurn('rows', () => this.trader.startDrill(action.breaker));
      case 'break_glass':
        return this.world.executor.breakGlass();
      case 'market':
        return Promise.resolve(this.move(action));
      default:
        return this.disturb(action);
    }
  }

  private inTurn(of: 'rows' | 'postgres' | 'nats', work: () => Promise<void>): Promise<void> {
    this.turns[of] = this.turns[of].then(work);
    return this.turns[of];
  }

  private flatten(scope: Extract<Action, { kind: 'flatten' }>['scope'], bot: number): Promise<void> {
    const { symbol, cluster } = this.world.schedule.bots[bot]!;
    switch (scope) {
      case 'all':
        return this.trader.flatten('all', null);
      case 'bot':
        return this.trader.flatten(`bot:${this.trader.botId(bot)}`, bot);
      case 'cluster':
        return this.trader.flatten(`cluster:${cluster}`, null);
      case 'symbol':
        return this.trader.flatten(`symbol:${symbol}`, null);
    }
  }

  private move(event: MarketEvent): void {
    const { admin } = this.world;
    switch (event.what) {
      case 'liquidate':
      case 'deleverage':
        admin.liquidate('main', event.symbol, event.share, event.what === 'deleverage', event.side);
        break;
      case 'close_by_hand':
        admin.close('main', event.symbol, event.share, event.side);
        break;
      case 'order_by_hand':
        this.orderByHand(event.symbol);
        break;
      case 'leverage_by_hand':
        admin.configure('main', { setting: 'leverage', symbol: event.symbol, leverage: LEVERAGE_BY_HAND });
        break;
      case 'delist':
        admin.delist(event.symbol);
        break;
      case 'quiet_week':
        this.takeBackOrders();
        // For everybody: the venue, and the machine of the services.
        admin.changeClock({ skipMs: QUIET_WEEK_MS });
        this.world.executor.advance(QUIET_WEEK_MS);
        for (const service of this.services()) service.advance(QUIET_WEEK_MS);
        break;
      case 'funding':
        admin.settleFunding();
        break;
      case 'disconnect':
        admin.disconnect();
        break;
      case 'expire_key':
      case 'expire_key_silently':
        admin.expireListenKey('main', event.what === 'expire_key_silently');
        break;
      case 'price':
        this.takeBackOrders(event.symbol);
        admin.changeMarket({ symbol: event.symbol, factor: event.factor });
        break;
      case 'thin_book':
        admin.changeMarket({ symbol: event.symbol, liquidity: event.liquidity });
        break;
      case 'filters':
        this.changeLots(event.symbol, event.coarseness, { minNotional: event.minNotional });
        break;
    }
  }

  /** Far below the market: it rests until the seed is healed. */
  private orderByHand(symbol: string): void {
    const { admin } = this.world;
    const clientId = `by-hand-${this.ordersByHand.length}`;
    const { priceDecimals, quantityDecimals } = symbolSpec(symbol);
    // The venue's own price: what the bots saw last may be a week old.
    const price = admin.markPrice(symbol) * 0.93;
    admin.trade('main', {
      symbol,
      side: 'BUY',
      positionSide: 'LONG',
      type: 'LIMIT',
      timeInForce: 'GTC',
      price: price.toFixed(priceDecimals),
      quantity: (ORDER_BY_HAND_USD / price).toFixed(quantityDecimals),
      newClientOrderId: clientId,
    });
    this.ordersByHand.push({ symbol, clientId });
  }

  /** Before prices fall far enough to fill them: what they bought would be unowned. */
  private takeBackOrders(of?: string): void {
    for (const { symbol, clientId } of this.ordersByHand) {
      if (of === undefined || of === symbol) this.world.admin.cancel('main', { symbol, clientId });
    }
  }

  private changeLots(
    symbol: string,
    coarseness: number,
    others: { minNotional: string; status?: 'TRADING' },
  ): void {
    const { quantityDecimals } = symbolSpec(symbol);
    const lot = (coarseness * 10 ** -quantityDecimals).toFixed(quantityDecimals);
    const nowMs = this.world.time.nowMs();
    for (const period of this.coarse)
      if (period.symbol === symbol) period.toMs = Math.min(period.toMs, nowMs + RULES_KEPT_MS);
    if (coarseness > 1) this.coarse.push({ symbol, lot, fromMs: nowMs, toMs: Infinity });
    this.world.admin.changeFilters(symbol, { stepSize: lot, minQty: lot, ...others });
  }

  private async disturb(fault: Disturbance): Promise<void> {
    const { executor, links } = this.world;
    switch (fault.kind) {
      case 'crash':
        return executor.send({ crashAt: fault.at });
      case 'kill':
        return executor.signal('SIGKILL');
      case 'terminate':
        return executor.signal('SIGTERM');
      case 'clock':
        return executor.send({ wrongByMs: fault.jumpMs });
      case 'freeze':
        executor.signal('SIGSTOP');
        await this.lasting(fault.forMs);
        return executor.signal('SIGCONT');
      case 'postgres':
        return this.inTurn('postgres', () =>
          this.during(() => this.breakPostgres(fault.what, fault.forMs), this.databaseAway),
        );
      case 'nats':
        return this.inTurn('nats', () => this.breakNats(fault.what, fault.forMs));
      case 'venue_link':
        return this.during(() => this.breakLink(links.venue, fault.what, fault.forMs), this.disturbed, {
          aftermathMs: REQUEST_MS,
        });
      case 'venue_fault':
        return this.spoilVenue(fault);
      case 'trading_break':
        return this.during(() => this.breakTrading(fault), this.disturbed, fault);
      case 'venue_clock':
        return this.during(() => this.skewVenue(fault));
      case 'second_executor':
        return this.world.withSecondExecutor(() => this.lasting(fault.forMs));
      case 'risk':
        return this.disturbService(this.world.risk, fault);
      case 'bot':
        return this.disturbService(this.world.bots?.[fault.process], fault);
    }
  }

  private async disturbService(service: Lives | undefined, fault: ServiceFault): Promise<void> {
    switch (fault.what) {
      case 'kill':
        return service?.signal('SIGKILL');
      case 'terminate':
        return service?.signal('SIGTERM');
      case 'clock':
        return service?.send({ wrongByMs: fault.jumpMs });
      case 'freeze':
        service?.signal('SIGSTOP');
        await this.lasting(fault.forMs);
        service?.signal('SIGCONT');
    }
  }

  private services(): Lives[] {
    const { risk, secondRisk, bots = [] } = this.world;
    return [risk, secondRisk, ...bots].filter((service) => service !== undefined);
  }

  private async breakPostgres(
    what: 'restart' | 'blackhole' | 'reset' | 'slow',
    forMs: number,
  ): Promise<void> {
    if (what !== 'restart') return this.breakLink(this.world.links.postgres, what, forMs);
    await this.world.restartPostgres();
  }

  private async breakNats(what: 'restart' | 'wipe' | 'blackhole', forMs: number): Promise<void> {
    if (what === 'blackhole') return this.breakLink(this.world.links.nats, what, forMs);
    await this.world.stopNats(what === 'wipe');
    await this.lasting(forMs);
    await this.world.startNats();
  }

  private async breakLink(link: Link, what: 'blackhole' | 'reset' | 'slow', forMs: number): Promise<void> {
    if (what === 'reset') return link.reset();
    if (what === 'blackhole') link.blackhole(true);
    else link.latency(SLOW_MS);
    await this.lasting(forMs);
    link.blackhole(false);
    link.latency(0);
  }

  private async breakTrading(fault: Extract<Disturbance, { kind: 'trading_break' }>): Promise<void> {
    const { symbol, status, forMs } = fault;
    const { admin } = this.world;
    admin.changeFilters(symbol, { status });
    await this.lasting(forMs);
    admin.changeFilters(symbol, { status: 'TRADING' });
  }

  private async skewVenue({ skewMs, forMs }: Extract<Disturbance, { kind: 'venue_clock' }>): Promise<void> {
    const { admin } = this.world;
    admin.changeClock({ skewMs });
    await this.lasting(forMs);
    admin.changeClock({ skewMs: 0 });
  }

  private async spoilVenue({ rule, forMs }: Extract<Disturbance, { kind: 'venue_fault' }>): Promise<void> {
    const { admin } = this.world;
    const fromMs = this.world.time.nowMs();
    const { id } = admin.addFault(rule);
    // What is connected would not notice.
    if (rule.kind === 'refuse_stream') admin.disconnect();
    await this.lasting(forMs);
    admin.clearFaults(id);
    const touched = touchedBy(
      rule,
      { fromMs, toMs: this.world.time.nowMs() },
      admin.ledger({ limit: Infinity }),
    );
    if (touched === undefined) return;
    const toMs = touched.toMs + aftermathMs(rule);
    const troubles = rule.kind === 'stop_rejected' ? this.stopsRefused : this.disturbed;
    troubles.push({ fromMs: touched.fromMs, toMs, symbol: rule.symbol });
  }

  private async during(
    work: () => Promise<void>,
    troubles: Trouble[] = this.disturbed,
    { symbol, aftermathMs = 0 }: { readonly symbol?: string; readonly aftermathMs?: number } = {},
  ): Promise<void> {
    const fromMs = this.world.time.nowMs();
    await work();
    troubles.push({ fromMs, toMs: this.world.time.nowMs() + aftermathMs, symbol });
  }

  private lasting(ms: number): Promise<void> {
    return this.world.time.sleep(ms);
  }
}
