/**
 * The demonstration: a new platform is filled through the same doors an operator uses, the data service's
 * backfill and the manager's API, in the background of a running stack. Bots begin once there is history
 * enough for them, and together: capital that came later would stand as a step in their curve.
 */
import { BACKFILL_SOURCES, type BackfillSource } from '@platform/contracts';
import { DAY_MS, timeframeMs } from '@platform/core';
import type { StackContext } from '../plan/context';
import { serviceUrl } from '../plan/service-environment';
import { HISTORY_DAYS, type Seeding, seedHistory } from '../seed';
import { ManagerApi } from './manager-api';
import { BACKTESTS, FAST_BOT, MARKET_BOTS, RECENT_DAYS, SIMULATED_DAYS, simulatedDays } from './plan';
import { DEMO_STEPS, type DemoStep, markDone, stepsDone } from './progress';
import { SCRIPTED_SYMBOL, writeScript } from './script';

/** What a backtest stands on comes first. */
const BACKTEST_SOURCES: ReadonlySet<BackfillSource> = new Set(['klines', 'funding']);

type Report = (line: string) => void;
type Step = (
  context: StackContext,
  manager: ManagerApi,
  report: Report,
  signal: AbortSignal,
) => Promise<void>;

const STEPS: Readonly<Record<DemoStep, Step>> = {
  recentKlines: async (context, _manager, report, signal) => {
    await seed(context, { sources: [...BACKTEST_SOURCES], lastDays: RECENT_DAYS }, report, signal);
  },
  fastBot: async ({ home, ports }, manager, _report, signal) => {
    writeScript(home, await venuePrice(ports.venue, SCRIPTED_SYMBOL, signal), Date.now());
    await manager.startBot(FAST_BOT);
  },
  klines: async (context, _manager, report, signal) => {
    await seed(context, { sources: [...BACKTEST_SOURCES] }, report, signal);
  },
  bots: async (_context, manager) => {
    for (const bot of MARKET_BOTS) await manager.startBot(bot);
  },
  simulatedDays: async (_context, manager) => {
    for (const bot of MARKET_BOTS) {
      const stored = await manager.botNamed(bot.bot_name);
      if (stored === undefined) continue;
      const request = simulatedDays(bot);
      const to_ts = lastMidnightMs();
      const span = { from_ts: to_ts - SIMULATED_DAYS * DAY_MS, to_ts };
      const runId = await manager.backtest({ ...request, ...span, bot_id: stored.id });
      await manager.label(runId, { name: `Simulated days of ${bot.bot_name}`, tags: ['simulated'] });
    }
  },
  backtests: async (_context, manager) => {
    for (const backtest of BACKTESTS) {
      await manager.backtest({ ...backtest, ...(await spanOf(manager, backtest)) });
    }
  },
  otherHistory: async (context, _manager, report, signal) => {
    const sources = BACKFILL_SOURCES.filter((source) => !BACKTEST_SOURCES.has(source));
    await seed(context, { sources }, report, signal);
  },
};

const lastMidnightMs = () => Math.floor(Date.now() / DAY_MS) * DAY_MS;

/** All whole days up to the last midnight that the history before them warms the strategy up for. */
async function spanOf(manager: ManagerApi, backtest: Parameters<ManagerApi['warmupBars']>[0]) {
  const to_ts = lastMidnightMs();
  const historyMs = to_ts - (HISTORY_DAYS - 1) * DAY_MS;
  const warmupMs = (await manager.warmupBars(backtest)) * timeframeMs(backtest.timeframe);
  return { from_ts: Math.ceil((historyMs + warmupMs) / DAY_MS) * DAY_MS, to_ts };
}

const DONE: Readonly<Record<DemoStep, string>> = {
  recentKlines: `${RECENT_DAYS} days of minutes and funding are stored`,
  fastBot: `a fast bot trades ${SCRIPTED_SYMBOL} from a script; its first fill comes within seconds`,
  klines: `${HISTORY_DAYS} days of minutes and funding are stored`,
  bots: `${MARKET_BOTS.length} more bots trade markets of their own`,
  simulatedDays: 'each of them has simulated days behind it, marked as such',
  backtests: `${BACKTESTS.length} backtests are finished`,
  otherHistory: 'the other sources are filled',
};

/** Does what was not done yet. Against a real venue there is nothing to demonstrate. */
export async function runDemo(context: StackContext, report: Report, signal: AbortSignal): Promise<void> {
  const { environment, home, venue } = context;
  if (venue !== 'simulator') return;
  const done = stepsDone(home);
  const manager = new ManagerApi(context, signal);
  for (const step of wantedSteps(environment).filter((candidate) => !done.has(candidate))) {
    if (signal.aborted) return;
    try {
      await STEPS[step](context, manager, report, signal);
      markDone(home, step);
      report(`demo      ${DONE[step]}`);
    } catch (error) {
      if (signal.aborted) return;
      report(`demo      ${step} failed and is tried again at the next start: ${(error as Error).message}`);
    }
  }
}

/** DEMO_STEPS names some of the steps, or `none`. */
function wantedSteps(environment: NodeJS.ProcessEnv): DemoStep[] {
  const wanted = environment['DEMO_STEPS'];
  return DEMO_STEPS.filter((step) => !wanted || wanted.split(',').includes(step));
}

async function seed(
  context: StackContext,
  history: Pick<Seeding, 'sources' | 'lastDays'>,
  report: Report,
  signal: AbortSignal,
): Promise<void> {
  const { environment } = context;
  const data = { url: serviceUrl(context, 'data'), operatorToken: context.secrets.operatorTokens.data };
  const failed = await seedHistory(data, { environment, ...history, report, signal });
  if (failed > 0) throw new Error(`${failed} backfills failed`);
}

async function venuePrice(port: number, symbol: string, signal: AbortSignal): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${port}/fapi/v1/premiumIndex?symbol=${symbol}`, { signal });
  const price = Number(((await response.json()) as { markPrice?: string }).markPrice);
  if (!(price > 0)) throw new Error(`the venue names no price of ${symbol}`);
  return price;
}
