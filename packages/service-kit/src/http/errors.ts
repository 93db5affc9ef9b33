/**
 * Every way a request can end badly, as the one error body. Internal text is logged under the trace id, never
 * shown.
 */
import {
  bodyTooLargeCode,
  DEFAULT_BODY_BYTES,
  dbTransientCode,
  type ErrorCode,
  internalErrorCode,
  invalidRequestCode,
  type RouteSpec,
  type ServiceName,
} from '@platform/contracts';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { isTransientDbError } from '../db/errors';
import type { ErrorLog } from '../log/error-log';
import { errorBody, Failure } from './failure';
import { InvalidRequest } from './validation';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The contract's description of the route being answered. */
    route?: RouteSpec;
  }
}

export function toFailure(service: ServiceName, error: unknown, route: RouteSpec | undefined): Failure {
  if (error instanceof Failure) return error;
  const invalid = route?.invalid ?? invalidRequestCode(service);
  if (error instanceof InvalidRequest) return new Failure(invalid, error.message, { field: error.field });
  const known = frameworkFailure(service, error, invalid, route?.maxBodyBytes ?? DEFAULT_BODY_BYTES);
  if (known !== undefined) return known;
  if (isTransientDbError(error)) {
    return new Failure(dbTransientCode(service), 'the database did not answer; try again', {
      status: 500,
      cause: error,
    });
  }
  return new Failure(internalErrorCode(service), 'internal error', { status: 500, cause: error });
}

function frameworkFailure(
  service: ServiceName,
  error: unknown,
  invalid: ErrorCode,
  maxBodyBytes: number,
): Failure | undefined {
  const { code, statusCode } = error as Partial<FastifyError>;
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new Failure(bodyTooLargeCode(service), `the body is larger than ${maxBodyBytes / 1024} KiB`, {
        field: 'body',
      });
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return new Failure(invalid, 'the body is not valid JSON', { field: 'body' });
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new Failure('SHARED_UNSUPPORTED_MEDIA_TYPE', 'the body must be application/json', {
        field: 'content-type',
      });
    case 'FST_ERR_BAD_URL':
      return new Failure(invalid, 'the path is not a valid URL', { field: 'path', status: 400 });
    default:
      if (statusCode !== 400) return undefined;
      return new Failure(invalid, 'the request is malformed', { field: 'body', cause: error });
  }
}

export function answerWithError(service: ServiceName, errors: ErrorLog) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const fault = toFailure(service, error, request.routeOptions.config.route);
    errors.report(fault.code, {
      message: fault.message,
      trace_id: request.id,
      method: request.method,
      route: request.routeOptions.url,
      status: fault.status,
      field: fault.field,
      ...(fault.cause === undefined ? {} : { err: fault.cause }),
    });
    return reply.code(fault.status).send(errorBody(fault, request.id));
  };
}
