/**
 * A program for the process tests: it starts at once and its drain never ends. With DEFECT set, it breaks
 * instead.
 */
import { ok } from '@platform/core';
import { runProgram } from '@platform/service-kit';
import { fastify } from 'fastify';
import { ErrorLog, uncounted } from '../src/log/error-log';
import { createLogger } from '../src/log/logger';

await runProgram({
  service: 'risk',
  version: '1.0.0',
  loadConfig: () => ok({}),
  openapi: async () => '{}\n',
  run: async () => {
    const log = createLogger({ service: 'risk', version: '1.0.0', level: 'info' });
    setInterval(() => undefined, 1_000);
    if (process.env['DEFECT'] !== undefined) setTimeout(() => void Promise.reject(new Error('a defect')), 10);
    log.info({ port: 0 }, 'listening');
    return {
      url: '',
      app: fastify(),
      log,
      errors: new ErrorLog('risk', log, uncounted()),
      exitRequested: new Promise<number>(() => undefined),
      close: () => new Promise(() => undefined),
    };
  },
});
