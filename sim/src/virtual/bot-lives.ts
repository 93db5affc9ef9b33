/**
 * Real bots, composed as in production, life after life. Two processes want each lease: when one loses it,
 * the other follows.
 */
import { assembleBot, type BarSource, type BotSettings, type BotTables, memoryBot } from '@platform/bot/core';
import { MINUTE_MS } from '@platform/core';
import type { PlantedBug } from '../planted/planted-bug';
import type { Draws } from '../schedule/random';
import type { VirtualBus } from './bus';
import { chanceOf } from './chance';
import type { VirtualPostgres } from './database';
import type { Life } from './life';
import type { VirtualMarket } from './market';
import type { Scheduler } from './scheduler';
import { type Kit, ServiceLives } from './service-lives';

/** The data service answers after this long, or not at all. */
const ANSWERS_WITHIN_MS = [2, 40] as const;
const SILENT = 0.03;
const LOOK_EVERY_MS = 10_000;
const STALE_BARS = 2;

export interface BotParts {
  readonly scheduler: Scheduler;
  readonly tables: BotTables;
  readonly postgres: VirtualPostgres;
  readonly bus: VirtualBus;
  readonly market: VirtualMarket;
  readonly draws: Draws;
  readonly bug: PlantedBug | undefined;
  readonly settings: BotSettings;
  wallMs(): number;
  log(line: string): void;
  /** A message of the bus for the executor arrives after this long. */
  tellExecutor(afterMs: number): void;
}

export function botLives(parts: BotParts): ServiceLives {
  const { tables, postgres, bus, draws, settings, bug } = parts;
  const compose = async ({ life, lifecycle, errors, tasks, log }: Kit) => {
    const access = postgres.accessFor(life, () => undefined);
    await postgres.untilReached(life, access);
    const chance = chanceOf(draws);
    const holderId = chance.newId();
    const stores = memoryBot(tables, settings, holderId, chance, access);
    life.atEnd(postgres.link.onReset(() => stores.lease.disconnect()));
    life.atEnd(() => stores.lease.disconnect());
    let onNews = () => {};
    const surroundings = {
      settings,
      holderId,
      log,
      errors,
      tasks,
      time: life,
      chance,
      lifecycle,
      ...stores,
      watch: {
        subscribe: ({ onGap }: { readonly onGap: () => void }) => {
          onNews = onGap;
        },
      },
      meters: SILENT_METERS,
      recordReplay: null,
      openSource: () => sourceOf(parts, life),
      publish: () => bus.carry((afterMs) => parts.tellExecutor(afterMs)),
      announceWarmup: () => bus.isReachable,
    };
    const { bot } = assembleBot(
      bug?.plantInBot?.({ tables, chance, time: life, access }, surroundings) ?? surroundings,
    );
    lifecycle.onShutdown('bot', () => bot.drain());
    postgres.listen(life, (channel) => {
      if (channel === 'commands' || channel === 'gap') onNews();
    });
    bot.start();
  };
  return new ServiceLives({ ...parts, service: 'bot', compose });
}

const silent = () => undefined;
const SILENT_METERS = {
  leaseRenewed: silent,
  leaseLost: silent,
  state: silent,
  skipped: silent,
  gap: silent,
  fault: silent,
  evaluated: silent,
  overlay: silent,
  intentEmitted: silent,
  freshness: silent,
};

/**
 * Bars from the bus, which loses and delays them, and from the data service, which is asked for what is
 * missing.
 */
function sourceOf({ scheduler, market, bus, draws, settings }: BotParts, life: Life): BarSource {
  const { symbol } = settings;
  const ask = <T>(answer: () => T): Promise<T> =>
    new Promise((resolve, reject) => {
      const isSilent = draws.isLucky(SILENT);
      life.reach(draws.whole(...ANSWERS_WITHIN_MS), () =>
        isSilent ? reject(new Error('the data service does not answer')) : resolve(answer()),
      );
    });
  const stops: (() => void)[] = [];
  return {
    warmup: ({ warmupBars, resumeAtMs }) =>
      ask(() => {
        const fromMs = (resumeAtMs ?? market.nowMs()) - (warmupBars + STALE_BARS) * MINUTE_MS;
        return { bars: market.bars(symbol, fromMs, market.nowMs()), auxiliary: {}, served: [], warnings: [] };
      }),
    bars: (fromMs, toMs) => ask(() => market.bars(symbol, fromMs, toMs)),
    market: (fromMs, toMs) => ask(() => ({ bars: market.series(symbol, fromMs, toMs) })),
    prepare: () => Promise.resolve(),
    overlayData: () => Promise.resolve({}),
    start({ deliver, lastOpenTimeMs }) {
      let tail = Promise.resolve();
      const take = (bars: Parameters<typeof deliver>[0]) => {
        tail = tail.then(() => deliver(bars)).catch(() => undefined);
      };
      const look = () => take(market.bars(symbol, lastOpenTimeMs() + MINUTE_MS, market.nowMs()));
      const stopLooking = scheduler.every(LOOK_EVERY_MS, () => life.reach(0, look));
      const stopListening = market.onBar(symbol, (bar) =>
        bus.carry((afterMs) => life.reach(afterMs, () => take([bar]))),
      );
      stops.push(stopLooking, stopListening);
      life.atEnd(stopLooking);
      life.atEnd(stopListening);
    },
    stop: () => {
      for (const stop of stops) stop();
      return Promise.resolve();
    },
    isBehind: (barOpenTimeMs) => market.nowMs() - barOpenTimeMs > STALE_BARS * MINUTE_MS,
  };
}
