import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Home, homeFromEnvironment } from '../home';
import { renderAlertmanager } from './alertmanager';
import { soundAlertSettings } from './apply';
import { findWatching } from './binaries';
import { NO_ALERT_SETTINGS, readAlertSettings } from './settings';

let home: Home;
beforeEach(() => {
  home = homeFromEnvironment({ PLATFORM_HOME: mkdtempSync(join(tmpdir(), 'alerts-')) });
  const secret = (name: string, text: string) => writeFileSync(join(home.root, name), text, { mode: 0o600 });
  secret('key', ' http://127.0.0.1:1/hook\n');
  secret('empty', '\n');
  secret('token', 'tk_of-the-test');
  secret('script', 'javascript:alert(1)');
});
afterEach(() => rmSync(home.root, { recursive: true, force: true }));

const read = (json: unknown) => {
  writeFileSync(join(home.root, 'alerts.json'), typeof json === 'string' ? json : JSON.stringify(json));
  return readAlertSettings(home);
};
const hook = { name: 'desk', kind: 'webhook', url_file: 'key' };

test('alerts.json may be absent: then no one is notified', () => {
  expect(readAlertSettings(home)).toEqual(NO_ALERT_SETTINGS);
});

test('alerts.json names secrets by their files, which are read', () => {
  expect(read({ receivers: [hook] }).receivers).toEqual([
    { name: 'webhook/desk', kind: 'webhook', severity: 'all', values: { url: 'http://127.0.0.1:1/hook' } },
  ]);
});

test.each([
  ['{', 'JSON'],
  [{ receivers: {} }, 'receivers is not a list'],
  [{ receiver: [] }, 'unknown field receiver'],
  [{ receivers: [null] }, 'receivers[0].kind is not one of webhook'],
  [{ receivers: [{ ...hook, kind: 'pigeon' }] }, 'receivers[0].kind is not one of webhook'],
  [{ receivers: [{ ...hook, url: 'http://x' }] }, 'unknown field url'],
  [{ receivers: [{ ...hook, url_file: 'gone' }] }, 'gone cannot be read (ENOENT)'],
  [{ receivers: [{ ...hook, url_file: 'empty' }] }, 'empty is empty'],
  [{ receivers: [{ ...hook, name: 'a b' }] }, 'receivers[0].name'],
  [{ receivers: [hook, hook] }, 'two receivers are named "webhook/desk"'],
  [{ receivers: [{ ...hook, severity: 'low' }] }, 'neither all nor critical'],
  [
    { receivers: [{ name: 't', kind: 'telegram', bot_token_file: 'key', chat_id: '4' }] },
    'chat_id is not a number',
  ],
  [{ quiet_hours: { from: '25:00', to: '07:00' } }, 'quiet_hours.from is not a time'],
  [{ quiet_hours: { from: '22:00', to: '22:00' } }, 'quiet_hours end when they begin'],
  [{ quiet_hours: { from: '22:00', to: '07:00', time_zone: 'Mars' } }, '"Mars" is not known'],
  [{ dead_mans_switch: {} }, 'dead_mans_switch.url_file is missing'],
  [{ receivers: [{ ...hook, url_file: 'token' }] }, 'url_file names no http or https address'],
  [
    { receivers: [{ name: 'n', kind: 'ntfy', url_file: 'script' }] },
    'url_file names no http or https address',
  ],
  [{ dead_mans_switch: { url_file: 'token' } }, 'url_file names no http or https address'],
  [{ repeat_hours: 0 }, 'repeat_hours'],
])('alerts.json is refused as a whole: %j says %s', (json, fault) => {
  expect(() => read(json)).toThrow(fault);
});

test.each(['640', '604', '620', '666'])(
  'alerts.json is refused where others may touch a file of secrets (%s)',
  (mode) => {
    chmodSync(join(home.root, 'key'), Number.parseInt(mode, 8));
    expect(() => read({ receivers: [hook] })).toThrow(
      'receivers[0].url_file: key can be read or changed by others',
    );
  },
);

test('alerts.json is refused without repeating what a file of secrets holds', () => {
  expect(() => read({ receivers: [{ ...hook, url_file: 'token' }] })).not.toThrow('tk_of-the-test');
});

describe.skipIf(findWatching('') === undefined)("Alertmanager's own judgement", () => {
  const amtool = (configuration: string, ...args: string[]) => {
    const file = join(home.root, 'alertmanager.json');
    writeFileSync(file, configuration);
    const routes =
      args.length === 0
        ? ['check-config', file]
        : ['config', 'routes', 'test', `--config.file=${file}`, ...args];
    const { status, stdout, stderr } = spawnSync(findWatching('')!.amtool, routes, { encoding: 'utf8' });
    return status === 0 ? stdout.trim() : `${stdout}${stderr}`;
  };
  const settings = () =>
    read({
      receivers: [hook, { ...hook, name: 'night', severity: 'critical' }],
      quiet_hours: { from: '22:00', to: '07:00', time_zone: 'Europe/Berlin' },
      dead_mans_switch: { url_file: 'key' },
    });

  test('Alertmanager finds the configuration sound, with and without settings', () => {
    expect(amtool(renderAlertmanager(settings()))).toContain('SUCCESS');
    expect(amtool(renderAlertmanager(NO_ALERT_SETTINGS))).toContain('SUCCESS');
  });

  test.each([0.000_01, 0.1, 1.1, 168])('Alertmanager accepts reminders every %d hours', (hours) => {
    expect(amtool(renderAlertmanager(read({ repeat_hours: hours })))).toContain('SUCCESS');
  });

  test('Alertmanager is asked before settings are used: what it refuses is refused', () => {
    writeFileSync(
      join(home.root, 'alerts.json'),
      JSON.stringify({
        receivers: [{ name: 'm', kind: 'email', to: 'a@b.org', from: 'p@b.org', smarthost: 'no port' }],
      }),
    );
    expect(() => soundAlertSettings(home, findWatching(''))).toThrow('Alertmanager would refuse alerts.json');
  });

  test.each([
    [['alertname=BotDown', 'severity=critical'], 'webhook/desk,webhook/night'],
    [['alertname=SourceStale', 'severity=warning'], 'webhook/desk'],
    [['alertname=Watchdog', 'severity=none'], 'dead-mans-switch'],
    [['alertname=NotificationTest', 'receiver=webhook/night', 'severity=test'], 'webhook/night'],
  ])('Alertmanager sends %j to %s', (labels, expected) => {
    expect(amtool(renderAlertmanager(settings()), ...labels)).toBe(expected);
  });
});
