/** One line of any log of the stack: JSON of our services, or the formats of PostgreSQL, nats-server and the launcher. */
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

export function parseLogLine(process: string, line: string): LogEntry {
  const json = line.startsWith('{') ? parseJson(line) : undefined;
  return json === undefined ? parseText(process, line) : fromJson(process, json);
}

export function renderLogEntry({ process, timeMs, level, message }: LogEntry): string {
  const time = timeMs === undefined ? '' : new Date(timeMs).toISOString().slice(11, 23);
  return printable(`${time.padEnd(12)} ${process.padEnd(9)} ${level.padEnd(5)} ${message}`);
}

const LONGEST = 4_000;

/** Nothing that a terminal obeys, and nothing that fills it: the file keeps the line as it is. */
function printable(line: string): string {
  const cut = line.length > LONGEST ? `${line.slice(0, LONGEST)}… (${line.length} characters)` : line;
  return cut.replace(/\p{Cc}/gu, '\ufffd');
}

function fromJson(process: string, json: Record<string, unknown>): LogEntry {
  const details = Object.entries(json)
    .filter(([key]) => !SHOWN_ELSEWHERE.has(key))
    .map(([key, value]) => `${key}=${renderValue(value)}`);
  const timeMs = Date.parse(String(json['time']));
  return {
    process,
    timeMs: Number.isNaN(timeMs) ? undefined : timeMs,
    level: String(json['level'] ?? ''),
    message: [String(json['msg'] ?? ''), ...details].join('  '),
    ...textField('code', json['code']),
    ...textField('botId', json['bot_id']),
    ...textField('traceId', json['trace_id']),
  };
}

function textField(name: string, value: unknown): Record<string, string> {
  return typeof value === 'string' ? { [name]: value } : {};
}

/** An error is its message here; the file keeps the stack. */
function renderValue(value: unknown): string {
  if (typeof value === 'string') return value;
  const { type, message } = (value ?? {}) as { type?: unknown; message?: unknown };
  return typeof message === 'string' ? `${String(type ?? 'Error')}: ${message}` : JSON.stringify(value);
}

const POSTGRES = /^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} UTC) \[\d+\] (\w+):\s+(.*)$/;
const NATS = /^\[\d+\] (\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d\.\d+) \[(\w+)\] (.*)$/;
const LAUNCHER = /^(\d{4}-\d\d-\d\dT[\d:.]+Z) ()(.*)$/;

function parseText(process: string, line: string): LogEntry {
  for (const format of [POSTGRES, NATS, LAUNCHER]) {
    const [, time, level, message] = format.exec(line) ?? [];
    if (time === undefined) continue;
    // nats-server writes local time; the other formats name their zone.
    const timeMs = Date.parse(time.replaceAll('/', '-'));
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
