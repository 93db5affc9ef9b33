/** Where bots run. The reconciler knows this port only; processes, containers and pods are drivers of it. */
import type { BotConfig } from '@platform/contracts';
import type { Instance } from '../domain/fleet-plan';

export type RunnableBot = Pick<BotConfig, 'id' | 'generation' | 'network' | 'candle_source' | 'warmup_mode'>;

export interface RunningInstance extends Instance {
  /** host:port where its metrics are. */
  readonly address: string;
}

export interface BotRuntime {
  /** Everything this runtime holds, whoever started it. */
  list(): Promise<readonly RunningInstance[]>;
  /** Never starts a second instance of a bot. */
  start(bot: RunnableBot): Promise<void>;
  /** Asks it to drain; may be repeated until it is gone. */
  stop(botId: string): Promise<void>;
  /** Drops what is left of an instance that has ended. */
  forget(botId: string): Promise<void>;
  /** Called when an instance that this very manager started has ended: a hint that saves waiting, nothing to rely on. */
  onExit(listener: () => void): void;
}
