/**
 * Answers what never became a request: text that is no HTTP, headers that are too long, a request that does
 * not arrive in time. The body and the headers are those of every other error.
 */
import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { invalidRequestCode, type ServiceName } from '@platform/contracts';
import type { ErrorLog } from '../log/error-log';
import { errorBody, Failure } from './failure';
import { newId, TRACE_HEADER, VERSION_HEADER } from './trace';

type ClientError = Error & { readonly code?: string };

export function answerClientError(service: ServiceName, version: string, errors: ErrorLog) {
  return (error: ClientError, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable || isAnswering(socket)) {
      socket.destroy();
      return;
    }
    const fault = toFailure(service, error);
    const traceId = newId();
    errors.report(fault.code, { message: fault.message, trace_id: traceId, status: fault.status });
    const body = JSON.stringify(errorBody(fault, traceId));
    const head = [
      `HTTP/1.1 ${fault.status} ${STATUS_CODES[fault.status]}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      `${TRACE_HEADER}: ${traceId}`,
      `${VERSION_HEADER}: ${version}`,
      'connection: close',
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
  };
}

function toFailure(service: ServiceName, { code }: ClientError): Failure {
  const invalid = invalidRequestCode(service);
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new Failure(invalid, 'the headers are too long', { field: 'headers', status: 431 });
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new Failure(invalid, 'the request did not arrive in time', { field: 'body', status: 408 });
    default:
      return new Failure(invalid, 'the request is not HTTP', { field: 'path', status: 400 });
  }
}

/** A second head in the middle of an answer would be taken for a part of it. */
function isAnswering(socket: Socket): boolean {
  return (socket as Socket & { _httpMessage?: ServerResponse })._httpMessage?.headersSent === true;
}
