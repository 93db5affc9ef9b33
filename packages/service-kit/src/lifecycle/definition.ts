/** What a service hands to the kit, and what it gets back to build itself from. */
import type { ServiceName } from '@platform/contracts';
import type { DestinationStream } from 'pino';
import type { GuardTokens } from '../auth/guard';
import type { Bus } from '../bus/bus';
import type { BindAddress, LogLevel } from '../config/fields';
import type { Secret } from '../config/secret';
import type { Database } from '../db/database';
import type { Health } from '../health/health';
import type { App } from '../http/app';
import type { Handlers, RouteTable } from '../http/mount';
import type { ErrorLog } from '../log/error-log';
import type { Logger } from '../log/logger';
import type { Instruments, MetricTable } from '../metrics/metrics';
import type { Lifecycle, ShutdownFault } from './lifecycle';

export interface ServiceSettings {
  readonly bind: BindAddress;
  readonly logLevel: LogLevel;
  readonly databaseUrl: Secret;
  readonly busServers: readonly string[];
  readonly busCredsFile: string | undefined;
  readonly tokens: GuardTokens;
}

export interface ServiceDefinition<R extends RouteTable, M extends MetricTable> {
  readonly service: ServiceName;
  readonly version: string;
  readonly settings: ServiceSettings;
  /** What GET /config shows, already redacted. */
  readonly configDump: Readonly<Record<string, unknown>>;
  readonly routes: R;
  readonly metrics: M;
  /** Builds the service's own parts, registers their shutdown and health, and returns its handlers. */
  compose(kit: ServiceKit<M>): Handlers<R> | Promise<Handlers<R>>;
  /** Where log lines go instead of standard output. */
  readonly logStream?: DestinationStream;
}

export interface ServiceKit<M extends MetricTable> {
  readonly log: Logger;
  readonly errors: ErrorLog;
  readonly metrics: Instruments<M>;
  readonly database: Database;
  readonly bus: Bus;
  readonly health: Health;
  readonly lifecycle: Lifecycle;
  readonly app: App;
}

export interface ServiceHandle {
  readonly url: string;
  readonly app: App;
  readonly log: Logger;
  readonly errors: ErrorLog;
  /** Drains within 30 s and tells which steps did not end well. */
  close(): Promise<readonly ShutdownFault[]>;
}
