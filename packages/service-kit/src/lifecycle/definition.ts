/** What a service hands to the kit, and what it gets back to build itself from. */
import type { MetricSpec, ServiceName } from '@platform/contracts';
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
import type { Task, TaskOptions } from './task';
import type { Tasks } from './tasks';
import type { Time } from './time';

export interface ServiceSettings {
  readonly bind: BindAddress;
  readonly logLevel: LogLevel;
  readonly databaseUrl: Secret;
  readonly busServers: readonly string[];
  readonly busCredsFile: string | undefined;
  /** The tag of what it was started from. */
  readonly release: string;
  readonly tokens: GuardTokens;
}

/** Every service has a gauge that says it is up. */
export type ServiceMetrics = MetricTable & { readonly up: MetricSpec & { readonly type: 'gauge' } };

export interface ServiceDefinition<R extends RouteTable, M extends ServiceMetrics> {
  readonly service: ServiceName;
  readonly version: string;
  readonly settings: ServiceSettings;
  /** What GET /config shows, already redacted. */
  readonly configDump: Readonly<Record<string, unknown>>;
  readonly routes: R;
  readonly metrics: M;
  /** Builds the service's own parts, registers their shutdown and health, and returns its handlers. */
  compose(kit: ServiceKit<M>): Handlers<R> | Promise<Handlers<R>>;
}

export interface ServiceKit<M extends MetricTable> {
  readonly log: Logger;
  readonly errors: ErrorLog;
  readonly metrics: Instruments<M>;
  readonly database: Database;
  readonly bus: Bus;
  readonly health: Health;
  readonly lifecycle: Lifecycle;
  readonly tasks: Tasks;
  /** Starts it, and closes it at shutdown. */
  background(options: TaskOptions): Task;
  readonly time: Time;
  readonly app: App;
}

export interface ServiceHandle {
  readonly url: string;
  readonly app: App;
  readonly log: Logger;
  readonly errors: ErrorLog;
  /** Resolves with an exit code when the service itself wants to end. */
  readonly exitRequested: Promise<number>;
  /** Drains within 30 s and returns the steps that did not end well. */
  close(): Promise<readonly ShutdownFault[]>;
}
