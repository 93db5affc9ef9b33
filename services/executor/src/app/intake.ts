/**
 * Finds intents that need an answer and hands them to the desk of their symbol. The table is the truth: a notification, a message on
 * the bus and the poll all only say "look again", so a lost, repeated or forged message changes nothing.
 */
import type { Network } from '@platform/contracts';
import { submitRefused } from '@platform/risk-rules';
import type { ErrorLog, Task, Tasks } from '@platform/service-kit';
import type { Intents } from './ports';
import type { TradingNetwork } from './trading-network';

const POLL_MS = 1_000;

export interface IntakeParts {
  readonly intents: Intents;
  readonly networks: ReadonlyMap<Network, TradingNetwork>;
  readonly errors: ErrorLog;
  readonly tasks: Tasks;
  mayTakeIntents(): boolean;
}

export class Intake {
  readonly #task: Task;
  #isClosed = false;

  constructor(private readonly parts: IntakeParts) {
    this.#task = parts.tasks.open({
      name: 'intake',
      everyMs: POLL_MS,
      run: () => this.#look(),
    });
  }

  start(): void {
    this.#task.start();
  }

  wake(): void {
    this.#task.wake();
  }

  close(): Promise<void> {
    this.#isClosed = true;
    return this.#task.close();
  }

  /** A notification says where to look; whatever else it says is read from the table. */
  lookAt(network: Network, symbol: string): void {
    const trading = this.parts.networks.get(network);
    if (trading === undefined || this.#isClosed || !this.parts.mayTakeIntents()) this.wake();
    else trading.desk(symbol).wake({ intents: true });
  }

  async #look(): Promise<void> {
    if (!this.parts.mayTakeIntents()) return;
    for (const { network, symbol } of await this.parts.intents.waitingSymbols()) {
      const trading = this.parts.networks.get(network);
      if (trading === undefined) await this.#refuseAll(network, symbol);
      else trading.desk(symbol).wake({ intents: true });
    }
  }

  async #refuseAll(network: Network, symbol: string): Promise<void> {
    const { code, reason } = submitRefused('network_not_configured', 'there are no keys for this network');
    for (const intent of await this.parts.intents.undecided(network, symbol)) {
      const isFirst = await this.parts.intents.decide(intent, { outcome: 'rejected', reason });
      const { intentId: intent_id, botId: bot_id, traceId: trace_id } = intent;
      if (isFirst) this.parts.errors.report(code, { intent_id, bot_id, trace_id, network, reason });
    }
  }
}
