/** The manager as an operator uses it, for what the demonstration sets up. */
import { setTimeout as sleep } from 'node:timers/promises';
import type {
  BacktestRequest,
  BotConfig,
  BotCreateRequest,
  ErrorBody,
  RunSummary,
  StrategiesResponse,
} from '@platform/contracts';
import type { StackContext } from '../plan/context';
import { serviceUrl } from '../plan/service-environment';

const ACTOR = 'platform up';
const POLL_MS = 250;

export class ManagerApi {
  constructor(
    private readonly context: StackContext,
    private readonly signal: AbortSignal,
  ) {}

  /** A bot of that name that is already there is left as it is. */
  async startBot(request: BotCreateRequest): Promise<void> {
    const { items } = await this.#call<{ items: BotConfig[] }>('GET', '/bots?page_size=500');
    if (items.some(({ bot_name }) => bot_name === request.bot_name)) return;
    const bot = await this.#call<BotConfig>('POST', '/bots', request);
    await this.#call('POST', `/bots/${bot.id}/start`);
  }

  /** What the strategy warms up with by its default parameters. */
  async warmupBars({
    strategy,
    timeframe,
  }: Pick<BacktestRequest, 'strategy' | 'timeframe'>): Promise<number> {
    const { items } = await this.#call<StrategiesResponse>('GET', '/strategies');
    return items.find(({ name }) => name === strategy)?.warmupBars[timeframe] ?? 0;
  }

  /** Settles when the run is complete. */
  async backtest(request: BacktestRequest): Promise<void> {
    const { run_id } = await this.#call<{ run_id: string }>('POST', '/backtest', request);
    for (;;) {
      const { status } = await this.#call<Pick<RunSummary, 'status'>>('GET', `/runs/${run_id}`);
      if (status === 'completed') return;
      if (status === 'failed') throw new Error(`the backtest of ${request.strategy} failed`);
      await sleep(POLL_MS, undefined, { signal: this.signal });
    }
  }

  async #call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await fetch(`${serviceUrl(this.context, 'manager')}${path}`, {
      method,
      signal: this.signal,
      headers: {
        'x-operator-token': this.context.secrets.operatorTokens.manager,
        'x-actor': ACTOR,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer: unknown = await response.json();
    if (response.ok) return answer as T;
    const { code, message } = answer as ErrorBody;
    throw new Error(`${message} (${code})`);
  }
}
