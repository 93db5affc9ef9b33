/** The Fastify instance every service uses: trace ids, version header, one error body, TypeBox validation, 1 MiB bodies. */
import type { ServiceName } from '@platform/contracts';
import { type FastifyInstance, fastify, LogController } from 'fastify';
import type { ErrorLog } from '../log/error-log';
import type { Logger } from '../log/logger';
import { answerWithError } from './errors';
import { failure } from './failure';
import { TRACE_HEADER, traceIdOf } from './trace';
import { validatorCompiler } from './validation';

const BODY_LIMIT_BYTES = 1024 * 1024;
const MAX_URL_CHARS = 16 * 1024;

export interface AppOptions {
  readonly service: ServiceName;
  readonly version: string;
  readonly log: Logger;
  readonly errors: ErrorLog;
}

export type App = FastifyInstance;

export function createApp(options: AppOptions): App {
  const answer = answerWithError(options.service, options.errors);
  const app: App = fastify({
    bodyLimit: BODY_LIMIT_BYTES,
    // Node refuses longer URLs by itself: no parameter is too long for the router, so the guard always comes first.
    routerOptions: { maxParamLength: MAX_URL_CHARS },
    forceCloseConnections: 'idle',
    genReqId: traceIdOf,
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'trace_id' }),
    frameworkErrors: (error, request, reply) => {
      answer(error, request, reply);
    },
  }) as unknown as App;
  app.setValidatorCompiler(validatorCompiler);
  app.setErrorHandler(answer);
  app.addHook('onRequest', async (request, reply) => {
    reply.header(TRACE_HEADER, request.id).header('x-platform-version', options.version);
    // Before the body is parsed, so that an unknown path is a 404 whatever was sent to it.
    if (request.is404)
      throw failure('SHARED_NOT_FOUND', `there is no ${request.method} on this path`, 'path');
  });
  app.addHook('onResponse', async (request, reply) => {
    const level = request.method === 'GET' ? 'debug' : 'info';
    request.log[level](
      {
        method: request.method,
        route: request.routeOptions.url,
        status: reply.statusCode,
        duration_ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'request answered',
    );
  });
  return app;
}
