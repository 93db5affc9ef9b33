/** Where bots run. The reconciler knows this port only; processes, containers and pods are drivers of it. */
import type { BotConfig, BotSlot } from '@platform/contracts';
import type { Instance } from '../domain/fleet-plan';

export type RunnableBot = Pick<BotConfig, 'id' | 'strategy' | 'network' | 'candle_source' | 'warmup_mode'>;

/** A bot has two places; an instance is known by the one it runs in. */
export interface Place {
  readonly botId: string;
  readonly slot: BotSlot;
}

export interface Launch {
  readonly bot: RunnableBot;
  readonly slot: BotSlot;
  readonly generation: number;
  readonly imageTag: string;
  /** The deploy that it shadows for: it decides into the compare buffer and emits nothing. Null for the bot itself. */
  readonly deployId: string | null;
}

export interface RunningInstance extends Instance {
  /** host:port where its metrics are; null until it listens. */
  readonly address: string | null;
}

export interface BotRuntime {
  /** Everything this runtime holds, whoever started it. */
  list(): Promise<readonly RunningInstance[]>;
  /** Never starts a second instance in a place. Throws ReleaseFault where there is nothing sound to start. */
  start(launch: Launch): Promise<void>;
  /** Asks it to drain; may be repeated until it is gone. */
  stop(place: Place): Promise<void>;
  /** Drops what is left of an instance that has ended. */
  forget(place: Place): Promise<void>;
  /** Called when an instance that this very manager started has ended: a hint that saves waiting, nothing to rely on. */
  onExit(listener: () => void): void;
}
