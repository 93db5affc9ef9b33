/** Builds a bot from its configuration and the kit: which source, which store and which parts, and nothing that decides. */
import type { botMetrics, botRoutes, EmitIntentRequest, manualBotRoutes } from '@platform/contracts';
import { warmupTopic } from '@platform/contracts';
import { type Handlers, newId, type ServiceKit, StartupError, systemChance } from '@platform/service-kit';
import { Bot } from './app/bot';
import { CommandConsumer } from './app/commands';
import { LeaseKeeper, SHADOW_RENEW_MS } from './app/lease-keeper';
import { emitManually, type ManualOutcome } from './app/manual';
import type { CandleSource, CommittedIntent } from './app/ports';
import { Strategist } from './app/strategist';
import { IntentPublisher } from './bus/intent-publisher';
import { type BotConfig, environmentSettings, variableOf } from './config';
import { type BotSettings, resolveSettings, type StrategyPlan } from './domain/settings';
import { manualHandlers, strategyHandlers } from './http/handlers';
import { BotMeters } from './meters';
import { DataClient, DataServiceError } from './sources/data-client';
import { DataSource } from './sources/data-source';
import { readScript, ScriptError } from './sources/script';
import { ScriptedSource } from './sources/scripted-source';
import { BotRecords, readConfiguredBot } from './store/bot-records';
import { DatabaseCommands } from './store/commands';
import { LiveDecisionStore, ShadowDecisionStore } from './store/decisions';
import { DatabaseLease, heldFence } from './store/lease';
import { DatabaseLedger } from './store/ledger';
import { readMacroCalendar } from './store/macro-calendar';
import { DatabaseManualStore } from './store/manual';

type Kit = ServiceKit<typeof botMetrics>;
type Planned = BotSettings & { readonly plan: StrategyPlan };

export async function composeBot(
  config: BotConfig,
  kit: Kit,
  mountedFor: string | undefined,
): Promise<Handlers<typeof botRoutes & typeof manualBotRoutes>> {
  const { health, lifecycle } = kit;
  const settings = await loadSettings(config, kit);
  if (settings.strategy !== mountedFor) {
    throw new StartupError(
      'BOT_STARTUP_FAILED',
      'the strategy of the bot changed or could not be read at its start',
    );
  }
  const meters = new BotMeters(kit.metrics);
  const holderId = newId();
  let running: RunningBot;
  /** After a swap this process holds the lease itself: it starts over as the bot that it has shadowed. */
  const takeOver = async (fence: string) => {
    kit.log.info({ fence }, 'the swap made this release the bot: taking over');
    await running.bot.drain();
    const own = await loadSettings({ ...config, PLATFORM_BOT_SHADOW: false }, kit);
    running = assembleBot(config, kit, own, meters, { holderId, adopted: fence });
    running.bot.start();
  };
  running = assembleBot(config, kit, settings, meters, { holderId, takeOver });
  health.addReadiness('warmup', () =>
    running.bot.state === 'live' ? null : `the bot is ${running.bot.state}`,
  );
  lifecycle.onShutdown('bot', () => running.bot.drain());
  running.bot.start();
  return { ...strategyHandlers, ...manualHandlers((request, traceId) => running.emit(request, traceId)) };
}

interface RunningBot {
  readonly bot: Bot;
  /** An intent by hand. */
  emit(request: EmitIntentRequest, traceId: string): Promise<ManualOutcome>;
}

interface Holding {
  readonly holderId: string;
  /** The fence of a lease that was handed over. */
  readonly adopted?: string;
  /** What a shadow does once it holds the lease itself. */
  readonly takeOver?: (fence: string) => Promise<void>;
}

function assembleBot(
  config: BotConfig,
  kit: Kit,
  settings: BotSettings,
  meters: BotMeters,
  { holderId, adopted, takeOver }: Holding,
): RunningBot {
  const { database, errors, lifecycle, log } = kit;
  const { pool } = database;
  const records = new BotRecords(pool, settings);
  const publisher = new IntentPublisher(kit.bus, errors, settings);
  const onTransient = (error: Error) => errors.report('BOT_DB_TRANSIENT', { err: error });
  const { botId, symbol, strategy, shadow } = settings;
  const endForLostLease = () => {
    meters.leaseLost();
    errors.report('BOT_LEASE_LOST');
    void records
      .say('BOT_LEASE_LOST', {})
      .catch(onTransient)
      .finally(() => lifecycle.requestExit(1));
  };
  const takeOverOrEnd = async () => {
    const fence = await heldFence(pool, { symbol, strategy, holderId });
    if (fence === undefined || takeOver === undefined) return endForLostLease();
    await takeOver(fence);
  };
  const lease = new LeaseKeeper({
    lease: new DatabaseLease(config.PLATFORM_BOT_DATABASE_URL, {
      ...{ botId, holderId, symbol, strategy, shadow },
      ...(adopted === undefined ? {} : { adopted }),
    }),
    holderId,
    ...{ tasks: kit.tasks, time: kit.time },
    ...(shadow ? { renewMs: SHADOW_RENEW_MS } : {}),
    onRenewed: () => meters.leaseRenewed(lease.held?.fence),
    onLost: () => {
      if (!shadow) return endForLostLease();
      void takeOverOrEnd().catch((error: Error) => {
        // The next process in this place takes over from the state that the swap stored.
        errors.report('BOT_INTERNAL_ERROR', { message: 'taking over failed', err: error });
        lifecycle.requestExit(1);
      });
    },
    onFault: onTransient,
  });
  const commands = new CommandConsumer({
    store: new DatabaseCommands(pool, settings, () => lease.held?.fence ?? null),
    watch: database.watch,
    tasks: kit.tasks,
    onStop: (reason) => {
      log.info({ reason }, 'told to stop');
      lifecycle.requestExit(0);
    },
    onFault: onTransient,
  });
  const onIntent = (intent: CommittedIntent) => {
    if (!intent.isNew) return;
    meters.intentEmitted();
    const { intentId: intent_id, traceId: trace_id, side, qty } = intent;
    log.info({ bot_id: botId, intent_id, trace_id, side, qty }, 'an intent was committed');
    void publisher.publish(intent);
  };
  const bot = new Bot({
    lease,
    commands,
    time: kit.time,
    chance: systemChance,
    strategist: isPlanned(settings)
      ? composeStrategist(config, kit, settings, lease, records, meters, onIntent)
      : null,
    voice: {
      say: (eventType, metadata, traceId) => records.say(eventType, metadata, traceId),
      warmupFailures: () => records.warmupFailures(),
      // Whoever listens waits for the bot, not for its shadow.
      announceWarmup: (event) => shadow || kit.bus.announce(warmupTopic(botId), event),
      report: (code, context) => errors.report(code, context),
      warn: (event, warnings) => log.warn({ event, warnings }, 'live without new entries'),
    },
    onState: (state) => meters.state(state),
    exit: (exitCode) => lifecycle.requestExit(exitCode),
  });
  const manual = new DatabaseManualStore(pool, settings);
  return {
    bot,
    emit: async (request, traceId) => {
      // A shadow has no right to emit, and before it is live nobody has.
      if (shadow || bot.state !== 'live') return { kind: 'lost' };
      const outcome = await emitManually(lease, manual, request, traceId);
      if (outcome.kind === 'emitted') onIntent(outcome.intent);
      return outcome;
    },
  };
}

async function loadSettings(config: BotConfig, { database, log }: Kit): Promise<BotSettings> {
  const row = await readConfiguredBot(database.pool, config.PLATFORM_BOT_ID);
  const settings = resolveSettings(environmentSettings(config), row);
  if (!settings.ok) {
    const faults = settings.error.map(({ field, message }) => `${variableOf(field)}: ${message}`);
    throw new StartupError('BOT_STARTUP_FAILED', 'the configuration of the bot is not valid', faults);
  }
  for (const warning of settings.value.warnings) log.warn({ event: 'unvalidated_timeframe' }, warning);
  return settings.value;
}

function isPlanned(settings: BotSettings): settings is Planned {
  return settings.plan !== null;
}

function composeStrategist(
  config: BotConfig,
  kit: Kit,
  settings: Planned,
  lease: LeaseKeeper,
  records: BotRecords,
  meters: BotMeters,
  onIntent: (intent: CommittedIntent) => void,
): Strategist {
  const { errors, log, database } = kit;
  const { pool } = database;
  const onFault = (error: Error, doing: string) => {
    meters.fault(doing);
    const code = error instanceof DataServiceError ? 'BOT_CANDLE_GAP' : 'BOT_DB_TRANSIENT';
    errors.report(code, { message: `${doing}: ${error.message}`, err: error });
  };
  const shadow = settings.shadow ? new ShadowDecisionStore(pool, settings) : null;
  return new Strategist({
    settings,
    lease,
    source: composeSource(config, kit, settings, meters, onFault),
    store: shadow ?? new LiveDecisionStore(pool, settings),
    buffer: shadow,
    ledger: new DatabaseLedger(pool, settings.botId, settings.generation),
    remember: async () => ({ state: await records.state(), heldSide: await records.heldSide() }),
    ...{ tasks: kit.tasks, time: kit.time },
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
        kit.lifecycle.requestExit(1);
      },
    },
  });
}

function composeSource(
  config: BotConfig,
  { bus, database, errors, log }: Kit,
  settings: Planned,
  meters: BotMeters,
  onFault: (error: Error, doing: string) => void,
): CandleSource {
  if (config.PLATFORM_BOT_CANDLE_SOURCE === 'scripted') {
    try {
      const script = readScript(config.PLATFORM_BOT_SCRIPT ?? '', settings.timeframe);
      const tickMs = config.PLATFORM_BOT_SCRIPT_TICK_MS;
      meters.connected(true);
      return new ScriptedSource(script, tickMs, (error) => onFault(error, 'playing the script'));
    } catch (error) {
      if (!(error instanceof ScriptError)) throw error;
      throw new StartupError('BOT_STARTUP_FAILED', error.message, [`PLATFORM_BOT_SCRIPT: ${error.message}`]);
    }
  }
  return new DataSource({
    settings,
    client: new DataClient(config.PLATFORM_DATA_BASE_URL),
    bus,
    calendar: () => readMacroCalendar(database.pool),
    onMalformed: (reason) => {
      meters.skipped('malformed');
      log.warn({ reason }, 'an unsound candle was skipped');
    },
    onConnected: (connected) => meters.connected(connected),
    onFallback: (engaged) => meters.fallback(engaged),
    onFault: (error, doing) =>
      errors.report('BOT_CANDLE_GAP', { message: `${doing}: ${error.message}`, err: error }),
  });
}
