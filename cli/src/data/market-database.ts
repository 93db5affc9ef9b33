/** The market tables for commands that write them without the service. */
import { DB_CHANNELS } from '@platform/contracts';
import { PostgresBars, type Series } from '@platform/data';
import { shellEnvironment } from '@platform/stack';
import pg from 'pg';

export interface MarketDatabase {
  readonly pool: pg.Pool;
  readonly klines: PostgresBars;
  /** Notifies a running data service that the history of this series changed. */
  announce(series: Series): Promise<void>;
}

/**
 * Connects as the user in the DSN and acts as the data service's role: the sole writer of market tables, and
 * nothing more.
 */
export async function withMarketDatabase<T>(
  database: string | undefined,
  work: (market: MarketDatabase) => Promise<T>,
): Promise<T> {
  const pool = new pg.Pool({
    connectionString: database ?? shellEnvironment(process.env)['PLATFORM_DATABASE_URL'],
    max: 2,
    options: '-c role=platform_data_writer -c TimeZone=UTC',
  });
  pool.on('error', () => undefined);
  try {
    return await work({
      pool,
      klines: new PostgresBars({ pool }),
      announce: async ({ market, symbol }) => {
        const payload = JSON.stringify({ market, symbol });
        await pool.query('SELECT ops.notify($1, $2)', [DB_CHANNELS.historyChanged, payload]);
      },
    });
  } finally {
    await pool.end();
  }
}
