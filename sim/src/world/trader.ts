/** The hands of the bots, the risk service and an operator: all they do is write rows. */
import { randomUUID } from 'node:crypto';
import type { OrderIntent } from '@platform/contracts';
import { symbolSpec } from '@platform/exchange-sim';
import type { IntentPlan } from '../schedule/actions';
import { BusBell } from './bus-bell';
import { CANARIES, type Stage } from './stage';

const STOP_DISTANCE = 0.1;
const TARGET_DISTANCE = 0.15;
/** Of the first bot; each further one has as much more. */
const ALLOCATION_USD = 500;
const PRICE_MS = 500;
/** The venue makes up a symbol's past when it is first asked. */
const FIRST_PRICE_MS = 30_000;

export class Trader {
  readonly #fences: number[];
  readonly #prices = new Map<string, number>();
  readonly #bell: BusBell;
  #intentCount = 0;

  constructor(private readonly stage: Stage) {
    this.#fences = stage.schedule.bots.map(() => 1);
    this.#bell = new BusBell(stage.servers.nats);
  }

  async open(): Promise<void> {
    await this.#bell.open();
    for (const [index, { name, symbol, strategy, cluster }] of this.stage.schedule.bots.entries()) {
      await this.stage.sql.rows(
        `INSERT INTO trading.bot_configs (id, bot_name, strategy, symbol, timeframe, network, sizing_mode, sizing_value, cluster_id,
           image_tag, desired_state, allocation_value)
         VALUES ($1, $2, $3, $4, '1h', 'testnet', 'fixed', 0.1, $5, 'simulation', 'running', $6)`,
        [this.botId(index), name, strategy, symbol, cluster, (index + 1) * ALLOCATION_USD],
      );
      await this.stage.sql.rows(
        `INSERT INTO trading.bot_leases (symbol, strategy, lease_key, fence, bot_id, holder_id, expires_at)
         VALUES ($1, $2, $3, 1, $4, $5, '2100-01-01')`,
        [symbol, strategy, index * 2, this.botId(index), randomUUID()],
      );
      await this.#priceOf(symbol, FIRST_PRICE_MS);
    }
  }

  close(): Promise<void> {
    return this.#bell.close();
  }

  /** Ids that a reader can place: the seed, then the bot's number. */
  botId(index: number): string {
    return `${hex(this.stage.schedule.seed, 8)}-0000-7000-8000-b0${hex(index, 10)}`;
  }

  async intend(plan: IntentPlan): Promise<void> {
    const bot = this.stage.schedule.bots[plan.bot]!;
    const intentId = `${hex(this.stage.schedule.seed, 8)}-0000-7000-8000-${hex(++this.#intentCount, 12)}`;
    const fence = this.#fences[plan.bot]! - (plan.fence === 'stale' ? 1 : 0);
    const price = await this.#priceOf(bot.symbol);
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
    const message: OrderIntent = {
      ...{ intent_id: intentId, bot_id: botId, strategy, symbol, timeframe: '1h', network: 'testnet', side },
      ...{ qty, sl, tp, fence: String(fence), bar_open_time: null, signal_digest: null, trace_id: null },
      created_at: Date.now(),
    };
    for (let delivery = 0; delivery < plan.deliveries; delivery += 1) {
      await this.stage.sql.rows(
        `INSERT INTO trading.order_intents (intent_id, bot_id, strategy, symbol, timeframe, network, side, qty, sl, tp, fence)
         VALUES ($1, $2, $3, $4, '1h', 'testnet', $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING`,
        [intentId, botId, strategy, symbol, side, qty, sl, tp, fence],
      );
      if (plan.isAnnounced) this.#bell.ring(message);
    }
  }

  async raiseFence(bot: number): Promise<void> {
    const fence = this.#fences[bot]! + 1;
    const { symbol, strategy } = this.stage.schedule.bots[bot]!;
    await this.stage.sql.rows(
      'UPDATE trading.bot_leases SET fence = $1, holder_id = $2 WHERE symbol = $3 AND strategy = $4 AND fence < $1',
      [fence, randomUUID(), symbol, strategy],
    );
    this.#fences[bot] = fence;
  }

  async setLatch(halted: boolean): Promise<void> {
    const traceId = randomUUID();
    await this.stage.sql.rows(
      `WITH audit AS (INSERT INTO risk.risk_audit_log (halt_trace_id, action, scope, reason, actor)
         VALUES ($1, $2, 'all', 'simulation', 'simulation'))
       UPDATE risk.risk_state SET halted = $3, halt_trace_id = $1`,
      [traceId, halted ? 'halt' : 'resume', halted],
    );
  }

  async flatten(scope: string, bot: number | null): Promise<void> {
    await this.stage.sql.rows(
      `INSERT INTO trading.bot_commands (command_id, kind, scope, bot_id, reason, issued_by)
       VALUES ($1, 'flatten', $2, $3, 'simulation', 'simulation') ON CONFLICT DO NOTHING`,
      [randomUUID(), scope, bot === null ? null : this.botId(bot)],
    );
  }

  /** An operator whose other ways are blocked; asks again until the executor takes it. */
  async breakGlass(): Promise<void> {
    const { url, aheadMs } = this.stage.executor;
    if (url === undefined) return;
    await fetch(`${url}/executor/break-glass/flatten`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${CANARIES.breakGlassToken}`,
      },
      body: JSON.stringify({
        ...{ network_scope: 'all', reason: 'simulation' },
        confirm_ts: Math.floor((Date.now() + aheadMs) / 1_000),
      }),
    }).catch(() => undefined);
  }

  lastPrice(symbol: string): number {
    return this.#prices.get(symbol)!;
  }

  /** The last one known when the venue does not answer: a bot's candle is a little old too. */
  async #priceOf(symbol: string, withinMs = PRICE_MS): Promise<number> {
    try {
      const response = await fetch(`${this.stage.sim.url}/fapi/v1/premiumIndex?symbol=${symbol}`, {
        signal: AbortSignal.timeout(withinMs),
      });
      const { markPrice } = (await response.json()) as { markPrice?: string };
      if (markPrice !== undefined) this.#prices.set(symbol, Number(markPrice));
    } catch {
      // A fault of the venue struck us.
    }
    const price = this.#prices.get(symbol);
    if (price === undefined) throw new Error(`the venue has no price for ${symbol}`);
    return price;
  }
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0');
}
