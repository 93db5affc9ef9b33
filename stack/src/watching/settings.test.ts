import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Home, homeFromEnvironment } from '../home';
import { renderAlertmanager } from './alertmanager';
import { findWatching } from './binaries';
import { NO_ALERT_SETTINGS, readAlertSettings } from './settings';

let home: Home;
beforeEach(() => {
  home = homeFromEnvironment({ PLATFORM_HOME: mkdtempSync(join(tmpdir(), 'alerts-')) });
  writeFileSync(join(home.root, 'key'), ' http://127.0.0.1:1/hook\n');
  writeFileSync(join(home.root, 'empty'), '\n');
});
afterEach(() => rmSync(home.root, { recursive: true, force: true }));

const read = (json: unknown) => {
  writeFileSync(join(home.root, 'alerts.json'), typeof json === 'string' ? json : JSON.stringify(json));
  return readAlertSettings(home);
};
const hook = { name: 'desk', kind: 'webhook', url_file: 'key' };

describe('alerts.json', () => {
  test('may be absent: then no one is notified', () => {
    expect(readAlertSettings(home)).toEqual(NO_ALERT_SETTINGS);
  });

  test('names secrets by their files, which are read', () => {
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
    [{ quiet_hours: { from: '22:00', to: '07:00', time_zone: 'Mars' } }, '"Mars" is not known'],
    [{ dead_mans_switch: {} }, 'dead_mans_switch.url_file is missing'],
    [{ repeat_hours: 0 }, 'repeat_hours'],
  ])('is refused as a whole: %j says %s', (json, fault) => {
    expect(() => read(json)).toThrow(fault);
  });
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

  test('is that the configuration is sound, with and without settings', () => {
    expect(amtool(renderAlertmanager(settings()))).toContain('SUCCESS');
    expect(amtool(renderAlertmanager(NO_ALERT_SETTINGS))).toContain('SUCCESS');
  });

  test.each([
    [['alertname=BotDown', 'severity=critical'], 'webhook/desk,webhook/night'],
    [['alertname=SourceStale', 'severity=warning'], 'webhook/desk'],
    [['alertname=Watchdog', 'severity=none'], 'dead-mans-switch'],
    [['alertname=NotificationTest', 'receiver=webhook/night', 'severity=test'], 'webhook/night'],
  ])('is that %j goes to %s', (labels, expected) => {
    expect(amtool(renderAlertmanager(settings()), ...labels)).toBe(expected);
  });
});
