import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { runbooks } from '../../lib/runbooks.generated';
import { aBot } from '../bots/bot.fixture';
import { known, knownPages, markupOf, refused, textOf } from '../rendered.fixture';
import { Alerts } from './alerts';
import { FiringAlerts } from './firing-alerts';
import { Runbook } from './runbook';
import { Silences } from './silences';

const firing = (over: object = {}) => ({
  fingerprint: 'f1',
  name: 'BotSilent',
  severity: 'critical',
  startsAt: '2026-11-17T08:00:00.000Z',
  summary: 'No bar for ten minutes',
  value: '600',
  runbook: null,
  labels: {},
  ...over,
});

describe('alerts that fire', () => {
  const list = (...items: object[]) => [known('/bff/alerts/firing', { items, isJudged: true } as never)];

  it('firing alerts are named with their severity and what they mean', () => {
    const said = textOf(createElement(FiringAlerts), { reads: list(firing()) });
    expect(said).toMatch(/BotSilent critical · .* No bar for ten minutes/);
    expect(textOf(createElement(FiringAlerts), { reads: list(firing({ summary: null })) })).toContain(
      'No summary',
    );
  });

  it('firing alerts look worse when they are critical', () => {
    const look = (severity: string) =>
      markupOf(createElement(FiringAlerts), { reads: list(firing({ severity })) });
    expect(look('critical')).toContain('text-danger');
    expect(look('warning')).not.toContain('text-danger');
  });

  it('firing alerts are said to be absent only after they were read', () => {
    expect(textOf(createElement(FiringAlerts), { reads: list() })).toContain('Nothing fires');
    expect(textOf(createElement(FiringAlerts))).not.toContain('Nothing fires');
  });

  it('firing alerts are not said to be absent where no rule is judged', () => {
    const reads = [known('/bff/alerts/firing', { items: [], isJudged: false })];
    const said = textOf(createElement(FiringAlerts), { reads });
    expect(said).toContain('Rules are not judged');
    expect(said).not.toContain('Nothing fires');
  });

  it('firing alerts are acknowledged by operators alone', () => {
    const markup = markupOf(createElement(FiringAlerts), { reads: list(firing()), role: 'viewer' });
    expect(markup.match(/aria-disabled="true"/g)).toHaveLength(1);
  });
});

describe('what is kept quiet', () => {
  const silence = {
    id: 's1',
    alert: 'BotSilent',
    createdBy: 'operator:ada',
    reason: 'known',
    endsAt: '2026-11-18T00:00:00.000Z',
  };

  it('a silence says by whom, why and until when, and without one no room is taken', () => {
    const said = textOf(createElement(Silences), {
      reads: [known('/bff/alerts/silences', { items: [silence] } as never)],
    });
    expect(said).toMatch(/BotSilent ada: known until 2026-11-18 00:00:00/);
    expect(textOf(createElement(Silences))).toBe('');
  });
});

describe('the runbook of an alert', () => {
  const runbook = (alert: string) => createElement(Runbook, { alert });

  it('the runbook of an alert says what it means, what to do step by step, and when it is over', () => {
    const said = textOf(runbook('TradingHalted'));
    expect(said).toContain('Over when:');
    expect(markupOf(runbook('TradingHalted')).match(/<li>/g)!.length).toBeGreaterThan(1);
    const [coded] = Object.entries(runbooks).find(([, { steps }]) =>
      steps.some((step) => step.includes('`')),
    )!;
    expect(markupOf(runbook(coded))).toContain('<code');
    expect(textOf(runbook(coded))).not.toContain('`');
  });

  it('an alert of somebody else has no runbook, whatever its name', () => {
    for (const alert of ['Foreign', 'constructor', '__proto__']) expect(textOf(runbook(alert))).toBe('');
  });
});

describe('events on the page of alerts', () => {
  const event = (over: object = {}) => ({
    id: 'e1',
    source: 'bot',
    type: 'BOT_STARTED',
    createdAt: '2026-11-17T08:00:00.000Z',
    botId: 'b1',
    breaker: null,
    reason: null,
    actor: null,
    metadata: {},
    ...over,
  });
  const loud = event({ id: 'e2', type: 'BOT_QUARANTINED', metadata: { reasons: ['160 of 370 rows'] } });
  const page = (items: object[], search = '', query: object = {}) =>
    textOf(createElement(Alerts), {
      search,
      reads: [
        knownPages('/bff/events', items, { query: { ...query, page_size: 100 } }),
        known('/bff/bots', { items: [aBot()] } as never),
      ],
    });

  it('the alerts page lists events that need attention, and all of them when asked', () => {
    expect(page([event(), loud])).toContain('Bot quarantined');
    expect(page([event(), loud])).not.toContain('Bot started');
    expect(page([event(), loud], 'show=all')).toContain('Bot started');
  });

  it('events on the alerts page name their bot and carry their reasons', () => {
    expect(page([loud])).toContain('BTC trend');
    expect(page([loud])).toContain('160 of 370 rows');
  });

  it('events on the alerts page are filtered by the source in the address, and an empty list says so', () => {
    expect(page([loud], 'source=risk', { source: 'risk' })).toContain('Bot quarantined');
    expect(page([event()])).toContain('Nothing needed attention lately');
    expect(page([], 'show=all')).toContain('Nothing has happened yet');
  });

  it('events on the alerts page that cannot be read say why instead of staying grey', () => {
    const reads = [
      refused(
        '/bff/events',
        { message: 'The database is away' },
        { query: { page_size: 100 }, isPaged: true },
      ),
    ];
    expect(textOf(createElement(Alerts), { reads })).toContain('The database is away');
  });
});
