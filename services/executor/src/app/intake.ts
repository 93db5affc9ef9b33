/**
 * Finds intents that need an answer and hands them to the desk of their symbol. The table is the truth: a notification, a message on
 * the bus and the poll all only say "look again", so a lost, repeated or forged message changes nothing.
 */
import {
  DB_CHANNELS,
  EXECUTOR_INTENTS_DURABLE,
  INTENTS_SUBJECT,
  type Network,
  type NotificationPayload,
  OrderIntent,
} from '@platform/contracts';
import { submitRefused } from '@platform/risk-rules';
import { type Bus, type Database, type ErrorLog, isTransientDbError } from '@platform/service-kit';
import type { IntentStore } from '../store/intents';
import type { TradingNetwork } from './trading-network';

const POLL_MS = 1_000;

export interface IntakeParts {
  readonly database: Database;
  readonly bus: Bus;
  readonly intents: IntentStore;
  readonly networks: ReadonlyMap<Network, TradingNetwork>;
  readonly errors: ErrorLog;
  mayTakeIntents(): boolean;
}

export class Intake {
  #poll: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #again = false;
  #isClosed = false;

  constructor(private readonly parts: IntakeParts) {
    const look = () => this.wake();
    parts.database.watch.subscribe({
      channel: DB_CHANNELS.orderIntents,
      onNotification: (place) => this.#hear(place),
      onGap: look,
    });
  }

  start(): void {
    this.parts.bus.consume({
      durable: EXECUTOR_INTENTS_DURABLE,
      filterSubject: INTENTS_SUBJECT,
      schema: OrderIntent,
      handler: async () => this.wake(),
      onError: (error) => this.parts.errors.report('SHARED_BUS_UNAVAILABLE', { err: error }),
    });
    this.#poll = setInterval(
      this.parts.errors.guard('intake', () => this.wake()),
      POLL_MS,
    );
    this.wake();
  }

  wake(): void {
    this.#again = true;
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#poll);
    await this.#looking;
  }

  /** The notification says where to look; whatever else it says is read from the table. */
  #hear({ network, symbol }: NotificationPayload<typeof DB_CHANNELS.orderIntents>): void {
    const trading = this.parts.networks.get(network);
    if (trading === undefined || this.#isClosed || !this.parts.mayTakeIntents()) this.wake();
    else trading.desk(symbol).wake({ intents: true });
  }

  async #look(): Promise<void> {
    while (this.#again && !this.#isClosed && this.parts.mayTakeIntents()) {
      this.#again = false;
      try {
        for (const { network, symbol } of await this.parts.intents.waitingSymbols()) {
          const trading = this.parts.networks.get(network);
          if (trading === undefined) await this.#refuseAll(network, symbol);
          else trading.desk(symbol).wake({ intents: true });
        }
      } catch (error) {
        const code = isTransientDbError(error) ? 'EXECUTOR_DB_TRANSIENT' : 'EXECUTOR_INTERNAL_ERROR';
        this.parts.errors.report(code, { message: 'intents could not be read', err: error });
      }
    }
  }

  async #refuseAll(network: Network, symbol: string): Promise<void> {
    const { code, reason } = submitRefused('network_not_configured', 'there are no keys for this network');
    for (const intent of await this.parts.intents.undecided(network, symbol)) {
      const isFirst = await this.parts.intents.decide(intent, { outcome: 'rejected', reason });
      if (isFirst) this.parts.errors.report(code, { intent_id: intent.intentId, network, reason });
    }
  }
}
