/** The hands of the bots, the risk service and an operator: all they do is write rows. */
import type { Breaker, OrderIntent } from '@platform/contracts';
import { symbolSpec } from '@platform/exchange-sim';
import type { IntentPlan } from '../schedule/actions';
import type { World } from './world';

const STOP_DISTANCE = 0.1;
const TARGET_DISTANCE = 0.15;
/** Of the first bot; each further one has as much more. */
const ALLOCATION_USD = 500;
const PRICE_MS = 500;
/** The venue makes up a symbol's past when it is first asked. */
const FIRST_PRICE_MS = 30_000;

export class Trader {
  private readonly fences: number[];
  private readonly prices = new Map<string, number>();
  private intentCount = 0;

  constructor(private readonly world: World) {
    this.fences = world.schedule.bots.map(() => 1);
  }

  async open(): Promise<void> {
    for (const [index, bot] of this.world.schedule.bots.entries()) {
      await this.world.rows.addBot(bot, this.botId(index), index * 2, (index + 1) * ALLOCATION_USD);
      await this.priceOf(bot.symbol, FIRST_PRICE_MS);
    }
  }

  /** Ids that a reader can place: the seed, then the bot's number. */
  botId(index: number): string {
    return `${hex(this.world.schedule.seed, 8)}-0000-7000-8000-b0${hex(index, 10)}`;
  }

  async intend(plan: IntentPlan): Promise<void> {
    const { schedule, rows, time } = this.world;
    const bot = schedule.bots[plan.bot]!;
    const intentId = `${hex(schedule.seed, 8)}-0000-7000-8000-${hex(++this.intentCount, 12)}`;
    const fence = this.fences[plan.bot]! - (plan.fence === 'stale' ? 1 : 0);
    const price = await this.priceOf(bot.symbol);
    const { quantityDecimals, priceDecimals } = symbolSpec(bot.symbol);
    const isFlat = plan.side === 'flat';
    const losing = plan.side === 'long' ? -1 : 1;
    const stopSide = plan.stop === 'wrong_side' ? -losing : losing;
    const { side } = plan;
    const qty = isFlat ? '0' : (plan.sizeUsd / price).toFixed(quantityDecimals);
    const sl =
      isFlat || plan.stop === 'missing'
        ? null
        : (price * (1 + stopSide * STOP_DISTANCE)).toFixed(priceDecimals);
    const tp =
      isFlat || !plan.hasTarget ? null : (price * (1 - losing * TARGET_DISTANCE)).toFixed(priceDecimals);
    const { strategy, symbol } = bot;
    const botId = this.botId(plan.bot);
    const intent: OrderIntent = {
      intent_id: intentId,
      bot_id: botId,
      strategy,
      symbol,
      timeframe: '1h',
      network: 'testnet',
      side,
      qty,
      sl,
      tp,
      fence: String(fence),
      bar_open_time: null,
      signal_digest: null,
      trace_id: null,
      created_at: time.nowMs(),
    };
    for (let delivery = 0; delivery < plan.deliveries; delivery += 1) {
      await rows.addIntent(intent);
      if (plan.isAnnounced) this.world.ring(intent);
    }
  }

  async raiseFence(bot: number): Promise<void> {
    const fence = this.fences[bot]! + 1;
    await this.world.rows.raiseFence(this.world.schedule.bots[bot]!, fence);
    this.fences[bot] = fence;
  }

  setLatch(halted: boolean): Promise<void> {
    return this.world.rows.setLatch(halted);
  }

  startDrill(breaker: Breaker): Promise<void> {
    return this.world.rows.startDrill(breaker);
  }

  flatten(scope: string, bot: number | null): Promise<void> {
    return this.world.rows.addFlatten(scope, bot === null ? null : this.botId(bot));
  }

  lastPrice(symbol: string): number {
    return this.prices.get(symbol)!;
  }

  /** The last one known when the venue does not answer: a bot's bar is a little old too. */
  private async priceOf(symbol: string, withinMs = PRICE_MS): Promise<number> {
    const price = (await this.world.priceOf(symbol, withinMs)) ?? this.prices.get(symbol);
    if (price === undefined) throw new Error(`the venue has no price for ${symbol}`);
    this.prices.set(symbol, price);
    return price;
  }
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0');
}
