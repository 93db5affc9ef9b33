import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { known, knownPages, markupOf, refused, refusedButtons, textOf } from '../rendered.fixture';
import { Browsers } from './browsers';
import { Notifications } from './notifications';
import { Releases } from './releases';
import { ServiceDeploys, ServiceRelease } from './service-release';
import { ServiceState } from './service-state';
import { Settings } from './settings';

const AT = '2026-11-17T08:00:00.000Z';
const service = (name: string, over: object = {}) => ({
  service: name,
  state: 'up',
  version: '0.1.0',
  release: 'latest',
  roundTripMs: 3.21,
  since: AT,
  degraded: [],
  ...over,
});
const deploy = (over: object = {}) => ({
  deploy_id: 'd1',
  service: 'risk',
  status: 'completed',
  from_image_tag: 'v1',
  target_image_tag: 'v2',
  started_at: AT,
  finished_at: AT,
  waiting_for: null,
  error: null,
  ...over,
});
const releases = (...tags: string[]) => known('/releases', { items: tags.map((tag) => ({ tag })) } as never);

describe('settings', () => {
  const page = (search = '', config: object = {}, over: object = {}) => {
    const services = { items: [service('data', over), service('risk', { release: 'v2' })] } as never;
    const shown = { params: { service: search === '' ? 'data' : 'risk' } };
    return textOf(createElement(Settings), {
      reads: [
        known('/bff/services', services),
        known('/bff/services/{service}/config', config as never, shown),
      ],
      search,
    });
  };

  it('the settings say who is signed in, and show the service of the address', () => {
    expect(page()).toContain('Signed in as somebody, operator.');
    expect(page()).toMatch(/State up Version 0\.1\.0 Release latest Round trip, ms 3\.2/);
    expect(page('service=risk')).toContain('Release v2');
  });

  it('the settings show what is in force by words, unset as such, and lists as they are', () => {
    const said = page('', { exchange_api_key: null, log_level: 'info', bus_nats_url: ['nats://x'] });
    expect(said).toContain('Exchange API key not set');
    expect(said).toContain('Log level info');
    expect(said).toContain('Bus NATS URL ["nats://x"]');
    expect(said).not.toContain('null');
  });

  it('the settings name what a degraded service is short of, and make nothing up of one that is silent', () => {
    expect(page('', {}, { state: 'degraded', degraded: ['bus', 'venue'] })).toContain('degraded bus, venue');
    const silent = page('', {}, { state: 'down', version: null, release: null, roundTripMs: null });
    expect(silent).toMatch(/down Version – Release – Round trip, ms –/);
  });

  it.each([
    ['up', false],
    ['degraded', true],
    ['down', true],
  ] as const)('a service that is %s stands out: %s', (state, isLoud) => {
    expect(/text-(warn|danger)/.test(markupOf(createElement(ServiceState, { state })))).toBe(isLoud);
  });
});

describe('the release of a service', () => {
  const panel = (deploys: object[], tags: string[] = [], role: 'operator' | 'viewer' = 'operator') => ({
    element: createElement(ServiceRelease, { service: 'risk', release: 'v2' }),
    given: { reads: [known('/deploys/service', { items: deploys } as never), releases(...tags)], role },
  });
  const said = (...asked: Parameters<typeof panel>) => {
    const { element, given } = panel(...asked);
    return textOf(element, given);
  };

  it('the release of a service offers every other release, and the build itself', () => {
    expect(said([], ['v1', 'v2'])).toMatch(/v1 latest Deploy…/);
    expect(said([], ['v1', 'v2'])).not.toContain('v2 latest');
  });

  it('the release of a service says how to build one where there is no other', () => {
    const only = createElement(ServiceRelease, { service: 'risk', release: 'latest' });
    expect(textOf(only, { reads: [releases()] })).toContain('./platform release build TAG');
  });

  it('the release of a service shows its own newest deploy, with the way back once it is complete', () => {
    const shown = said([deploy({ service: 'data', target_image_tag: 'v9' }), deploy()]);
    expect(shown).toContain('v1 → v2: completed');
    expect(shown).not.toContain('v9');
    expect(shown).toContain('Roll back to v1…');
  });

  it('a service deploy under way says what it waits for, can be aborted at first, and starts no second', () => {
    const waiting = said([deploy({ status: 'pending', waiting_for: 'an order of unknown fate' })], ['v1']);
    expect(waiting).toContain('Waiting: an order of unknown fate');
    expect(waiting).toContain('Abort…');
    expect(waiting).not.toContain('Deploy…');
    const swapping = said([deploy({ status: 'swapping' })], ['v1']);
    expect(swapping).not.toContain('Abort…');
    expect(swapping).not.toContain('Deploy…');
  });

  it('a service deploy that failed says why, and lets another begin', () => {
    const failed = said([deploy({ status: 'failed', error: 'it did not get ready' })], ['v1']);
    expect(failed).toContain('Failed: it did not get ready');
    expect(failed).toContain('Deploy…');
    expect(failed).not.toContain('Roll back');
  });

  it('the release of a service is moved by operators only', () => {
    const { element, given } = panel([deploy()], ['v1'], 'viewer');
    expect(refusedButtons(element, given)).toEqual(['Roll back to v1…', 'Deploy…']);
  });
});

describe('the history of deploys', () => {
  const history = createElement(ServiceDeploys);

  it('the history of deploys lists what was moved where, how it ended and why', () => {
    const reads = [knownPages('/deploys/service', [deploy({ status: 'failed', error: 'no room' })])];
    expect(textOf(history, { reads })).toMatch(/Risk v1 → v2 Failed .* no room/);
  });

  it('the history of deploys says that there was none only when that was read', () => {
    const none = 'No service has been deployed yet';
    expect(textOf(history, { reads: [knownPages('/deploys/service', [])] })).toContain(none);
    expect(textOf(history)).not.toContain(none);
    const failed = [refused('/deploys/service', { message: 'The database is away' }, { isPaged: true })];
    expect(textOf(history, { reads: failed })).toContain('The database is away');
    expect(textOf(history, { reads: failed })).not.toContain(none);
  });
});

describe('notifications', () => {
  const panel = (items: object[], role: 'operator' | 'viewer' = 'operator') => ({
    reads: [known('/bff/alerts/receivers', { items } as never)],
    role,
  });

  it('notifications list who is notified, each with a test that operators may send', () => {
    const two = [{ name: 'phone' }, { name: 'mail' }];
    expect(textOf(createElement(Notifications), panel(two))).toMatch(/phone Send a test mail Send a test/);
    expect(refusedButtons(createElement(Notifications), panel(two))).toEqual([]);
    expect(refusedButtons(createElement(Notifications), panel(two, 'viewer'))).toHaveLength(2);
  });

  it('notifications say when no one is notified', () => {
    expect(textOf(createElement(Notifications), panel([]))).toContain('No one is notified of alerts');
  });
});

describe('the list of releases', () => {
  const release = (tag: string, over: object = {}) => ({
    tag,
    version: '0.1.0',
    built_at: AT,
    is_sound: true,
    needed_because: null,
    ...over,
  });
  const read = known('/releases', {
    items: [
      release('v3'),
      release('v2', { needed_because: 'the risk service runs it' }),
      release('v1', { is_sound: false }),
    ],
  } as never);

  it('the list of releases says which are sound and which must stay, and lets only the others go', () => {
    const said = textOf(createElement(Releases), { reads: [read] });
    expect(said).toMatch(/v3 0\.1\.0 .* as its manifest says Remove v3…/);
    expect(said).toContain('It must stay: the risk service runs it.');
    expect(said).toMatch(/v1 .* not what its manifest says/);
    expect(refusedButtons(createElement(Releases), { reads: [read] })).toEqual(['Remove v2…']);
  });

  it('removes nothing for a viewer', () => {
    const refused = refusedButtons(createElement(Releases), { reads: [read], role: 'viewer' });
    expect(refused).toEqual(['Remove v3…', 'Remove v2…', 'Remove v1…']);
  });
});

describe('notified browsers', () => {
  const browser = (over: object = {}) => ({
    id: 'a'.repeat(64),
    owner: 'operator:alice',
    service: 'push.example.org',
    createdAt: AT,
    takenAt: null,
    failure: null,
    ...over,
  });
  const panel = (publicKey: string | null, items: object[], role: 'operator' | 'viewer' = 'operator') => ({
    reads: [known('/bff/alerts/push', { publicKey, items } as never)],
    role,
  });

  it('notified browsers are listed with their owner and the last failure', () => {
    const said = textOf(createElement(Browsers), panel('key', [browser({ failure: 'it answered 500' })]));
    expect(said).toContain('Notify this browser');
    expect(said).toMatch(/operator:alice push\.example\.org .* Send a test Remove .*it answered 500/);
  });

  it('notified browsers are changed by operators only', () => {
    const given = panel('key', [browser()], 'viewer');
    expect(refusedButtons(createElement(Browsers), given)).toEqual([
      'Notify this browser',
      'Send a test',
      'Remove',
    ]);
  });

  it('browsers cannot subscribe where the manager has no key', () => {
    const said = textOf(createElement(Browsers), panel(null, []));
    expect(said).toContain('Web push is not set up');
    expect(said).not.toContain('Notify this browser');
  });
});
