/**
 * Serves the contract's route tables. Order for each request: token, body limit, parse, validate, handler. A
 * route that has no handler yet answers 501 after the token and the input were checked, so the whole guarded
 * surface is real from the first day.
 */
import { DEFAULT_BODY_BYTES, type RouteSpec } from '@platform/contracts';
import type { FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import type { Static, TSchema } from 'typebox';
import type { Logger } from '../log/logger';
import type { App } from './app';
import { failure } from './failure';

export type RouteTable = Readonly<Record<string, RouteSpec>>;

type StaticOf<S> = S extends TSchema ? Static<S> : undefined;

export interface RequestOf<R extends RouteSpec> {
  readonly params: StaticOf<R['params']>;
  readonly query: StaticOf<R['query']>;
  readonly body: StaticOf<R['body']>;
  readonly traceId: string;
  readonly log: Logger;
  readonly raw: FastifyRequest;
}

type AnswerOf<R extends RouteSpec> = StaticOf<R['responses'][keyof R['responses']]>;

/** Returns the body of a success; the status is the route's first one unless `reply.code` says otherwise. */
export type Handler<R extends RouteSpec> = (
  request: RequestOf<R>,
  reply: FastifyReply,
) => AnswerOf<R> | Promise<AnswerOf<R>>;

export type Handlers<T extends RouteTable> = { readonly [K in keyof T]?: Handler<T[K]> };

export type GuardFor = (auth: Exclude<RouteSpec['auth'], 'none'>) => onRequestAsyncHookHandler;

export function mount<T extends RouteTable>(
  app: App,
  routes: T,
  handlers: Handlers<T>,
  guard: GuardFor,
): void {
  for (const [name, route] of Object.entries(routes)) {
    const handler = handlers[name] as Handler<RouteSpec> | undefined;
    const status = Number(Object.keys(route.responses)[0]);
    app.route({
      method: route.method,
      url: route.path,
      schema: {
        ...(route.params && { params: route.params }),
        ...(route.query && { querystring: route.query }),
        ...(route.body && { body: route.body }),
      },
      config: { route },
      bodyLimit: route.maxBodyBytes ?? DEFAULT_BODY_BYTES,
      onRequest: route.auth === 'none' ? [] : [guard(route.auth)],
      handler: async (request, reply) => {
        if (handler === undefined) {
          throw failure('SHARED_NOT_IMPLEMENTED', `${route.method} ${route.path} is not implemented yet`);
        }
        reply.code(status);
        const answer = await handler(requestOf(request), reply);
        // A handler may have taken the connection over.
        if (reply.sent) return reply;
        return answer === undefined ? reply.send() : answer;
      },
    });
  }
}

function requestOf(request: FastifyRequest): RequestOf<RouteSpec> {
  return {
    params: request.params,
    query: request.query,
    body: request.body,
    traceId: request.id,
    log: request.log as Logger,
    raw: request,
  } as RequestOf<RouteSpec>;
}
