/**
 * The demonstration: a new platform is filled through the same doors an operator uses, the data service's backfill and the manager's
 * API, in the background of a running stack. The fast bot comes first, so that fills arrive while history is still being read.
 */
import type { StackContext } from '../plan/context';
import { serviceUrl } from '../plan/service-environment';
import { HISTORY_DAYS, HISTORY_SOURCES, type Seeding, seedHistory } from '../seed';
import { ManagerApi } from './manager-api';
import { BACKTESTS, FAST_BOT, SLOW_BOTS } from './plan';
import { DEMO_STEPS, type DemoStep, markDone, stepsDone } from './progress';
import { SCRIPTED_SYMBOL, writeScript } from './script';

const DAY_MS = 86_400_000;

type Report = (line: string) => void;
type Step = (
  context: StackContext,
  manager: ManagerApi,
  report: Report,
  signal: AbortSignal,
) => Promise<void>;

const STEPS: Readonly<Record<DemoStep, Step>> = {
  fastBot: async ({ home, ports }, manager, _report, signal) => {
    writeScript(home, await venuePrice(ports.venue, SCRIPTED_SYMBOL, signal), Date.now());
    await manager.startBot(FAST_BOT);
  },
  klines: async (context, _manager, report, signal) => {
    await seed(context, ['klines'], report, signal);
  },
  bots: async (_context, manager) => {
    for (const bot of SLOW_BOTS) await manager.startBot(bot);
  },
  backtests: async (_context, manager) => {
    const to_ts = Math.floor(Date.now() / DAY_MS) * DAY_MS;
    const from_ts = to_ts - (HISTORY_DAYS - 1) * DAY_MS;
    for (const backtest of BACKTESTS) await manager.backtest({ ...backtest, from_ts, to_ts });
  },
  otherHistory: async (context, _manager, report, signal) => {
    await seed(
      context,
      HISTORY_SOURCES.filter((source) => source !== 'klines'),
      report,
      signal,
    );
  },
};

const DONE: Readonly<Record<DemoStep, string>> = {
  fastBot: `a fast bot trades ${SCRIPTED_SYMBOL} from a script; its first fill comes within seconds`,
  klines: `${HISTORY_DAYS} days of minutes are stored`,
  bots: `${SLOW_BOTS.length} bots run validated strategies`,
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
  sources: NonNullable<Seeding['sources']>,
  report: Report,
  signal: AbortSignal,
): Promise<void> {
  const { environment } = context;
  const data = { url: serviceUrl(context, 'data'), operatorToken: context.secrets.operatorTokens.data };
  const failed = await seedHistory(data, { environment, sources, report, signal });
  if (failed > 0) throw new Error(`${failed} of ${sources.length} backfills failed`);
}

async function venuePrice(port: number, symbol: string, signal: AbortSignal): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${port}/fapi/v1/premiumIndex?symbol=${symbol}`, { signal });
  const price = Number(((await response.json()) as { markPrice?: string }).markPrice);
  if (!(price > 0)) throw new Error(`the venue names no price of ${symbol}`);
  return price;
}
