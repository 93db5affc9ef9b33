import { expect, test } from 'vitest';
import { parseLogLine, renderLogEntry } from './entry';

const render = (process: string, line: string) => renderLogEntry(parseLogLine(process, line));

test('a JSON line of a service becomes one readable line with its code and error', () => {
  const line = JSON.stringify({
    level: 'error',
    time: '2026-11-15T04:47:45.092Z',
    service: 'risk',
    version: '0.1.0',
    code: 'RISK_DB_TRANSIENT',
    err: { type: 'Error', message: 'connection refused', stack: 'Error: connection refused\n at x' },
    msg: 'cannot read the latch',
  });
  expect(render('risk', line)).toBe(
    '04:47:45.092 risk      error cannot read the latch  code=RISK_DB_TRANSIENT  err=Error: connection refused',
  );
});

test('a log line shows nothing that a terminal would obey or choke on', () => {
  const hostile = render(
    'data',
    JSON.stringify({ level: 'info', msg: `a\u001b[2Jb\r\n${'x'.repeat(1_000_000)}` }),
  );
  expect(hostile).not.toMatch(/\p{Cc}/u);
  expect(hostile.length).toBeLessThan(5_000);
});

test('a receiver that refused is not named by its address, which may be a secret', () => {
  const refused =
    'time=2026-11-15T04:47:45.092Z level=WARN source=notify.go:1 receiver=ntfy/phone err="unexpected status code 500: https://me:pw@ntfy.example.org/secret-topic?template=alertmanager: {}"';
  const shown = render('alertmanager', refused);
  expect(shown).toContain('receiver=ntfy/phone err="unexpected status code 500: https://… {}"');
  expect(render('data', refused)).toContain('secret-topic');
});

test.each([
  ['postgres', '2026-11-15 04:47:45.092 UTC [17] LOG:  ready', '04:47:45.092 postgres  log   ready'],
  [
    'prometheus',
    'ts=2026-11-15T04:47:45.092Z caller=main.go:1 level=warn msg="slow"',
    '04:47:45.092 prometheus warn  msg="slow"',
  ],
  ['launcher', '2026-11-15T04:47:45.092Z stopping', '04:47:45.092 launcher        stopping'],
  ['data', '{"half a line', '             data            {"half a line'],
])('a log line of %s: %s', (process, line, expected) => {
  expect(render(process, line)).toBe(expected);
});
