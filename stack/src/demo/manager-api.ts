/** The manager as an operator uses it, for what the demonstration sets up. */
import { setTimeout as sleep } from 'node:timers/promises';
import type {
  BacktestRequest,
  BotConfig,
  BotCreateRequest,
  ErrorBody,
  RunLabelRequest,
  RunSummary,
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

  async botNamed(name: string): Promise<BotConfig | undefined> {
    const { items } = await this.call<{ items: BotConfig[] }>('GET', '/bots?page_size=500');
    return items.find(({ bot_name }) => bot_name === name);
  }

  /** A bot of that name that is already there is left as it is. */
  async startBot(request: BotCreateRequest): Promise<void> {
    if ((await this.botNamed(request.bot_name)) !== undefined) return;
    const bot = await this.call<BotConfig>('POST', '/bots', request);
    await this.call('POST', `/bots/${bot.id}/start`);
  }

  async warmupBars({
    strategy,
    timeframe,
    params = {},
  }: Pick<BacktestRequest, 'strategy' | 'timeframe' | 'params'>): Promise<number> {
    const query = new URLSearchParams({ strategy, timeframe, params: JSON.stringify(params) });
    const { warmupBars } = await this.call<{ warmupBars: number }>('GET', `/bff/warmup?${query}`);
    return warmupBars;
  }

  async label(runId: string, label: RunLabelRequest): Promise<void> {
    await this.call('PATCH', `/runs/${runId}`, label);
  }

  /** The run's id, once it is complete. */
  async backtest(request: BacktestRequest): Promise<string> {
    const { run_id } = await this.call<{ run_id: string }>('POST', '/backtest', request);
    for (;;) {
      const { status } = await this.call<Pick<RunSummary, 'status'>>('GET', `/runs/${run_id}`);
      if (status === 'completed') return run_id;
      if (status === 'failed') throw new Error(`the backtest of ${request.strategy} failed`);
      await sleep(POLL_MS, undefined, { signal: this.signal });
    }
  }

  private async call<T>(method: string, path: string, body?: unknown): Promise<T> {
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
