/**
 * One line of any log of the platform: JSON of our services, or the formats of PostgreSQL, nats-server,
 * Prometheus, Alertmanager and the launcher. Whatever a line holds, an entry has nothing in it that a
 * terminal obeys or that is longer than anybody reads; the file keeps the line as it is.
 */
export interface LogEntry {
  readonly process: string;
  /** Undefined for a line without a time, such as the continuation of the line before. */
  readonly timeMs: number | undefined;
  readonly level: string;
  readonly message: string;
  readonly code?: string;
  readonly botId?: string;
  readonly traceId?: string;
}

const SHOWN_ELSEWHERE = new Set(['level', 'time', 'service', 'version', 'msg', 'pid', 'hostname']);
const LONGEST_MESSAGE = 4_000;
const LONGEST_NAME = 100;

export function parseLogLine(process: string, line: string): LogEntry {
  const json = line.startsWith('{') ? parseJson(line) : undefined;
  const entry = json === undefined ? parseText(process, line) : fromJson(process, json);
  return {
    ...entry,
    level: printable(entry.level, LONGEST_NAME),
    message: printable(withoutAddresses(process, entry.message), LONGEST_MESSAGE),
  };
}

/**
 * Alertmanager names the receiver that refused by its whole address, which may be all that it takes to send
 * there.
 */
function withoutAddresses(process: string, message: string): string {
  return process === 'alertmanager' ? message.replace(/(https?:\/\/)[^\s"]*/g, '$1…') : message;
}

export function renderLogEntry({ process, timeMs, level, message }: LogEntry): string {
  const time = timeMs === undefined ? '' : new Date(timeMs).toISOString().slice(11, 23);
  return `${time.padEnd(12)} ${process.padEnd(9)} ${level.padEnd(5)} ${message}`;
}

/** Control characters, marks that turn the direction of writing, halves of characters. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

function printable(text: string, longest: number): string {
  const cut = text.length > longest ? `${text.slice(0, longest)}… (${text.length} characters)` : text;
  return cut.replace(UNPRINTABLE, '\ufffd');
}

function fromJson(process: string, json: Record<string, unknown>): LogEntry {
  const details = Object.entries(json)
    .filter(([key]) => !SHOWN_ELSEWHERE.has(key))
    .map(([key, value]) => `${key}=${renderValue(value)}`);
  return {
    process,
    timeMs: timeOf(json['time']),
    level: renderValue(json['level'] ?? ''),
    message: [renderValue(json['msg'] ?? ''), ...details].join('  '),
    ...name('code', json['code']),
    ...name('botId', json['bot_id']),
    ...name('traceId', json['trace_id']),
  };
}

/** No year that a date cannot have: such a time would sort, and be refused, as none that there is. */
function timeOf(value: unknown): number | undefined {
  const timeMs = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return timeMs >= 0 && timeMs < 253_402_300_800_000 ? timeMs : undefined;
}

function name(field: string, value: unknown): Record<string, string> {
  return typeof value === 'string' ? { [field]: printable(value, LONGEST_NAME) } : {};
}

/** An error is its message here; the file keeps the stack. */
function renderValue(value: unknown): string {
  if (typeof value === 'string') return value;
  const { type, message } = (value ?? {}) as { type?: unknown; message?: unknown };
  if (typeof message === 'string') return `${typeof type === 'string' ? type : 'Error'}: ${message}`;
  try {
    return JSON.stringify(value);
  } catch {
    return '(nested too deeply to be shown)';
  }
}

const POSTGRES = /^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} UTC) \[\d+\] (\w+):\s+(.*)$/;
const NATS = /^\[\d+\] (\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d\.\d+) \[(\w+)\] (.*)$/;
const PROMETHEUS = /^(?:ts|time)=(\S+) (?:caller=\S+ )?level=(\w+) (?:source=\S+ )?(.*)$/;
const LAUNCHER = /^(\d{4}-\d\d-\d\dT[\d:.]+Z) ()(.*)$/;

function parseText(process: string, line: string): LogEntry {
  for (const format of [POSTGRES, NATS, PROMETHEUS, LAUNCHER]) {
    const [, time, level, message] = format.exec(line) ?? [];
    if (time === undefined) continue;
    // nats-server writes local time; the other formats name their zone.
    const timeMs = timeOf(time.replaceAll('/', '-'));
    return { process, timeMs, level: (level ?? '').toLowerCase(), message: message ?? '' };
  }
  return { process, timeMs: undefined, level: '', message: line };
}

function parseJson(line: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}
