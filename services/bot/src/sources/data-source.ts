/**
 * The live market: 1m history from the bus as far as it reaches, everything else from the data service, and
 * the durable consumer as the live tail. When the tail falls silent the data service is asked instead, until
 * the bus speaks again.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  botKlinesDurable,
  type FearGreedRow,
  JsonObject,
  klineBudgetMs,
  klineSubject,
  type WarmupDatasetResult,
} from '@platform/contracts';
import { type Bar, barOpenTimeMs, timeframeMs } from '@platform/core';
import type { Bus } from '@platform/service-kit';
import type { DatasetNeed, MacroCalendar, MarketSeries, OverlayData } from '@platform/strategies';
import type { BarReceiver, BarSource, WarmupAnswer } from '../app/ports';
import { contiguousTail, mergeBars, parseBar } from '../domain/arrival';
import { isStaleBar } from '../domain/intent';
import type { BotSettings, StrategyPlan } from '../domain/settings';
import { canResume, datasetRequest, judgeDatasets, missedBars, type WarmupPlan } from '../domain/warmup';
import { AuxiliarySeries, fundingRows } from './auxiliary';
import { type DataClient, parseBars } from './data-client';

const WATCH_MS = 1_000;
/** How long after a bar's close the bus may still bring it before the data service is asked. */
const SILENCE_MS = 15_000;
/** A shadow lives as long as its deploy, and so does its consumer. */
const SHADOW_IDLE_MS = 10 * 60_000;

export interface DataSourceParts {
  readonly settings: BotSettings & { readonly plan: StrategyPlan };
  readonly client: DataClient;
  readonly bus: Bus;
  readonly calendar: () => Promise<MacroCalendar | undefined>;
  readonly onMalformed: (reason: string) => void;
  readonly onConnected: (connected: boolean) => void;
  readonly onFallback: (engaged: boolean) => void;
  readonly onFault: (error: Error, doing: string) => void;
}

export class DataSource implements BarSource {
  private readonly parts: DataSourceParts;
  private readonly auxiliary: AuxiliarySeries;
  private readonly needs: readonly DatasetNeed[];
  private readonly stopping = new AbortController();
  private watching: Promise<void> | undefined;
  private consumer: { close(): Promise<void> } | undefined;

  constructor(parts: DataSourceParts) {
    const { settings, client } = parts;
    this.parts = parts;
    this.auxiliary = new AuxiliarySeries(client, settings.symbol, settings.timeframe);
    this.needs = settings.plan.definition.datasets(settings.plan.params, settings.timeframe);
  }

  async warmup(plan: WarmupPlan): Promise<WarmupAnswer> {
    const nowMs = Date.now();
    const newestMs = barOpenTimeMs(plan.timeframe, nowMs) - timeframeMs(plan.timeframe);
    const extraBars = canResume(plan, newestMs) ? missedBars(plan, newestMs) : 0;
    const carried = await this.carriedBars(plan);
    const isCovered = covers(carried, plan, plan.warmupBars + extraBars, nowMs);
    const asked = plan.needs.filter((need) => need.input !== 'bars' || !isCovered);
    const warnings: string[] = [];
    const results = await this.ask(plan, asked, extraBars, warnings);
    warnings.push(...judgeDatasets(results, nowMs));
    const resultOf = (need: DatasetNeed) => results[asked.indexOf(need)];
    for (const need of plan.needs) this.auxiliary.begin(need, resultOf(need));
    const own = resultOf(plan.needs.find((need) => need.input === 'bars')!);
    const bars = mergeBars(parseBars(own?.rows ?? []), carried);
    const served = results.map((result) => ({ kind: result.kind, freshnessMs: result.freshness_ts }));
    if (isCovered)
      served.unshift({ kind: 'perp_klines', freshnessMs: newestMs + timeframeMs(plan.timeframe) });
    return { bars, auxiliary: this.auxiliary.series(), served, warnings };
  }

  bars(fromMs: number, toMs: number): Promise<readonly Bar[]> {
    const { symbol, timeframe } = this.parts.settings;
    return this.parts.client.bars('perp', symbol, timeframe, fromMs, toMs);
  }

  async market(fromMs: number, toMs: number): Promise<MarketSeries> {
    const { client, settings } = this.parts;
    const bars = await client.series('perp', settings.symbol, settings.timeframe, fromMs, toMs);
    return { bars, ...(await this.auxiliary.over(this.needs, fromMs, toMs)) };
  }

  prepare(bar: Bar): Promise<void> {
    return this.auxiliary.reach(bar);
  }

  async overlayData(): Promise<OverlayData> {
    const { client, settings, calendar } = this.parts;
    const names = new Set(settings.plan.overlays.map((overlay) => overlay.name));
    const macro = names.has('macro_event') ? await calendar() : undefined;
    const funding = names.has('funding')
      ? await client.warmup([{ kind: 'funding_rates', symbol: settings.symbol, lookback_count: 1 }])
      : [];
    const sentiment = names.has('fear_greed')
      ? await client.warmup([{ kind: 'fear_greed', lookback_count: 1 }])
      : [];
    const settled = fundingRows(funding[0]?.rows ?? [])[0];
    const mood = (sentiment[0]?.rows ?? [])[0] as FearGreedRow | undefined;
    return {
      ...(macro === undefined ? {} : { macro }),
      ...(settled === undefined ? {} : { fundingRate: { value: settled.rate, timeMs: settled.timeMs } }),
      ...(mood === undefined ? {} : { fearGreed: { value: mood.value, timeMs: mood.ts } }),
    };
  }

  start(receiver: BarReceiver): void {
    const { settings, bus, onMalformed, onFallback, onFault } = this.parts;
    const { botId, symbol, timeframe, shadow } = settings;
    this.consumer = bus.consume({
      durable: botKlinesDurable(botId, symbol, timeframe, shadow),
      ...(shadow ? { idleMs: SHADOW_IDLE_MS } : {}),
      filterSubject: klineSubject('perp', symbol, timeframe),
      schema: JsonObject,
      handler: async ({ payload }) => {
        const bar = parseBar(payload);
        if (typeof bar === 'string') return onMalformed(bar);
        await receiver.deliver([bar]);
        onFallback(false);
      },
      onError: (error) => onFault(error, 'consuming bars'),
    });
    this.watching ??= this.watch(receiver);
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.consumer?.close();
    await this.watching;
  }

  isBehind(barOpenTime: number): boolean {
    return isStaleBar(barOpenTime, this.parts.settings.timeframe, Date.now());
  }

  /** What the stream still holds of the bot's own 1m bars; higher time frames are the data service's. */
  private async carriedBars({ timeframe, symbol }: WarmupPlan): Promise<readonly Bar[]> {
    if (timeframe !== '1m') return [];
    const { bus, settings, onFault, onMalformed } = this.parts;
    const bars: Bar[] = [];
    try {
      await bus.readRetained({
        consumer: `bot-${settings.botId}-warmup${settings.shadow ? '-shadow' : ''}`,
        subject: klineSubject('perp', symbol, timeframe),
        schema: JsonObject,
        onJunk: (error) => onMalformed(error.message),
        onMessage: (payload) => {
          const bar = parseBar(payload);
          if (typeof bar !== 'string') bars.push(bar);
        },
      });
    } catch (error) {
      onFault(error as Error, 'reading retained bars');
    }
    return mergeBars(bars, []);
  }

  /**
   * A data service that does not answer is a warning; whether one may live with it is for the mode to say.
   */
  private async ask(
    plan: WarmupPlan,
    needs: readonly DatasetNeed[],
    extraBars: number,
    warnings: string[],
  ): Promise<readonly WarmupDatasetResult[]> {
    if (needs.length === 0) return [];
    try {
      return await this.parts.client.warmup(needs.map((need) => datasetRequest(plan, need, extraBars)));
    } catch (error) {
      warnings.push((error as Error).message);
      return [];
    }
  }

  /** Says whether the bus is there, and asks the data service for a bar that is overdue. */
  private async watch(receiver: BarReceiver): Promise<void> {
    const { bus, onConnected, onFallback, onFault, settings } = this.parts;
    const barMs = timeframeMs(settings.timeframe);
    while (!this.stopping.signal.aborted) {
      onConnected(bus.isReady());
      const overdueMs = receiver.lastOpenTimeMs() + 2 * barMs + SILENCE_MS;
      if (Date.now() > overdueMs) {
        try {
          const closedMs = barOpenTimeMs(settings.timeframe, Date.now());
          const bars = await this.bars(receiver.lastOpenTimeMs() + barMs, closedMs);
          if (bars.length > 0) onFallback(true);
          await receiver.deliver(bars);
        } catch (error) {
          if (!this.stopping.signal.aborted) onFault(error as Error, 'asking for overdue bars');
        }
        await this.pause(SILENCE_MS);
      }
      await this.pause(WATCH_MS);
    }
  }

  private async pause(delayMs: number): Promise<void> {
    await sleep(delayMs, undefined, { signal: this.stopping.signal }).catch(() => undefined);
  }
}

/** Whether the bus alone holds the whole lookback, up to a bar that is fresh. */
function covers(
  carried: readonly Bar[],
  { timeframe }: WarmupPlan,
  lookback: number,
  nowMs: number,
): boolean {
  const tail = contiguousTail(carried, timeframe);
  const newest = tail[tail.length - 1];
  if (newest === undefined || tail.length < lookback) return false;
  return nowMs - (newest.openTimeMs + timeframeMs(timeframe)) <= klineBudgetMs(timeframe);
}
