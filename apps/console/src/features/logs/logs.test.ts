import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { aBot } from '../bots/bot.fixture';
import { known, markupOf, refused, textOf } from '../rendered.fixture';
import { LogLines } from './log-lines';
import { Logs } from './logs';

const EIGHT_MS = Date.UTC(2026, 10, 17, 8);
const line = (over: object = {}) =>
  ({
    timeMs: EIGHT_MS,
    process: 'risk',
    level: 'info',
    message: 'evaluated',
    code: null,
    botId: null,
    traceId: null,
    ...over,
  }) as never;

const page = (answer: object, search = '', query: object = {}) => {
  const found = { items: [], processes: ['risk', 'bot-b1'], older: null, isWhole: true, ...answer } as never;
  return textOf(createElement(Logs), {
    reads: [known('/bff/logs', found, { query }), known('/bff/bots', { items: [aBot()] } as never)],
    search,
  });
};

describe('log lines', () => {
  const lines = (...given: never[]) =>
    createElement(LogLines, {
      lines: given,
      nameOf: (process) => (process === 'bot-b1' ? 'BTC trend' : process),
    });

  it('log lines begin with the newest, to the millisecond', () => {
    const said = textOf(lines(line({ message: 'first' }), line({ message: 'second', timeMs: EIGHT_MS + 1 })));
    expect(said.indexOf('second')).toBeLessThan(said.indexOf('first'));
    expect(said).toContain('2026-11-17 08:00:00.001');
  });

  it('log lines are text, whatever a process writes', () => {
    const markup = markupOf(lines(line({ message: '<img src=x onerror=alert(1)>' })));
    expect(markup).toContain('&lt;img');
    expect(markup).not.toContain('<img');
  });

  it.each([
    ['error', 'text-danger'],
    ['FTL', 'text-danger'],
    ['warning', 'text-warn'],
  ])('log lines of level %s stand out as %s', (level, look) => {
    expect(markupOf(lines(line({ level })))).toContain(look);
    expect(markupOf(lines(line({ level: 'info' })))).not.toContain(look);
  });

  it('log lines lead to their bot and to everything of their trace, where they have one', () => {
    const markup = markupOf(lines(line({ botId: 'b1', traceId: 't1' })));
    expect(markup).toContain('href="/bots/b1"');
    expect(markup).toContain('href="/traces/t1"');
    expect(markupOf(lines(line()))).not.toContain('href');
  });

  it('log lines of a bot carry its name', () => {
    expect(textOf(lines(line({ process: 'bot-b1' })))).toContain('BTC trend info');
  });

  it('log lines without a time say so', () => {
    expect(textOf(lines(line({ timeMs: null })))).toMatch(/^– risk/);
  });
});

describe('the page of logs', () => {
  it('the page of logs asks for what the address says, and offers processes of bots by their names', () => {
    const query = { process: 'risk', level: 'warn', code: 'RISK_X' };
    const said = page({ items: [line()] }, 'process=risk&level=warn&code=risk_x', query);
    expect(said).toContain('evaluated');
    expect(said).toContain('BTC trend');
    expect(said).toContain('Clear');
    expect(page({ items: [line()] })).not.toContain('Clear');
  });

  it('the page of logs distinguishes a search that found nothing from one that took too long', () => {
    expect(page({})).toContain('No line matches');
    expect(page({})).not.toContain('took too long');
    expect(page({ isWhole: false })).toContain('older lines may be missing');
  });

  it.each([
    ['trace=nonsense', 'A trace id is a UUID'],
    ['code=a%20b', 'An error code is like'],
  ])('%s says what is wrong with it instead of asking', (search, expected) => {
    const said = page({ items: [line()] }, search);
    expect(said).toContain(expected);
    expect(said).not.toContain('evaluated');
  });

  it('the page of logs leads to older lines where there are some', () => {
    expect(page({ items: [line()] })).not.toContain('Older');
    expect(page({ items: [line()], older: { toMs: EIGHT_MS, skip: 1 } })).toContain('Older');
  });

  it('the page of logs without a place for logs says what follows every process instead', () => {
    const view = { code: 'MANAGER_LOGS_UNAVAILABLE', message: 'No logs here', action: 'Set a folder.' };
    const said = textOf(createElement(Logs), { reads: [refused('/bff/logs', view)] });
    expect(said).toMatch(/No logs here.*Set a folder\..*\.\/platform logs -f/);
    expect(said).not.toContain('Download');
  });
});
