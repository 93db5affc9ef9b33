/**
 * Starts a service from its definition, in one order for all of them: log, database with role probe, bus, the
 * service's own parts, HTTP. What fails on the way undoes what was started before it; `close` undoes all of
 * it in reverse.
 */
import type { AddressInfo } from 'node:net';
import { sharedMetrics } from '@platform/contracts';
import { type Gauge, Registry } from 'prom-client';
import { createGuard } from '../auth/guard';
import { openBus } from '../bus/open';
import { openDatabase } from '../db/database';
import { commonHandlers } from '../health/handlers';
import { Health } from '../health/health';
import { createApp } from '../http/app';
import { mount, type RouteTable } from '../http/mount';
import { ErrorLog } from '../log/error-log';
import { createLogger } from '../log/logger';
import { createInstruments } from '../metrics/metrics';
import { openapiDocument } from '../openapi/document';
import { serveOpenapi } from '../openapi/serve';
import type { ServiceDefinition, ServiceHandle, ServiceKit, ServiceMetrics } from './definition';
import { Lifecycle } from './lifecycle';
import type { TaskOptions } from './task';
import { Tasks } from './tasks';
import { systemTime } from './time';

export async function startService<R extends RouteTable, M extends ServiceMetrics>(
  definition: ServiceDefinition<R, M>,
): Promise<ServiceHandle> {
  const lifecycle = new Lifecycle();
  try {
    return await start(definition, lifecycle);
  } catch (error) {
    await lifecycle.shutdown();
    throw error;
  }
}

async function start<R extends RouteTable, M extends ServiceMetrics>(
  definition: ServiceDefinition<R, M>,
  lifecycle: Lifecycle,
): Promise<ServiceHandle> {
  const { service, version, settings } = definition;
  const log = createLogger({ service, version, level: settings.logLevel });
  const registry = new Registry();
  const metrics = createInstruments(registry, definition.metrics);
  const shared = createInstruments(registry, sharedMetrics);
  const errors = new ErrorLog(service, log, shared.errors);
  const health = new Health();
  const tasks = new Tasks({
    service,
    time: systemTime,
    errors,
    onRun(task, durationMs, outcome) {
      shared.taskRuns.inc({ task, outcome });
      shared.taskDuration.set({ task }, durationMs / 1_000);
      shared.taskLastRun.set({ task }, systemTime.nowMs() / 1_000);
    },
  });
  tasks.showIn(health);
  const context = { service, settings, errors, health, lifecycle, tasks };
  const database = await openDatabase(context);
  const bus = await openBus(context);
  const app = createApp({ service, version, log, errors });
  const shell = { log, errors, health, lifecycle, tasks, time: systemTime };
  const background = (options: TaskOptions) => {
    const task = tasks.open(options);
    lifecycle.onShutdown(options.name, () => task.close());
    task.start();
    return task;
  };
  const kit: ServiceKit<M> = { ...shell, background, metrics, database, bus, app };

  await serveOpenapi(app, openapiDocument(service, version, definition.routes));
  const handlers = await definition.compose(kit);
  const { configDump } = definition;
  const common = commonHandlers({
    service,
    version,
    release: settings.release,
    registry,
    readyCheck: shared.readyCheck,
    taskDead: shared.taskDead,
    tasks,
    health,
    configDump,
  });
  mount(app, definition.routes, { ...common, ...handlers }, createGuard(service, settings.tokens));
  database.watch.start();
  lifecycle.onShutdown('http', () => app.close());
  await app.listen({ host: settings.bind.host, port: settings.bind.port });

  const { port } = app.server.address() as AddressInfo;
  (metrics.up as Gauge).set(1);
  shared.release.set({ release: settings.release }, 1);
  log.info({ host: settings.bind.host, port }, 'listening');
  const { exitRequested } = lifecycle;
  const close = () => lifecycle.shutdown();
  return { url: `http://127.0.0.1:${port}`, app, log, errors, exitRequested, close };
}
