/**
 * One JSON line per event on standard output: time, level, service, trace_id where a request is behind it.
 */
import type { ServiceName } from '@platform/contracts';
import { type DestinationStream, destination, type Logger, pino, stdTimeFunctions } from 'pino';
import { REDACTED } from '../config/secret';

export type { Logger } from 'pino';

/**
 * Secrets are a type that prints as ***; these paths catch header and URL objects that somebody logs whole.
 */
const REDACTED_PATHS = [
  'headers.authorization',
  'headers["x-operator-token"]',
  '*.headers.authorization',
  '*.headers["x-operator-token"]',
  'password',
  '*.password',
  'connectionString',
  '*.connectionString',
];

export interface LoggerOptions {
  readonly service: ServiceName;
  readonly version: string;
  readonly level: string;
  /** Standard output when absent. Synchronous, so that the last line before an exit is written. */
  readonly stream?: DestinationStream;
}

export function createLogger(options: LoggerOptions): Logger {
  return pino(
    {
      level: options.level,
      base: { service: options.service, version: options.version },
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: REDACTED_PATHS, censor: REDACTED },
    },
    options.stream ?? standardOutput(),
  );
}

/** Lines for which there is no room, on a full disk, wait up to here; newer ones are dropped. */
const MOST_WAITING_BYTES = 4 * 1024 * 1024;

function standardOutput(): DestinationStream {
  const stream = destination({ dest: 1, sync: true, maxLength: MOST_WAITING_BYTES });
  // Logging must never fail its caller: the next line tries again.
  stream.on('error', () => undefined);
  return stream;
}
