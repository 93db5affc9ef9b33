import {
  dbTransientCode,
  invalidRequestCode,
  type ServiceName,
  startupFailedCode,
} from '@platform/contracts';
import type { Database as Schema } from '@platform/db';
import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { Secret } from '../config/secret';
import type { Health } from '../health/health';
import { Backoff } from '../lifecycle/backoff';
import { systemChance } from '../lifecycle/chance';
import type { Lifecycle } from '../lifecycle/lifecycle';
import { StartupError } from '../lifecycle/startup-error';
import type { Tasks } from '../lifecycle/tasks';
import { systemTime } from '../lifecycle/time';
import type { ErrorLog } from '../log/error-log';
import { isTransientDbError } from './errors';
import { DatabasePool, type PoolOptions } from './pool';
import { requireRole } from './role-probe';
import { DatabaseWatch } from './watch';

const STARTUP_TIMEOUT_MS = 30_000;

/**
 * The database as a service sees it: typed queries, raw SQL, and the connection that listens and measures
 * freshness.
 */
export interface Database {
  readonly kysely: Kysely<Schema>;
  readonly pool: pg.Pool;
  readonly watch: DatabaseWatch;
  /**
   * One connection that is kept for statements that cannot wait: on a fresh one the server would first have
   * to parse and plan them, and to find its way to the pages they touch.
   */
  openLane(name: string): pg.Pool;
}

export interface DatabaseContext {
  readonly service: ServiceName;
  readonly settings: { readonly databaseUrl: Secret };
  readonly errors: ErrorLog;
  readonly health: Health;
  readonly lifecycle: Lifecycle;
  readonly tasks: Tasks;
}

/**
 * Connects and proves the role. The watch is started later, once the service has subscribed to its channels.
 */
export async function openDatabase(context: DatabaseContext): Promise<Database> {
  const { service, settings, errors, health, lifecycle, tasks } = context;
  const { databaseUrl } = settings;
  const onFault = (error: Error) => errors.report(dbTransientCode(service), { err: error });
  const pools: DatabasePool[] = [];
  const open = (applicationName: string, more: Partial<PoolOptions> = {}) => {
    const pool = new DatabasePool({ databaseUrl, applicationName, onError: onFault, ...more });
    lifecycle.onShutdown(`${applicationName} connections`, () => pool.close());
    pools.push(pool);
    return pool;
  };
  const pool = open(service);
  await waitForDatabase(service, pool.pool);
  await requireRole(service, pool.pool);
  const watch = new DatabaseWatch({
    databaseUrl,
    applicationName: `${service}-watch`,
    onFault,
    onUnreachable: () => {
      for (const each of pools) each.destroySockets();
    },
    onJunk: (channel) =>
      errors.report(invalidRequestCode(service), {
        message: 'a notification does not fit its channel: the tables are read again instead',
        channel,
      }),
    guard: (part, work) => errors.guard(part, work),
    tasks,
  });
  lifecycle.onShutdown('database watch', () => watch.close());
  health.addReadiness('database', () => (watch.isFresh() ? null : 'PostgreSQL does not answer'));
  const openLane = (name: string) => open(`${service}-${name}`, { maxConnections: 1, keepsIdle: true }).pool;
  return { kysely: pool.kysely, pool: pool.pool, watch, openLane };
}

/** PostgreSQL may still be starting; wrong credentials will not get better by waiting. */
async function waitForDatabase(service: ServiceName, pool: pg.Pool): Promise<void> {
  const signal = AbortSignal.timeout(STARTUP_TIMEOUT_MS);
  const backoff = new Backoff({
    initialMs: 200,
    maximumMs: 2_000,
    time: systemTime,
    chance: systemChance,
    signal,
  });
  for (;;) {
    try {
      await pool.query('SELECT 1');
      return;
    } catch (error) {
      if (!signal.aborted && isTransientDbError(error)) {
        await backoff.wait();
        continue;
      }
      throw new StartupError(startupFailedCode(service), 'the database cannot be used', [], { cause: error });
    }
  }
}
