/**
 * The Fastify instance every service uses: trace ids, version header, one error body, TypeBox validation,
 * bounds on every request.
 */
import { DEFAULT_BODY_BYTES, type ServiceName } from '@platform/contracts';
import {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
  LogController,
} from 'fastify';
import type { ErrorLog } from '../log/error-log';
import type { Logger } from '../log/logger';
import { answerClientError } from './client-errors';
import { answerWithError } from './errors';
import { failure } from './failure';
import { shapeFault, unstorableText } from './shape';
import { TRACE_HEADER, traceIdOf, VERSION_HEADER } from './trace';
import { InvalidRequest, validatorCompiler } from './validation';

/** From the first byte to the last one of the body; who sends slower is answered 408. */
const REQUEST_TIMEOUT_MS = 15_000;
const HEADERS_TIMEOUT_MS = 10_000;
const TIMEOUTS_LOOKED_AT_EVERY_MS = 1_000;
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
  const mark = (request: FastifyRequest, reply: FastifyReply) =>
    reply.header(TRACE_HEADER, request.id).header(VERSION_HEADER, options.version);
  const app: App = fastify({
    bodyLimit: DEFAULT_BODY_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: {
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: TIMEOUTS_LOOKED_AT_EVERY_MS,
    },
    clientErrorHandler: answerClientError(options.service, options.version, options.errors),
    // Node refuses longer URLs by itself: no parameter is too long for the router, so the guard always comes
    // first.
    routerOptions: { maxParamLength: MAX_URL_CHARS },
    forceCloseConnections: 'idle',
    genReqId: traceIdOf,
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'trace_id' }),
    // Before any hook: an unparsable URL, for one.
    frameworkErrors: (error, request, reply) => {
      answer(error, request, mark(request, reply));
    },
  }) as unknown as App;
  app.setValidatorCompiler(validatorCompiler);
  app.setErrorHandler(answer);
  app.addHook('onRequest', async (request, reply) => {
    mark(request, reply);
    // Before the body is parsed, so that an unknown path is a 404 whatever was sent to it.
    if (request.is404)
      throw failure('SHARED_NOT_FOUND', `there is no ${request.method} on this path`, 'path');
  });
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text: string, done) => {
    const fault = shapeFault(text);
    if (fault !== null) throw new InvalidRequest('body', `body ${fault}`);
    void parseJson(request, text, done);
  });
  app.addHook('preValidation', async ({ params, query, body, routeOptions }) => {
    const { route } = routeOptions.config;
    // What a route does not read it need not refuse.
    const read = [route?.params && params, route?.query && query, body];
    const field = read.map((part) => unstorableText(part)).find((path) => path !== null) ?? null;
    if (field !== null) throw new InvalidRequest(field || 'body', 'text must be valid Unicode without NUL');
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
