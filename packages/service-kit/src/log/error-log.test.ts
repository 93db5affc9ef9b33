import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { ErrorLog, uncounted } from './error-log';
import { createLogger } from './logger';

function errorLog() {
  const lines: Record<string, unknown>[] = [];
  const stream = { write: (line: string) => lines.push(JSON.parse(line)) };
  const log = createLogger({ service: 'risk', version: '1', level: 'info', stream });
  const counter = uncounted();
  const counted = async () =>
    (await counter.get()).values.map(({ labels, value }) => [labels['code'], value]);
  return { errors: new ErrorLog('risk', log, counter), lines, counted };
}

it('guarded work gets its arguments and does what it does', () => {
  const { errors, lines } = errorLog();
  const seen: unknown[] = [];
  errors.guard('a part', (a: number, b: string) => seen.push([a, b]))(1, 'x');
  expect(seen).toEqual([[1, 'x']]);
  expect(lines).toEqual([]);
});

it('guarded work that throws is an error of its part, counted and logged, and nothing more', async () => {
  const { errors, lines, counted } = errorLog();
  errors.guard('the gauges', () => {
    throw new Error('a defect');
  })();
  expect(await counted()).toEqual([['RISK_INTERNAL_ERROR', 1]]);
  expect(lines).toMatchObject([
    { msg: 'the gauges failed', part: 'the gauges', err: { message: 'a defect' } },
  ]);
});

it('guarded work that fails later is an error of its part too', async () => {
  const { errors, counted } = errorLog();
  errors.guard('the gauges', async () => {
    await turn();
    throw new Error('a defect');
  })();
  await turn();
  await turn();
  expect(await counted()).toEqual([['RISK_INTERNAL_ERROR', 1]]);
});
