import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { known, markupOf, textOf } from '../rendered.fixture';
import { Notifications } from '../settings/notifications';
import { ServiceState } from '../settings/service-state';
import { Settings } from '../settings/settings';
import { FiringAlerts } from './firing-alerts';
import { Silences } from './silences';

const firing = (over: object = {}) => ({
  ...{ fingerprint: 'f1', name: 'BotSilent', severity: 'critical', startsAt: '2026-11-17T08:00:00.000Z' },
  ...{ summary: 'No bar for ten minutes', value: '600', runbook: null, labels: {}, ...over },
});

describe('alerts that fire', () => {
  const list = (...items: object[]) => [known('/bff/alerts/firing', { items } as never)];

  it('are named with their severity and what they mean', () => {
    const said = textOf(createElement(FiringAlerts), { reads: list(firing()) });
    expect(said).toMatch(/BotSilent critical · .* No bar for ten minutes/);
    expect(textOf(createElement(FiringAlerts), { reads: list(firing({ summary: null })) })).toContain(
      'No summary',
    );
  });

  it('look worse when they are critical', () => {
    const look = (severity: string) =>
      markupOf(createElement(FiringAlerts), { reads: list(firing({ severity })) });
    expect(look('critical')).toContain('text-danger');
    expect(look('warning')).not.toContain('text-danger');
  });

  it('are none only when somebody looked', () => {
    expect(textOf(createElement(FiringAlerts), { reads: list() })).toContain('Nothing fires');
    expect(textOf(createElement(FiringAlerts))).not.toContain('Nothing fires');
  });

  it('are acknowledged by operators alone', () => {
    const markup = markupOf(createElement(FiringAlerts), { reads: list(firing()), role: 'viewer' });
    expect(markup.match(/aria-disabled="true"/g)).toHaveLength(1);
  });
});

describe('what is kept quiet', () => {
  const silence = {
    ...{
      id: 's1',
      alert: 'BotSilent',
      createdBy: 'operator:ada',
      reason: 'known',
      endsAt: '2026-11-18T00:00:00.000Z',
    },
  };

  it('says by whom, why and until when, and takes no room without any', () => {
    const said = textOf(createElement(Silences), {
      reads: [known('/bff/alerts/silences', { items: [silence] } as never)],
    });
    expect(said).toMatch(/BotSilent ada: known until 2026-11-18 00:00:00/);
    expect(textOf(createElement(Silences))).toBe('');
  });
});

describe('settings', () => {
  it('say in words how a service is', () => {
    for (const state of ['up', 'degraded', 'down', 'unconfigured'] as const) {
      expect(textOf(createElement(ServiceState, { state }))).toBe(state);
    }
  });

  it('show what is in force, and what is not set as that', () => {
    const config = { LOG_LEVEL: 'info', EXCHANGE_API_KEY: null, RETENTION: { days: 30 } };
    const said = textOf(createElement(Settings), {
      search: 'service=data',
      reads: [
        known('/bff/services', { items: [] }),
        known('/bff/services/{service}/config', config as never, { params: { service: 'data' } }),
      ],
    });
    expect(said).toMatch(/Log level info/);
    expect(said).toMatch(/not set/);
    expect(said).toContain('{"days":30}');
    expect(said).toContain('Signed in as somebody, operator.');
  });

  it('say that nobody is told of alerts when nobody is', () => {
    const panel = (...items: object[]) =>
      textOf(createElement(Notifications), { reads: [known('/bff/alerts/receivers', { items } as never)] });
    expect(panel()).toContain('Nobody is told of alerts');
    expect(panel({ name: 'telegram' })).toMatch(/telegram Send a test/);
  });
});
