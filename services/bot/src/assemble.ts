/**
 * One bot without its edges: from a lease, tables and bars to something that decides and asks. `compose.ts`
 * gives it PostgreSQL, the bus and the data service, the simulation memory and a simulated market.
 */
import type { OrderIntent, WarmupEvent } from '@platform/contracts';
import type { Chance, ErrorLog, Lifecycle, Logger, Tasks, Time } from '@platform/service-kit';
import { Bot } from './app/bot';
import { CommandConsumer, type CommandConsumerOptions } from './app/commands';
import { LeaseKeeper, SHADOW_RENEW_MS } from './app/lease-keeper';
import type {
  BarSource,
  BotRecords,
  CommandStore,
  CommittedIntent,
  DecisionStore,
  Lease,
  Ledger,
  RecordReplay,
} from './app/ports';
import { Strategist } from './app/strategist';
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
  readonly records: BotRecords;
  readonly decisions: DecisionStore;
  /** Null unless the bot is a shadow. */
  readonly recordReplay: RecordReplay | null;
  readonly ledger: Ledger;
  openSource(settings: PlannedBot, onFault: (error: Error, doing: string) => void): BarSource;
  /** Notifies the executor of a row that is already committed. */
  publish(intent: OrderIntent): void;
  /** False while the bus is away. */
  announceWarmup(event: WarmupEvent): boolean;
  /** A lease that is gone: absent, the bot ends; a shadow may find that it holds the bot's own. */
  onShadowLost?(end: () => void): Promise<void>;
}

export interface AssembledBot {
  readonly bot: Bot;
  readonly lease: LeaseKeeper;
  onIntent(committed: CommittedIntent): void;
}

export function assembleBot(surroundings: Surroundings): AssembledBot {
  const { settings, holderId, log, errors, tasks, time, chance, lifecycle, meters, records } = surroundings;
  const { botId, shadow } = settings;
  const onTransient = (error: Error) => errors.report('BOT_DB_TRANSIENT', { err: error });
  const endForLostLease = () => {
    meters.leaseLost();
    errors.report('BOT_LEASE_LOST');
    void records
      .record('BOT_LEASE_LOST', {})
      .catch(onTransient)
      .finally(() => lifecycle.requestExit(1));
  };
  const lease = new LeaseKeeper({
    lease: surroundings.lease,
    holderId,
    tasks,
    time,
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
    watch: surroundings.watch,
    tasks,
    onFault: onTransient,
    onStop: (reason) => {
      log.info({ reason }, 'asked to stop');
      lifecycle.requestExit(0);
    },
  });
  const onIntent = ({ intent, isNew }: CommittedIntent) => {
    if (!isNew) return;
    meters.intentEmitted();
    const { intent_id, trace_id, side, qty } = intent;
    log.info({ bot_id: botId, intent_id, trace_id, side, qty }, 'an intent was committed');
    surroundings.publish(intent);
  };
  const bot = new Bot({
    lease,
    commands,
    time,
    chance,
    strategist: isPlanned(settings) ? strategistOf(surroundings, settings, lease, onIntent) : null,
    eventLog: {
      record: (eventType, metadata, traceId) => records.record(eventType, metadata, traceId),
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
  onIntent: (committed: CommittedIntent) => void,
): Strategist {
  const { errors, log, lifecycle, meters, records, decisions, recordReplay, ledger } = surroundings;
  const { tasks, time, chance } = surroundings;
  const onFault = (error: Error, doing: string) => {
    meters.fault(doing);
    const code = error instanceof DataServiceError ? 'BOT_CANDLE_GAP' : 'BOT_DB_TRANSIENT';
    errors.report(code, { message: `${doing}: ${error.message}`, err: error });
  };
  return new Strategist({
    settings,
    lease,
    recordReplay,
    ledger,
    tasks,
    time,
    chance,
    store: decisions,
    source: surroundings.openSource(settings, onFault),
    restore: async () => ({ state: await records.state(), heldSide: await records.heldSide() }),
    onFreshness: (kind, freshnessMs) => meters.freshness(kind, freshnessMs),
    onDivergence: (divergence) => {
      errors.report('BOT_PARITY_MISMATCH', { divergence });
      void records
        .record('BOT_PARITY_MISMATCH', divergence)
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
        void records
          .record('BOT_INTERNAL_ERROR', { message: error.message })
          .catch((fault: Error) => onFault(fault, 'saying so'))
          .finally(() => lifecycle.requestExit(1));
      },
    },
  });
}
