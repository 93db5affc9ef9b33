/** Windows and ranges of market data. Answers are put together from JSON that was made once per bar. */
import { encodeWarmup, WARMUP_BINARY } from '@platform/columns';
import { type dataRoutes, MAX_KLINES_PER_REQUEST } from '@platform/contracts';
import { type Database, Failure, failure, type Handlers, isTransientDbError } from '@platform/service-kit';
import type { BarStore } from '../app/ports';
import type { Warmup, WarmupAnswer } from '../app/warmup';

export interface MarketParts {
  readonly warmup: Warmup;
  readonly bars: BarStore;
  readonly database: Database;
}

const FAR_FUTURE_MS = 253_402_300_799_999;

export function marketHandlers({ warmup, bars: store, database }: MarketParts): Handlers<typeof dataRoutes> {
  return {
    warmup: async ({ body, raw }, reply) => {
      const answers = await answering(database, () => warmup.answer(body.datasets));
      if (raw.headers.accept === WARMUP_BINARY) {
        // Sent as it is: the kit passes on a reply that was already given.
        return reply.type(WARMUP_BINARY).send(encodeWarmup(answers)) as never;
      }
      return reply.type('application/json').send(warmupJson(answers)) as never;
    },
    klines: async ({ query }) => {
      const { symbol, timeframe, market = 'perp', limit = MAX_KLINES_PER_REQUEST, from_ts, to_ts } = query;
      if (from_ts !== undefined && to_ts !== undefined && from_ts >= to_ts) {
        throw failure('DATA_INVALID_REQUEST', 'from_ts must be before to_ts', 'from_ts');
      }
      const toMs = to_ts ?? FAR_FUTURE_MS;
      const series = { market, symbol };
      const bars = await queried(() =>
        from_ts === undefined
          ? store.read(series, timeframe, 0, toMs, limit)
          : store.readForward(series, timeframe, from_ts, toMs, limit),
      );
      return { symbol, market, timeframe, klines: Array.from({ length: bars.length }, (_, i) => bars.at(i)) };
    },
  };
}

function warmupJson(answers: readonly WarmupAnswer[]): Buffer {
  const chunks: Uint8Array[] = [];
  for (const [i, { head, json }] of answers.entries()) {
    const start = i === 0 ? '{"datasets":[' : ',';
    chunks.push(
      Buffer.from(`${start}${JSON.stringify(head).slice(0, -1)},"rows":[`),
      json,
      Buffer.from(']}'),
    );
  }
  return Buffer.concat([...chunks, Buffer.from(']}')]);
}

/** 503 when the database is away, 500 when it answers and the query fails. */
async function answering<T>(database: Database, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isAway = !database.watch.isFresh() || isTransientDbError(error);
    throw isAway
      ? new Failure('DATA_DB_PROBE_FAILED', 'the database does not answer', { cause: error })
      : new Failure('DATA_QUERY_FAILED', 'the data could not be read', { cause: error });
  }
}

export async function queried<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new Failure('DATA_QUERY_FAILED', 'the data could not be read; try again', { cause: error });
  }
}
