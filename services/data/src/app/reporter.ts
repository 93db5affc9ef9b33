/** What each part has to say, as the codes and counts of the contract. Nothing here decides anything. */
import type { KlineMessage, metricsByService } from '@platform/contracts';
import { isTransientDbError, type ServiceKit } from '@platform/service-kit';
import type { Job } from '../domain/backfill-jobs';
import type { BackfillEvents } from './backfill';
import type { IngestEvents, StreamEvents } from './ingest-parts';
import type { LiquidationEvents } from './liquidations';
import type { PublisherEvents } from './ports';
import type { SchedulerEvents } from './scheduler';
import type { BoardEvents, SourceBoard } from './source-board';

type Kit = Pick<ServiceKit<typeof metricsByService.data>, 'errors' | 'metrics' | 'log'>;

export function createReporter({ errors, metrics, log }: Kit) {
  const dropped = (message: string, context: object = {}) => {
    metrics.framesDropped.inc();
    errors.report('DATA_INGEST_FRAME_DROPPED', { message, ...context });
  };
  const notWritten = (error: unknown, rowCount: number) =>
    errors.report('DATA_INGEST_WRITE_FAILED', { row_count: rowCount, err: error });

  const board: BoardEvents = {
    onUnregistered: (source) => errors.report('DATA_SOURCE_NOT_REGISTERED', { source }),
    onQuarantined: (source, reason) => errors.report('DATA_SOURCE_QUARANTINED', { source, reason }),
    onSaveFailed: (source, error) => errors.report('DATA_SOURCE_STATE_UNSAVED', { source, err: error }),
  };
  const scheduler: SchedulerEvents = {
    onFetchFailed: (source, reason) => errors.report('DATA_SOURCE_FETCH_FAILED', { source, reason }),
    onWriteFailed: (source, error) => errors.report('DATA_SOURCE_WRITE_FAILED', { source, err: error }),
    onPanic: (source, error) => errors.report('DATA_SCHEDULER_PANIC', { source, err: error }),
  };
  const publisher: PublisherEvents = {
    onFailed: (reason, barCount) => {
      metrics.publishErrors.inc(barCount);
      errors.report('DATA_IPC_PUBLISH_FAILED', { reason, bar_count: barCount });
    },
    onWaiting: (barCount) => metrics.unpublished.set(barCount),
  };

  const stream: StreamEvents = {
    onDown: (reason) => errors.report('DATA_INGEST_WS_CLOSED', { reason }),
    onUnreadable: (reason) => dropped(reason),
  };
  const ingest = (sources: SourceBoard): IngestEvents => ({
    ...stream,
    onWritten: (bars) => {
      for (const [{ market, timeframe, open_time }, count] of newestOfEach(bars)) {
        metrics.klinesWritten.inc({ market, timeframe }, count);
        if (timeframe === '1m') sources.succeeded(`${market}_klines`, open_time);
      }
    },
    onWriteFailed: notWritten,
    onDropped: (reason, { market, symbol }) => dropped(reason, { market, symbol }),
    onRepairFailed: ({ market, symbol }, reason) =>
      errors.report('DATA_SOURCE_FETCH_FAILED', { source: `${market}_klines`, symbol, reason }),
    onRepaired: ({ market, symbol }, barCount) => {
      metrics.gapsRepaired.inc({ market });
      log.info({ market, symbol, bar_count: barCount }, 'gap filled');
    },
    onHole: ({ market, symbol }, fromMs, toMs) =>
      errors.report('DATA_SOURCE_FETCH_FAILED', {
        message: 'minutes that live ingest cannot fill: a backfill may',
        source: `${market}_klines`,
        symbol,
        from_ts: fromMs,
        to_ts: toMs,
      }),
  });
  const liquidations = (sources: SourceBoard): LiquidationEvents => ({
    ...stream,
    onDropped: dropped,
    onWriteFailed: notWritten,
    onWritten: (newestMs) => sources.succeeded('liquidations', newestMs),
  });
  const backfill = (onChanged: (job: Job) => void): BackfillEvents => ({
    onChanged,
    onFailed: ({ id, source }, error) =>
      errors.report('DATA_BACKFILL_FAILED', { job_id: id, source, err: error }),
    onStuck: ({ id, source }, piece, cursorMs) =>
      errors.report('DATA_BACKFILL_CURSOR_STUCK', { job_id: id, source, piece, cursor_ts: cursorMs }),
    onUnsettled: ({ id, source }, error) =>
      errors.report('DATA_BACKFILL_FAILED', {
        message: 'the higher time frames of what it wrote are not whole: start it again',
        job_id: id,
        source,
        err: error,
      }),
  });

  return {
    board,
    scheduler,
    publisher,
    ingest,
    liquidations,
    backfill,
    onCommandFailed: (reason: unknown) =>
      errors.report('DATA_SUBSCRIBER_FAILED', reason instanceof Error ? { err: reason } : { reason }),
    onSourceUnusable: (source: string, reason: string) =>
      errors.report('DATA_SOURCE_REGISTRATION_FAILED', { source, reason }),
    onQueryFailed: (error: unknown) =>
      errors.report('DATA_QUERY_FAILED', { transient: isTransientDbError(error), err: error }),
  };
}

/** One bar of each market and time frame, none newer than it, and how many there are. */
function newestOfEach(bars: readonly KlineMessage[]): Iterable<readonly [KlineMessage, number]> {
  const found = new Map<string, readonly [KlineMessage, number]>();
  for (const bar of bars) {
    const key = bar.market + bar.timeframe;
    const [newest, count] = found.get(key) ?? [bar, 0];
    found.set(key, [bar.open_time > newest.open_time ? bar : newest, count + 1]);
  }
  return found.values();
}
