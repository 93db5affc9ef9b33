/**
 * Finds intents that need an answer and hands them to the desk of their symbol. The table is the truth: a
 * notification, a message on the bus and the poll all only say "look again", so a lost, repeated or forged
 * message changes nothing. A desk lasts as long as the process: none is opened for a symbol that the exchange
 * does not list.
 */
import type { Network } from '@platform/contracts';
import { type Refusal, submitRefused } from '@platform/risk-rules';
import type { ErrorLog, Task, Tasks } from '@platform/service-kit';
import type { Intents, Outcome } from './ports';
import type { TradingNetwork } from './trading-network';

const POLL_MS = 1_000;
const NO_KEYS = submitRefused('network_not_configured', 'there are no keys for this network');
const NOT_LISTED = submitRefused('entry_submission_failed', 'the exchange does not list this symbol');
/** Whatever is held has a desk, listed or not. */
const ALREADY_FLAT: Outcome = { outcome: 'accepted', reason: 'already flat' };

export interface IntakeParts {
  readonly intents: Intents;
  readonly networks: ReadonlyMap<Network, TradingNetwork>;
  readonly errors: ErrorLog;
  readonly tasks: Tasks;
  mayTakeIntents(): boolean;
}

export class Intake {
  private readonly task: Task;
  private isClosed = false;

  constructor(private readonly parts: IntakeParts) {
    this.task = parts.tasks.open({
      name: 'intake',
      everyMs: POLL_MS,
      run: () => this.look(),
    });
  }

  start(): void {
    this.task.start();
  }

  wake(): void {
    this.task.wake();
  }

  close(): Promise<void> {
    this.isClosed = true;
    return this.task.close();
  }

  /** A notification says where to look; whatever else it says is read from the table. */
  lookAt(network: Network, symbol: string): void {
    const desk = this.parts.networks.get(network)?.openedDesk(symbol);
    if (desk === undefined || this.isClosed || !this.parts.mayTakeIntents()) this.wake();
    else desk.wake({ intents: true });
  }

  private async look(): Promise<void> {
    if (!this.parts.mayTakeIntents()) return;
    const others: { readonly network: Network; readonly symbol: string }[] = [];
    for (const waiting of await this.parts.intents.waitingSymbols()) {
      const desk = this.parts.networks.get(waiting.network)?.openedDesk(waiting.symbol);
      if (desk === undefined) others.push(waiting);
      else desk.wake({ intents: true });
    }
    // Last: what the exchange is asked about them keeps no desk waiting.
    await Promise.all(others.map(({ network, symbol }) => this.openOrRefuse(network, symbol)));
  }

  private async openOrRefuse(network: Network, symbol: string): Promise<void> {
    const trading = this.parts.networks.get(network);
    if (trading === undefined) return this.refuseAll(network, symbol, NO_KEYS);
    // Until then a desk may still be opened for what is held, whatever is listed.
    if (!trading.mayTrade()) return;
    const listed = await trading.exchange.port.filters.of(symbol);
    if (listed.kind === 'ok') trading.desk(symbol).wake({ intents: true });
    else if (listed.kind === 'rejected' && listed.reason === 'symbol_not_tradable')
      await this.refuseAll(network, symbol, NOT_LISTED, ALREADY_FLAT);
  }

  /** `exits` is what becomes of an intent to be flat where nothing can be held. */
  private async refuseAll(
    network: Network,
    symbol: string,
    { code, reason }: Refusal,
    exits?: Outcome,
  ): Promise<void> {
    for (const intent of await this.parts.intents.undecided(network, symbol)) {
      if (intent.side === 'flat' && exits !== undefined) {
        await this.parts.intents.decide(intent, exits);
        continue;
      }
      const isFirst = await this.parts.intents.decide(intent, { outcome: 'rejected', reason });
      const { intentId: intent_id, botId: bot_id, traceId: trace_id } = intent;
      if (isFirst) this.parts.errors.report(code, { intent_id, bot_id, trace_id, network, reason });
    }
  }
}
