/** Everything one seed runs on, in one process and in virtual time. */
import type { BotSettings } from '@platform/bot/core';
import type { OrderIntent } from '@platform/contracts';
import { MINUTE_MS } from '@platform/core';
import { DEFAULT_LIMITS, openVenue, rawRequest, type Venue } from '@platform/exchange-sim';
import { type IntentRow, type OrderRow, Tables } from '@platform/executor/core';
import type { Bounds, DatabaseHistory, LostStatement, OrderStep, ProcessEvent } from '../history/history';
import type { PlantedBug } from '../planted/planted-bug';
import type { Bot, Schedule } from '../schedule/actions';
import { Draws } from '../schedule/random';
import type { Rows, World, WorldTime } from '../world/world';
import { botLives } from './bot-lives';
import { BotWatch } from './bot-watch';
import { VirtualBus } from './bus';
import { VirtualPostgres } from './database';
import { VirtualExecutor } from './executor-lives';
import { VirtualLink } from './link';
import { VirtualMarket } from './market';
import { restlessPlan } from './restless';
import { riskLives } from './risk-lives';
import { RiskWatch } from './risk-watch';
import { Scheduler } from './scheduler';
import type { ServiceLives } from './service-lives';

/**
 * Noon, so that no seed meets the end of a UTC day by accident; minutes close when the bots are warm, when
 * the schedule ends, and after it.
 */
const NOON_MS = Date.UTC(2026, 0, 15, 12, 0, 55);
/** Every so many seeds the day ends on purpose, when some of its caps are used up. */
const SEEDS_PER_MIDNIGHT = 14;
const BEFORE_MIDNIGHT_MS = Date.UTC(2026, 0, 15, 23, 59, 15);
/** Every so many seeds two risk engines want to judge. */
const SEEDS_PER_SECOND_RISK = 10;
const TICK_MS = 100;
const CREDENTIALS = { apiKey: 'canary-api-key-5e1f0a', apiSecret: 'canary-api-secret-93b7c2' };

/**
 * As the spec has them: nothing here is slowed down by a machine. A second is what the network and the
 * database may take in all.
 */
const BOUNDS: Bounds = {
  haltToSilenceMs: 7_500,
  latchFreshMs: 11_000,
  reconciledSeenMs: 50,
  uncoveredMs: 6_000,
  databaseBackMs: 21_500,
  flattenBegunMs: 16_500,
  drainMs: 31_000,
  tripMs: 2_500,
};

const RESTART_MS = [800, 3_000] as const;

const LIVE_ALLOCATION_USD = 1_000;
/** Until everybody has decided on a bar and what they asked for is done. */
const BAR_SETTLES_MS = 10_000;

function liveBotId(seed: number, index: number): string {
  return `${seed.toString(16).padStart(8, '0')}-0000-7000-8000-bb${index.toString(16).padStart(10, '0')}`;
}

function settingsOf({ strategy, symbol, cluster }: Bot, botId: string, leaning: number): BotSettings {
  return {
    botId,
    strategy,
    symbol,
    timeframe: '1m',
    network: 'testnet',
    generation: '1',
    shadow: false,
    warmupMode: 'strict',
    maxLeverage: undefined,
    clusterId: cluster,
    warnings: [],
    plan: restlessPlan(leaning),
  };
}

export class VirtualWorld implements World {
  readonly scheduler: Scheduler;
  readonly log: string[] = [];
  readonly latchReads: number[] = [];
  readonly time: WorldTime;
  readonly links;
  readonly executor: VirtualExecutor;
  readonly second: ProcessEvent[] = [];
  readonly risk: ServiceLives;
  readonly secondRisk: ServiceLives | undefined;
  readonly bots: readonly ServiceLives[];
  readonly rows: Rows;
  private readonly venue: Venue;
  private readonly tables: Tables;
  private readonly postgres: VirtualPostgres;
  private readonly draws: Draws;
  private readonly bus: VirtualBus;
  private readonly newExecutor: () => VirtualExecutor;
  private readonly watch: RiskWatch;
  private readonly botWatch: BotWatch;

  private readonly committedMs = new Map<string, number>();
  private readonly steps: OrderStep[] = [];
  private readonly outcomeWrites = new Map<string, number>();
  private readonly decidedMs = new Map<string, number>();
  private readonly fences: DatabaseHistory['fences'][number][] = [];

  constructor(
    readonly schedule: Schedule,
    bug?: PlantedBug,
  ) {
    const { seed } = schedule;
    const draws = (purpose: number) => new Draws(seed ^ purpose);
    this.scheduler = new Scheduler(draws(0x0c10c4));
    this.draws = draws(0xd0);
    const { scheduler } = this;
    const beginsMs = seed % SEEDS_PER_MIDNIGHT === 0 ? BEFORE_MIDNIGHT_MS : NOON_MS;
    const wallMs = () => Math.floor(beginsMs + scheduler.nowMs);
    this.time = { nowMs: wallMs, sleep: (ms) => scheduler.sleep(ms) };
    this.links = {
      postgres: new VirtualLink(draws(0xdb), [0.2, 2]),
      venue: new VirtualLink(draws(0xe8c), [2, 25]),
      nats: new VirtualLink(draws(0xa75), [0.5, 4]),
    };
    this.tables = new Tables(wallMs, {
      onOrder: (row, isNew) => this.onOrder(row, isNew),
      onOutcome: (row) => this.onOutcome(row),
    });
    this.tables.halted = false;
    this.postgres = new VirtualPostgres(
      scheduler,
      this.links.postgres,
      draws(0x59a1),
      draws(0x105e),
      schedule.statementLoss,
      wallMs,
    );
    this.venue = openVenue({
      seed,
      hedgeMode: true,
      startMs: beginsMs,
      symbols: [...new Set([...schedule.bots, ...schedule.liveBots].map(({ symbol }) => symbol))],
      keys: [
        {
          key: CREDENTIALS.apiKey,
          secret: CREDENTIALS.apiSecret,
          account: 'main',
          canTrade: true,
          canWithdraw: false,
        },
      ],
      limits: { ...DEFAULT_LIMITS, weightPerMinute: DEFAULT_LIMITS.weightPerMinute * 2 },
      time: {
        monotonicMs: () => scheduler.nowMs,
        wallMs,
        after: (delayMs, action) => scheduler.after(delayMs, action),
        every: (periodMs, action) => scheduler.every(periodMs, action),
      },
    });
    scheduler.every(TICK_MS, () => this.venue.tick());
    this.bus = new VirtualBus(scheduler, this.links.nats, draws(0xb05));
    const liveSymbols = [...new Set(schedule.liveBots.map(({ symbol }) => symbol))];
    const market = new VirtualMarket(scheduler, this.venue, wallMs, liveSymbols);
    const shared = { tables: this.tables, postgres: this.postgres, wallMs };
    this.botWatch = new BotWatch({ ...shared, fences: this.fences });
    this.watch = new RiskWatch({
      scheduler,
      ...shared,
      draws: draws(0x0be7),
      bots: this.botWatch.tables,
      markOf: (symbol) => market.priceOf(symbol),
    });
    const newRisk = (purpose: number) =>
      riskLives({
        scheduler,
        tables: this.watch.tables,
        postgres: this.postgres,
        bus: this.bus,
        wallMs,
        bug,
        draws: draws(purpose),
        log: (line) => this.log.push(line),
      });
    this.risk = newRisk(0x4157);
    this.secondRisk = seed % SEEDS_PER_SECOND_RISK === 0 ? newRisk(0x4158) : undefined;
    let lives = 0;
    this.newExecutor = () =>
      new VirtualExecutor({
        scheduler,
        tables: this.tables,
        postgres: this.postgres,
        venueLink: this.links.venue,
        venue: this.venue,
        caps: schedule.caps,
        wallMs,
        credentials: CREDENTIALS,
        bug,
        draws: draws(0x11fe + ++lives),
        log: (line) => this.log.push(line),
        onLatchRead: () => this.latchReads.push(wallMs()),
      });
    this.executor = this.newExecutor();
    const { tables: botTables } = this.botWatch;
    // Two processes for each: the second waits for the lease.
    this.bots = schedule.liveBots.flatMap((bot, index) =>
      [0, 1].map((place) =>
        botLives({
          scheduler,
          tables: botTables,
          postgres: this.postgres,
          bus: this.bus,
          market,
          wallMs,
          bug,
          draws: draws(0xb07 + index * 2 + place),
          settings: settingsOf(bot, liveBotId(seed, index), index),
          log: (line) => this.log.push(line),
          tellExecutor: (afterMs) => this.executor.wakeIntake(afterMs),
        }),
      ),
    );
    for (const [index, { symbol, cluster }] of schedule.liveBots.entries()) {
      const botId = liveBotId(seed, index);
      const allocationUsd = String(LIVE_ALLOCATION_USD);
      this.tables.bots.push({ botId, leverage: 1, symbol, clusterId: cluster, allocationUsd });
    }
    this.rows = this.makeRows();
  }

  get admin() {
    return this.venue.admin;
  }

  get lostStatements(): readonly LostStatement[] {
    return this.postgres.lostStatements;
  }

  heal(): void {
    this.postgres.heal();
  }

  restartPostgres(): Promise<void> {
    return this.postgres.restart(this.draws.whole(...RESTART_MS));
  }

  stopNats(): Promise<void> {
    this.bus.isUp = false;
    return Promise.resolve();
  }

  startNats(): Promise<void> {
    this.bus.isUp = true;
    return Promise.resolve();
  }

  async withSecondExecutor(meanwhile: () => Promise<void>): Promise<void> {
    const second = this.newExecutor();
    second.advance(this.executor.aheadMs);
    second.start();
    await meanwhile();
    await second.stop('SIGKILL');
    this.second.push(...second.events);
  }

  ring(_intent: OrderIntent): void {
    this.bus.carry((afterMs) => this.executor.wakeIntake(afterMs));
  }

  priceOf(symbol: string): Promise<number | undefined> {
    const request = rawRequest('GET', `/fapi/v1/premiumIndex?symbol=${symbol}`, {}, '');
    const { reply, instead } = this.venue.request(request);
    const { markPrice } = reply.body as { markPrice?: string };
    return Promise.resolve(instead !== undefined || markPrice === undefined ? undefined : Number(markPrice));
  }

  databaseHistory(): Promise<DatabaseHistory> {
    const { intents, orders, fills, positions, funding } = this.tables;
    return Promise.resolve({
      intents: intents.map(
        ({ intentId, botId, strategy, symbol, side, quantity, fence, outcome, reason }) => ({
          intentId,
          botId,
          strategy,
          symbol,
          side,
          quantity,
          fence: Number(fence),
          outcome,
          reason,
        }),
      ),
      outcomeWrites: new Map(this.outcomeWrites),
      decidedMs: new Map(this.decidedMs),
      orders: orders.map(({ clientOrderId, intentId, botId, symbol, leg, space, quantity, ...row }) => ({
        clientOrderId,
        intentId,
        botId,
        symbol,
        leg,
        space,
        quantity,
        status: row.status,
        filledQuantity: row.filledQuantity,
        notionalUsd: row.notionalUsd,
        flattenId: row.flattenId,
        committedMs: this.committedMs.get(clientOrderId)!,
      })),
      orderSteps: [...this.steps],
      latch: [...this.watch.latch],
      fences: [...this.fences],
      fills: fills.map(({ symbol, tradeId, botId, quantity, fee }) => ({
        symbol,
        tradeId,
        botId,
        quantity,
        fee,
      })),
      positions: positions.map(({ symbol, botId, quantity, fees }) => ({ symbol, botId, quantity, fees })),
      funding: funding.map(({ transactionId, amount }) => ({ transactionId, amount })),
      equities: this.tables.bots
        .filter(({ botId }) => fills.some((fill) => fill.botId === botId))
        .map(({ botId, allocationUsd: allocated }) => ({
          botId,
          allocated,
          initialEquity: this.tables.runs.get(botId)?.initialEquity ?? null,
        })),
      flattens: this.tables.commands.map(({ commandId: flattenId, scope, isDone }) => ({
        flattenId,
        scope,
        isDone,
      })),
      unpublished: this.watch.tables.outbox.filter(({ isPublished }) => !isPublished).length,
      risk: this.watch.history(this.bus.taken),
      bots: this.botWatch.history(),
    });
  }

  untilBar(): Promise<void> {
    return this.scheduler.sleep(MINUTE_MS - (this.time.nowMs() % MINUTE_MS) + BAR_SETTLES_MS);
  }

  bounds(): Bounds {
    return BOUNDS;
  }

  leaks(): Promise<string[]> {
    const places = {
      log: this.log.join(''),
      events: JSON.stringify([this.tables.events, this.tables.audit, this.watch.tables.outbox]),
    };
    const found = Object.entries(CREDENTIALS).flatMap(([name, secret]) =>
      Object.entries(places)
        .filter(([, text]) => text.includes(secret))
        .map(([place]) => `the ${place} contains the ${name}`),
    );
    return Promise.resolve(found);
  }

  private makeRows(): Rows {
    const tables = this.tables;
    const nowMs = () => this.time.nowMs();
    const lease = ({ symbol, strategy }: Bot, fence: number) =>
      this.fences.push({ symbol, strategy, fence, committedMs: nowMs() });
    const done = Promise.resolve();
    return {
      addBot: (bot, botId, _leaseKey, allocationUsd) => {
        const allocation = { allocationUsd: String(allocationUsd) };
        const { symbol, strategy } = bot;
        tables.bots.push({ botId, leverage: 1, symbol, clusterId: bot.cluster, ...allocation });
        tables.leases.push({ symbol, strategy, fence: '1', heldUntilMs: Number.POSITIVE_INFINITY });
        lease(bot, 1);
        return done;
      },
      addIntent: (intent) => {
        if (tables.intents.some(({ intentId }) => intentId === intent.intent_id)) return done;
        tables.intents.push({
          intentId: intent.intent_id,
          botId: intent.bot_id,
          strategy: intent.strategy,
          symbol: intent.symbol,
          timeframe: intent.timeframe,
          network: intent.network,
          side: intent.side,
          quantity: intent.qty,
          stopPrice: intent.sl,
          takeProfitPrice: intent.tp,
          fence: intent.fence,
          barOpenTime: intent.bar_open_time,
          createdMs: nowMs(),
          outcome: null,
          reason: null,
        });
        this.postgres.notify('intents');
        return done;
      },
      raiseFence: (bot, fence) => {
        const row = tables.leaseOf(bot.symbol, bot.strategy)!;
        if (Number(row.fence) < fence) {
          row.fence = String(fence);
          lease(bot, fence);
        }
        return done;
      },
      setLatch: (halted) => this.watch.operate(halted),
      startDrill: (breaker) => this.watch.startDrill(breaker),
      addFlatten: (scope) => {
        this.watch.addFlatten(scope);
        return done;
      },
    };
  }

  private onOrder({ clientOrderId, symbol, leg, status, filledQuantity }: OrderRow, isNew: boolean): void {
    if (isNew) this.committedMs.set(clientOrderId, this.time.nowMs());
    this.steps.push({ clientOrderId, symbol, leg, isNew, status, filledQuantity });
  }

  private onOutcome({ intentId }: IntentRow): void {
    this.outcomeWrites.set(intentId, (this.outcomeWrites.get(intentId) ?? 0) + 1);
    this.decidedMs.set(intentId, this.time.nowMs());
  }
}
