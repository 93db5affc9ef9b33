/** The composition root of the data service. */
import { DB_CHANNELS, metricsByService, routesByService } from '@platform/contracts';
import type { MarketEvent } from '@platform/exchange';
import {
  dumpConfig,
  type ErrorLog,
  renderOpenapi,
  type ServiceHandle,
  type ServiceKit,
  startService,
  systemChance,
} from '@platform/service-kit';
import { Backfill } from './app/backfill';
import { Ingest } from './app/ingest';
import { Liquidations } from './app/liquidations';
import type { Series } from './app/ports';
import { createReporter } from './app/reporter';
import { Reports } from './app/reports';
import { Scheduler } from './app/scheduler';
import { SourceBoard } from './app/source-board';
import { Warmup } from './app/warmup';
import { WindowCache } from './app/window-cache';
import { BarPublisher } from './bus/bar-publisher';
import type { DataConfig } from './config';
import type { Job } from './domain/backfill-jobs';
import { openExchange, requireReadOnlyKey } from './exchange/connect';
import { RestMinutes } from './exchange/minutes';
import { backfillHandlers } from './http/backfill-handlers';
import { marketHandlers } from './http/market-handlers';
import { sourceHandlers } from './http/source-handlers';
import { createSources } from './sources';
import { PostgresBars } from './store/bars';
import { Coverage } from './store/coverage';
import { JobProgress } from './store/job-progress';
import { Partitions } from './store/partitions';
import { PostgresRows } from './store/rows';
import { SourceCommands } from './store/source-commands';
import { PostgresSourceStates } from './store/source-states';
import { PostgresWarmupRows } from './store/warmup-rows';
import { VERSION } from './version';

type Kit = ServiceKit<typeof metricsByService.data>;

const GAUGE_EVERY_MS = 2_000;
const RESYNC_EVERY_MS = 30_000;
/** How often it is seen whether a closing frame is late. */
const WATCH_EVERY_MS = 2_000;

export async function run(config: DataConfig): Promise<ServiceHandle> {
  return startService({
    service: 'data',
    version: VERSION,
    settings: {
      bind: config.PLATFORM_DATA_BIND_ADDR,
      logLevel: config.PLATFORM_DATA_LOG_LEVEL,
      databaseUrl: config.DATABASE_URL,
      busServers: config.PLATFORM_BUS_NATS_URL,
      busCredsFile: config.PLATFORM_BUS_NATS_CREDS,
      release: config.PLATFORM_RELEASE,
      tokens: { operator: config.PLATFORM_DATA_OPERATOR_TOKEN },
    },
    configDump: dumpConfig('data', config),
    routes: routesByService.data,
    metrics: metricsByService.data,
    compose: (kit) => compose(kit, config),
  });
}

async function compose(kit: Kit, config: DataConfig) {
  const { background, database, health, lifecycle, bus, metrics, tasks, time } = kit;
  const { nowMs } = time;
  const guard: ErrorLog['guard'] = (part, work) => kit.errors.guard(part, work);
  const reporter = createReporter(kit);
  health.addFatal('DATA_DB_PROBE_FAILED', () =>
    database.watch.isFresh() ? null : 'PostgreSQL does not answer',
  );

  const exchange = openExchange(config);
  lifecycle.onShutdown('exchange', () => exchange.close());
  await requireReadOnlyKey(exchange, config);
  // The exchange's limits on us come with its filters; both calls may fail and are repeated.
  const sync = tasks.open({
    name: 'clock of the exchange',
    everyMs: RESYNC_EVERY_MS,
    run: () => Promise.allSettled([exchange.clock.resync(), exchange.filters.all()]),
  });
  lifecycle.onShutdown('clock of the exchange', () => sync.close());
  const firstSync = sync.runNow();
  sync.start();

  const partitions = new Partitions({
    pool: database.pool,
    tasks,
    time,
    onFailed: reporter.onQueryFailed,
    retentionDays: config.PLATFORM_DATA_MINUTE_RETENTION_DAYS,
  });
  lifecycle.onShutdown('partitions', () => partitions.close());
  await partitions.start();

  const board = new SourceBoard(new PostgresSourceStates(database), reporter.board, nowMs);
  for (const name of ['spot_klines', 'perp_klines', 'liquidations']) board.register(name, 60_000);

  const bars = new PostgresBars(database, database.openLane('live'));
  const rows = new PostgresRows(database);
  const windows = new WindowCache(bars);
  const minutes = new RestMinutes(exchange);
  const stop = new AbortController();

  const configured = allSeries(config);
  const publisher = new BarPublisher(bus, reporter.publisher);
  lifecycle.onShutdown('publisher', () => publisher.close());
  const ingest = new Ingest(configured, {
    store: bars,
    exchange: minutes,
    publish: (given) => publisher.enqueue(given),
    written: windows,
    events: reporter.ingest(board),
    signal: stop.signal,
    guard,
    time,
    chance: systemChance,
  });
  lifecycle.onShutdown('ingest', () => ingest.close());
  const liquidations = new Liquidations(
    (given) => rows.liquidations(given),
    reporter.liquidations(board),
    time,
    tasks,
  );
  lifecycle.onShutdown('liquidations', () => liquidations.close());

  const coverage = new Coverage(database.pool, database.openLane('reports'));
  const sources = createSources({
    config,
    exchange,
    rows,
    bars: {
      configured,
      store: bars,
      coverage,
      exchange: minutes,
      written: windows,
      reload: (series) => ingest.reload(series),
      onDropped: reporter.ingest(board).onDropped,
    },
    signal: stop.signal,
    onUnusable: reporter.onSourceUnusable,
  });
  const scheduler = new Scheduler(sources.scheduled, board, reporter.scheduler, tasks, systemChance);
  lifecycle.onShutdown('scheduler', () => scheduler.close());
  const reports = new Reports((source) => coverage.report(source), nowMs);
  const progress = new JobProgress(database, nowMs);
  const onJobChanged = (job: Job) => {
    if (job.status !== 'running') reports.forget(job.source);
    progress.publish(job);
  };
  const backfill = new Backfill({
    histories: sources.histories,
    symbols: sources.symbols,
    events: reporter.backfill(onJobChanged),
    time,
    chance: systemChance,
    exchangeNowMs: () => minutes.nowMs(),
  });
  lifecycle.onShutdown('backfill', () => backfill.close());

  const commands = new SourceCommands({
    database,
    tasks,
    onFault: reporter.onCommandFailed,
    carryOut: async ({ kind, source }) => {
      if (kind !== 'unquarantine' || !(await board.unquarantine(source))) {
        reporter.onCommandFailed(`cannot ${kind} ${source}`);
      }
    },
  });
  lifecycle.onShutdown('source commands', () => commands.close());
  const wake = () => commands.wake();
  database.watch.subscribe({ channel: DB_CHANNELS.sourceCommands, onNotification: wake, onGap: wake });
  database.watch.subscribe({
    channel: DB_CHANNELS.historyChanged,
    onNotification: (series) => {
      windows.changed(series);
      ingest.reload(series);
    },
    // What was missed is unknown, so nothing in memory is believed.
    onGap: () => windows.clear(),
  });

  await board.restore();
  commands.start();
  const streams = [
    exchange.marketStream.open(
      configured.map((series) => ({ kind: 'kline', ...series, timeframe: '1m' })),
      guard('live minutes', (event: MarketEvent) => ingest.hear(event)),
    ),
    exchange.marketStream.open(
      [{ kind: 'liquidations' }],
      guard('liquidations', (event: MarketEvent) => liquidations.hear(event)),
    ),
  ];
  // First of all: waits end, and nothing new comes in.
  lifecycle.onShutdown('feed and sources', async () => {
    stop.abort();
    await Promise.all([...streams.map((stream) => stream.close()), sources.close()]);
  });
  guard('first repair', () => firstSync.then(() => ingest.repairAll()))();
  scheduler.start();

  background({ name: 'late minutes', everyMs: WATCH_EVERY_MS, run: () => ingest.repairLate() });
  const showSources = () => {
    if (liquidations.liveSinceMs() !== undefined) board.succeeded('liquidations', null);
    board.saveUnsaved();
    for (const { name, status, freshness_seconds } of board.health()) {
      metrics.sourceStale.set({ source: name }, status === 'stale' || status === 'quarantined' ? 1 : 0);
      if (freshness_seconds !== null) metrics.sourceFreshness.set({ source: name }, freshness_seconds);
    }
  };
  background({ name: 'gauges', everyMs: GAUGE_EVERY_MS, run: showSources });
  health.addReadiness('sources', () => board.staleness());

  const warmup = new Warmup(
    windows,
    new PostgresWarmupRows(database),
    () => liquidations.liveSinceMs(),
    nowMs,
  );
  return {
    ...marketHandlers({ warmup, bars, database }),
    ...sourceHandlers(board),
    ...backfillHandlers(backfill, reports, nowMs),
  };
}

function allSeries(config: DataConfig): Series[] {
  const of = (market: Series['market'], symbols: readonly string[]) =>
    [...new Set(symbols)].map((symbol): Series => ({ market, symbol }));
  return [
    ...of('spot', config.PLATFORM_DATA_EXCHANGE_SPOT_SYMBOLS),
    ...of('perp', config.PLATFORM_DATA_EXCHANGE_PERP_SYMBOLS),
  ];
}

export function openapi(): Promise<string> {
  return renderOpenapi('data', VERSION, routesByService.data);
}
