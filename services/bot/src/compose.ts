/**
 * Builds a bot from its configuration and the kit: which source, which store and which parts, and nothing
 * that decides.
 */
import {
  type botMetrics,
  type botRoutes,
  type EmitIntentRequest,
  INTENTS_SUBJECT,
  intentMessageId,
  type manualBotRoutes,
  type OrderIntent,
  warmupTopic,
} from '@platform/contracts';
import { type Handlers, newId, type ServiceKit, StartupError, systemChance } from '@platform/service-kit';
import type { Bot } from './app/bot';
import { emitManually } from './app/manual';
import type { BarSource, ManualOutcome } from './app/ports';
import { assembleBot, type PlannedBot } from './assemble';
import { type BotConfig, environmentSettings, variableOf } from './config';
import { type BotSettings, resolveSettings } from './domain/settings';
import { manualHandlers, strategyHandlers } from './http/handlers';
import { BotMeters } from './meters';
import { DataClient } from './sources/data-client';
import { DataSource } from './sources/data-source';
import { readScript, ScriptError } from './sources/script';
import { ScriptedSource } from './sources/scripted-source';
import { DatabaseRecords, readConfiguredBot } from './store/bot-records';
import { DatabaseCommands } from './store/commands';
import { LiveDecisionStore, shadowDecisions } from './store/decisions';
import { DatabaseLease, heldFence } from './store/lease';
import { DatabaseLedger } from './store/ledger';
import { readMacroCalendar } from './store/macro-calendar';
import { writeManualIntent } from './store/manual';

type Kit = ServiceKit<typeof botMetrics>;

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
    // The swap made the parameters of the deploy the bot's own; what its row says by now is newer.
    const own = { ...config, PLATFORM_BOT_SHADOW: false, PLATFORM_BOT_PARAMS: undefined };
    running = openBot(own, kit, await loadSettings(own, kit), meters, { holderId, adopted: fence });
    running.bot.start();
  };
  running = openBot(config, kit, settings, meters, { holderId, takeOver });
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

function openBot(
  config: BotConfig,
  kit: Kit,
  settings: BotSettings,
  meters: BotMeters,
  { holderId, adopted, takeOver }: Holding,
): RunningBot {
  const { bus, database, errors, lifecycle, log, tasks, time } = kit;
  const { pool } = database;
  const { botId, symbol, strategy, shadow } = settings;
  const takeOverOrEnd = async (end: () => void) => {
    try {
      const fence = await heldFence(pool, { symbol, strategy, holderId });
      if (fence === undefined || takeOver === undefined) return end();
      await takeOver(fence);
    } catch (error) {
      // The next process in this place takes over from the state that the swap stored.
      errors.report('BOT_INTERNAL_ERROR', { message: 'taking over failed', err: error });
      lifecycle.requestExit(1);
    }
  };
  const { bot, lease, onIntent } = assembleBot({
    settings,
    holderId,
    log,
    errors,
    tasks,
    time,
    chance: systemChance,
    lifecycle,
    meters,
    watch: database.watch,
    lease: new DatabaseLease(config.PLATFORM_BOT_DATABASE_URL, {
      botId,
      holderId,
      symbol,
      strategy,
      shadow,
      ...(adopted === undefined ? {} : { adopted }),
    }),
    openCommands: (fence) => new DatabaseCommands(pool, settings, fence),
    records: new DatabaseRecords(pool, settings),
    ...(shadow
      ? shadowDecisions(pool, settings)
      : { decisions: new LiveDecisionStore(pool, settings), recordReplay: null }),
    ledger: new DatabaseLedger(pool, botId, settings.generation),
    openSource: (planned, onFault) => composeSource(config, kit, planned, meters, onFault),
    publish: (intent) => void publishIntent(kit, intent),
    announceWarmup: (event) => bus.announce(warmupTopic(botId), event),
    ...(shadow ? { onShadowLost: takeOverOrEnd } : {}),
  });
  return {
    bot,
    emit: async (request, traceId) => {
      // A shadow has no right to emit, nor has a bot that is not live yet.
      if (shadow || bot.state !== 'live') return { kind: 'lost' };
      const outcome = await emitManually(lease, writeManualIntent(pool, settings), request, traceId);
      if (outcome.kind === 'emitted') onIntent(outcome);
      return outcome;
    },
  };
}

/** The row is the intent; its copy on the bus only saves the executor a poll. */
async function publishIntent({ bus, errors }: Kit, intent: OrderIntent): Promise<void> {
  const { intent_id, trace_id } = intent;
  const published = await bus.publish(INTENTS_SUBJECT, intent, intentMessageId(intent_id));
  if (!published.ok)
    errors.report('BOT_IPC_PUBLISH_FAILED', { intent_id, trace_id, fault: published.error.kind });
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

function composeSource(
  config: BotConfig,
  { bus, database, errors, log }: Kit,
  settings: PlannedBot,
  meters: BotMeters,
  onFault: (error: Error, doing: string) => void,
): BarSource {
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
      log.warn({ reason }, 'an unsound bar was skipped');
    },
    onConnected: (connected) => meters.connected(connected),
    onFallback: (engaged) => meters.fallback(engaged),
    onFault: (error, doing) =>
      errors.report('BOT_CANDLE_GAP', { message: `${doing}: ${error.message}`, err: error }),
  });
}
