/**
 * alerts.json in the state directory: who is notified of alerts. Secrets stand in files of their own, named
 * by a field that ends in _file; unknown fields are refused, and every fault is reported at once.
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { OperatorFault } from '../fault';
import type { Home } from '../home';

/**
 * What each kind of receiver needs; a question mark says that it may be left out. An address in a file is a
 * secret too: it is all it takes to send there.
 */
const FIELDS = {
  webhook: { url_file: 'secret address', token_file: 'secret?' },
  email: {
    to: 'text',
    from: 'text',
    smarthost: 'text',
    username: 'text?',
    password_file: 'secret?',
    require_tls: 'flag?',
  },
  telegram: { bot_token_file: 'secret', chat_id: 'number', api_url: 'address?' },
  slack: { url_file: 'secret address', channel: 'text?' },
  pagerduty: { routing_key_file: 'secret', api_url: 'address?' },
  ntfy: { url_file: 'secret address', token_file: 'secret?' },
} as const;

export type ReceiverKind = keyof typeof FIELDS;
export const RECEIVER_KINDS = Object.keys(FIELDS) as readonly ReceiverKind[];

export interface Receiver {
  /** Its kind and what the operator calls it: ntfy/phone. */
  readonly name: string;
  readonly kind: ReceiverKind;
  /** Critical alerts only, or warnings as well. */
  readonly severity: 'critical' | 'all';
  /** By field; of a secret, what its file holds, under the name without _file. */
  readonly values: Readonly<Record<string, string | number | boolean>>;
}

export interface QuietHours {
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
}

export interface AlertSettings {
  readonly receivers: readonly Receiver[];
  /** Warnings wait until they are over; critical alerts never do. */
  readonly quietHours: QuietHours | undefined;
  /** Called every minute for as long as everything from the rules to the notifications works. */
  readonly deadMansSwitchUrl: string | undefined;
  readonly repeatHours: number;
}

export const NO_ALERT_SETTINGS: AlertSettings = {
  receivers: [],
  quietHours: undefined,
  deadMansSwitchUrl: undefined,
  repeatHours: 4,
};

export function alertSettingsFile(home: Home): string {
  return join(home.root, 'alerts.json');
}

export function readAlertSettings(home: Home): AlertSettings {
  const file = alertSettingsFile(home);
  if (!existsSync(file)) return NO_ALERT_SETTINGS;
  const faults: string[] = [];
  const settings = parse(readJson(file, faults), home, faults);
  if (faults.length > 0) throw new OperatorFault(`${file}: ${faults.join('; ')}.`);
  return settings;
}

type Fields = Readonly<Record<string, unknown>>;

function parse(json: unknown, home: Home, faults: string[]): AlertSettings {
  const top = fieldsOf(
    json,
    'the file',
    ['receivers', 'quiet_hours', 'dead_mans_switch', 'repeat_hours'],
    faults,
  );
  const listed = Array.isArray(top['receivers']) ? (top['receivers'] as unknown[]) : [];
  if (top['receivers'] !== undefined && !Array.isArray(top['receivers']))
    faults.push('receivers is not a list');
  const receivers = listed.map((each, i) => parseReceiver(each, `receivers[${i}]`, home, faults));
  const names = receivers.map(({ name }) => name);
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) faults.push(`two receivers are named ${JSON.stringify(twice)}`);
  const hours = top['repeat_hours'] ?? NO_ALERT_SETTINGS.repeatHours;
  if (typeof hours !== 'number' || !(hours > 0 && hours <= 168))
    faults.push('repeat_hours is not from 0 to 168');
  return {
    receivers,
    quietHours: top['quiet_hours'] === undefined ? undefined : parseQuietHours(top['quiet_hours'], faults),
    deadMansSwitchUrl:
      top['dead_mans_switch'] === undefined ? undefined : parseSwitch(top['dead_mans_switch'], home, faults),
    repeatHours: Number(hours),
  };
}

function parseReceiver(json: unknown, at: string, home: Home, faults: string[]): Receiver {
  const kind = (json as Fields | null)?.['kind'] as ReceiverKind;
  if (!RECEIVER_KINDS.includes(kind)) {
    faults.push(`${at}.kind is not one of ${RECEIVER_KINDS.join(', ')}`);
    return { name: '', kind: 'webhook', severity: 'all', values: {} };
  }
  const wanted: Readonly<Record<string, string>> = FIELDS[kind];
  const given = fieldsOf(json, at, ['name', 'kind', 'severity', ...Object.keys(wanted)], faults);
  const name = given['name'];
  if (typeof name !== 'string' || !/^[a-z0-9-]{1,40}$/.test(name))
    faults.push(`${at}.name is not made of small letters, digits and dashes`);
  const severity = given['severity'] ?? 'all';
  if (severity !== 'all' && severity !== 'critical')
    faults.push(`${at}.severity is neither all nor critical`);
  const values = Object.entries(wanted).flatMap(([field, type]) => {
    const value = given[field];
    if (value === undefined) {
      if (!type.endsWith('?')) faults.push(`${at}.${field} is missing`);
      return [];
    }
    return [[field.replace(/_file$/, ''), fieldValue(value, type, `${at}.${field}`, home, faults)] as const];
  });
  return {
    name: `${kind}/${String(name)}`,
    kind,
    severity: severity === 'critical' ? 'critical' : 'all',
    values: Object.fromEntries(values),
  };
}

function fieldValue(
  value: unknown,
  type: string,
  at: string,
  home: Home,
  faults: string[],
): string | number | boolean {
  const plain = type.replace('?', '');
  const isSecret = plain.startsWith('secret');
  const wanted = plain === 'flag' ? 'boolean' : plain === 'number' ? 'number' : 'string';
  if (typeof value !== wanted || value === '') {
    faults.push(`${at} is not a ${isSecret ? 'path' : plain}`);
    return '';
  }
  const read = isSecret ? readSecret(String(value), at, home, faults) : (value as string | number | boolean);
  if (plain.endsWith('address') && read !== '') requireAddress(String(read), at, faults);
  return read;
}

/** Without repeating it: it may be a secret. */
function requireAddress(address: string, at: string, faults: string[]): void {
  const protocol = URL.canParse(address) ? new URL(address).protocol : undefined;
  if (protocol !== 'http:' && protocol !== 'https:') faults.push(`${at} names no http or https address`);
}

/** A relative path begins at the state directory. */
function readSecret(path: string, at: string, home: Home, faults: string[]): string {
  try {
    const file = resolve(home.root, path);
    if ((statSync(file).mode & 0o077) !== 0)
      faults.push(`${at}: ${path} can be read or changed by others (chmod 600 ${file})`);
    const secret = readFileSync(file, 'utf8').trim();
    if (secret === '') faults.push(`${at}: ${path} is empty`);
    return secret;
  } catch (error) {
    faults.push(`${at}: ${path} cannot be read (${(error as NodeJS.ErrnoException).code})`);
    return '';
  }
}

function parseQuietHours(json: unknown, faults: string[]): QuietHours {
  const given = fieldsOf(json, 'quiet_hours', ['from', 'to', 'time_zone'], faults);
  const time = (field: 'from' | 'to') => {
    const text = String(given[field]);
    if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(text)) faults.push(`quiet_hours.${field} is not a time like 22:00`);
    return text;
  };
  const timeZone = String(given['time_zone'] ?? 'UTC');
  try {
    new Intl.DateTimeFormat('en', { timeZone });
  } catch {
    faults.push(`quiet_hours.time_zone ${JSON.stringify(timeZone)} is not known`);
  }
  const [from, to] = [time('from'), time('to')];
  if (from === to) faults.push('quiet_hours end when they begin, so that no warning would ever come');
  return { from, to, timeZone };
}

function parseSwitch(json: unknown, home: Home, faults: string[]): string {
  const given = fieldsOf(json, 'dead_mans_switch', ['url_file'], faults);
  if (given['url_file'] === undefined) faults.push('dead_mans_switch.url_file is missing');
  else
    return String(fieldValue(given['url_file'], 'secret address', 'dead_mans_switch.url_file', home, faults));
  return '';
}

function fieldsOf(json: unknown, at: string, known: readonly string[], faults: string[]): Fields {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    faults.push(`${at} is not an object`);
    return {};
  }
  for (const field of Object.keys(json))
    if (!known.includes(field)) faults.push(`${at} has an unknown field ${field}`);
  return json as Fields;
}

function readJson(file: string, faults: string[]): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    faults.push((error as Error).message);
    return {};
  }
}
