/** What the processes of the platform logged, as the console reads it. */
import { type Static, Type } from 'typebox';
import { LOG_LEVELS, LOG_LINES } from '../vocabulary/logs';
import { Closed, EpochMs, Nullable, OneOf, Uuid } from './primitives';

export const LogQuery = Closed({
  process: Type.Optional(
    Type.String({ pattern: '^[a-z0-9-]{1,80}$', description: 'One of `processes`; all of them without it' }),
  ),
  level: Type.Optional(OneOf(LOG_LEVELS, { description: 'This level and those above it' })),
  code: Type.Optional(Type.String({ pattern: '^[A-Z][A-Z0-9_]{0,99}$', description: 'Error code' })),
  bot_id: Type.Optional(Uuid),
  trace_id: Type.Optional(Uuid),
  from_ms: Type.Optional(EpochMs),
  to_ms: Type.Optional(EpochMs),
  skip: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 100_000,
      description: 'Leaves out so many of the newest; `older` of the answer before says how many',
    }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: LOG_LINES.max, default: LOG_LINES.default })),
});

export const LogLine = Type.Object({
  process: Type.String(),
  timeMs: Nullable(EpochMs),
  level: Type.String({ description: 'As the process wrote it' }),
  message: Type.String({
    description: 'Without characters that control anything, and cut where it is very long',
  }),
  code: Nullable(Type.String()),
  botId: Nullable(Type.String()),
  traceId: Nullable(Type.String()),
});
export type LogLine = Static<typeof LogLine>;

export const LogsResponse = Type.Object({
  items: Type.Array(LogLine, { description: 'The newest that match, oldest first' }),
  older: Nullable(
    Type.Object({ toMs: EpochMs, skip: Type.Integer() }, { description: 'Asks for the lines before these' }),
  ),
  processes: Type.Array(Type.String(), { description: 'Everything that has a log' }),
  isWhole: Type.Boolean({
    description: 'False where the search took too long and older lines were left out',
  }),
});
export type LogsResponse = Static<typeof LogsResponse>;
