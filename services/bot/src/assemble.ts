/**
 * One bot without its edges: from a lease, tables and candles to something that decides and asks. `compose.ts` gives it PostgreSQL, the
 * bus and the data service, the simulation memory and a simulated market.
 */
import type { WarmupEvent } from '@platform/contracts';
import type { Chance, ErrorLog, Lifecycle, Logger, Tasks, Time } from '@platform/service-kit';
import { Bot } from './app/bot';
import { CommandConsumer, type CommandConsumerOptions, type CommandStore } from './app/commands';
import { LeaseKeeper, SHADOW_RENEW_MS } from './app/lease-keeper';
import type { CandleSource, CommittedIntent, CompareBuffer, DecisionStore, Lease, Ledger } from './app/ports';
import { Strategist } from './app/strategist';
import type { Remembered } from './app/warm-up';
import type { BotSettings, StrategyPlan } from './domain/settings';
import type { BotMeters } from './meters';
import { DataServiceError } from './sources/data-client';

export type PlannedBot = BotSettings & { readonly plan: StrategyPlan };

export interface Surroundings {
  readonly settings: BotSettings;
  readonly holderId: string;
  readonly log: Pick<Logger, 'info' | 'warn'>;
  readonly errors: Pick<ErrorLog, 'report'>;
  readonly tasks: Tasks;
  readonly time: Time;
  readonly chance: Chance;
  readonly lifecycle: Pick<Lifecycle, 'requestExit'>;
  readonly watch: CommandConsumerOptions['watch'];
  readonly meters: Omit<BotMeters, 'connected' | 'fallback'>;
  readonly lease: Lease;
  /** Which commands are old depends on the fence that is held. */
  openCommands(fence: () => string | null): CommandStore;
  readonly records: {
    say(eventType: string, metadata: object, traceId?: string): Promise<void>;
    warmupFailures(): Promise<{ readonly count: number; readonly agoMs: number }>;
    state(): Promise<Remembered['state']>;
    heldSide(): Promise<Remembered['heldSide']>;
  };
  readonly decisions: DecisionStore;
  /** Null unless the bot is a shadow. */
  readonly buffer: CompareBuffer | null;
  readonly ledger: Ledger;
  openSource(settings: PlannedBot, onFault: (error: Error, doing: string) => void): CandleSource;
  /** Notifies the executor of a row that is already committed. */
  publish(intent: CommittedIntent): void;
  /** False while the bus is away. */
  announceWarmup(event: WarmupEvent): boolean;
  /** A lease that is gone: absent, the bot ends; a shadow may find that it holds the bot's own. */
  onShadowLost?(end: () => void): Promise<void>;
}

export interface AssembledBot {
  readonly bot: Bot;
  readonly lease: LeaseKeeper;
  onIntent(intent: CommittedIntent): void;
}

export function assembleBot(surroundings: Surroundings): AssembledBot {
  const { settings, holderId, log, errors, tasks, time, chance, lifecycle, meters, records } = surroundings;
  const { botId, shadow } = settings;
  const onTransient = (error: Error) => errors.report('BOT_DB_TRANSIENT', { err: error });
  const endForLostLease = () => {
    meters.leaseLost();
    errors.report('BOT_LEASE_LOST');
    void records
      .say('BOT_LEASE_LOST', {})
      .catch(onTransient)
      .finally(() => lifecycle.requestExit(1));
  };
  const lease = new LeaseKeeper({
    ...{ lease: surroundings.lease, holderId, tasks, time },
    ...(shadow ? { renewMs: SHADOW_RENEW_MS } : {}),
    onRenewed: () => meters.leaseRenewed(lease.held?.fence),
    onLost: () => {
      if (surroundings.onShadowLost === undefined) return endForLostLease();
      void surroundings.onShadowLost(endForLostLease);
    },
    onFault: onTransient,
  });
  const commands = new CommandConsumer({
    store: surroundings.openCommands(() => lease.held?.fence ?? null),
    ...{ watch: surroundings.watch, tasks, onFault: onTransient },
    onStop: (reason) => {
      log.info({ reason }, 'asked to stop');
      lifecycle.requestExit(0);
    },
  });
  const onIntent = (intent: CommittedIntent) => {
    if (!intent.isNew) return;
    meters.intentEmitted();
    const { intentId: intent_id, traceId: trace_id, side, qty } = intent;
    log.info({ bot_id: botId, intent_id, trace_id, side, qty }, 'an intent was committed');
    surroundings.publish(intent);
  };
  const bot = new Bot({
    ...{ lease, commands, time, chance },
    strategist: isPlanned(settings) ? strategistOf(surroundings, settings, lease, onIntent) : null,
    voice: {
      say: (eventType, metadata, traceId) => records.say(eventType, metadata, traceId),
      warmupFailures: () => records.warmupFailures(),
      // Listeners wait for the bot, not for its shadow.
      announceWarmup: (event) => shadow || surroundings.announceWarmup(event),
      report: (code, context) => errors.report(code, context),
      warn: (event, warnings) => log.warn({ event, warnings }, 'live without new entries'),
    },
    onState: (state) => meters.state(state),
    exit: (exitCode) => lifecycle.requestExit(exitCode),
  });
  return { bot, lease, onIntent };
}

function isPlanned(settings: BotSettings): settings is PlannedBot {
  return settings.plan !== null;
}

function strategistOf(
  surroundings: Surroundings,
  settings: PlannedBot,
  lease: LeaseKeeper,
  onIntent: (intent: CommittedIntent) => void,
): Strategist {
  const { errors, log, lifecycle, meters, records, decisions, buffer, ledger } = surroundings;
  const { tasks, time, chance } = surroundings;
  const onFault = (error: Error, doing: string) => {
    meters.fault(doing);
    const code = error instanceof DataServiceError ? 'BOT_CANDLE_GAP' : 'BOT_DB_TRANSIENT';
    errors.report(code, { message: `${doing}: ${error.message}`, err: error });
  };
  return new Strategist({
    ...{ settings, lease, buffer, ledger, tasks, time, chance, store: decisions },
    source: surroundings.openSource(settings, onFault),
    remember: async () => ({ state: await records.state(), heldSide: await records.heldSide() }),
    onFreshness: (kind, freshnessMs) => meters.freshness(kind, freshnessMs),
    onDivergence: (divergence) => {
      errors.report('BOT_PARITY_MISMATCH', { divergence });
      void records
        .say('BOT_PARITY_MISMATCH', divergence)
        .catch((error: Error) => onFault(error, 'saying so'));
    },
    events: {
      onSkipped: (reason) => meters.skipped(reason),
      onGap: (fromMs, toMs) => {
        meters.gap(true);
        errors.report('BOT_CANDLE_GAP', { from_open_time: fromMs, to_open_time: toMs });
      },
      onGapFilled: () => {
        meters.gap(false);
        log.info('the gap is filled');
      },
      onEvaluated: (seconds, signal) => meters.evaluated(seconds, signal?.side),
      onOverlay: (decision) => meters.overlay(decision),
      onIntent,
      onFault,
      onDefect: (error) => {
        errors.report('BOT_INTERNAL_ERROR', { err: error });
        lifecycle.requestExit(1);
      },
    },
  });
}
