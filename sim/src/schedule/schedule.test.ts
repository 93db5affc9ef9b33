import { FAULT_KINDS } from '@platform/exchange-sim';
import { expect, it } from 'vitest';
import { CRASH_POINTS } from './crash-point';
import { renderSchedule } from './render';
import { drawSchedule } from './schedule';

it('a seed always gives the same schedule, and another seed another', () => {
  expect(drawSchedule(7)).toEqual(drawSchedule(7));
  expect(drawSchedule(8).actions).not.toEqual(drawSchedule(7).actions);
});

it('fifty seeds know every kind of fault, every crash point, halts, fences and every scope of a flatten', () => {
  const actions = Array.from({ length: 50 }, (_, seed) => drawSchedule(seed).actions).flat();
  const scopes = new Set(actions.flatMap((action) => (action.kind === 'flatten' ? [action.scope] : [])));
  expect([...scopes].sort()).toEqual(['all', 'bot', 'cluster', 'symbol']);
  const paths = actions.flatMap((action) => (action.kind === 'venue_fault' ? [action.rule.path] : []));
  expect(paths).toContain('/fapi/v1/userTrades');
  const lost = actions.flatMap((action) =>
    action.kind === 'venue_fault' && action.rule.accepted === true
      ? [`${action.rule.method} ${action.rule.path}`]
      : [],
  );
  for (const request of [
    'POST /fapi/v1/order',
    'POST /fapi/v1/algoOrder',
    'POST /fapi/v1/leverage',
    'DELETE /fapi/*',
  ])
    expect(lost).toContain(request);
  for (const service of ['risk', 'bot'] as const) {
    const faults = actions.flatMap((action) => (action.kind === service ? [action.what] : []));
    expect([...new Set(faults)].sort()).toEqual(['clock', 'freeze', 'kill', 'terminate']);
  }
  const statuses = actions.flatMap((action) => (action.kind === 'trading_break' ? [action.status] : []));
  expect(statuses).toEqual(expect.arrayContaining(['BREAK', 'SETTLING']));
  const kinds = new Set(actions.map((action) => action.kind));
  for (const kind of [
    'crash',
    'kill',
    'terminate',
    'freeze',
    'clock',
    'postgres',
    'nats',
    'venue_link',
    'trading_break',
    'venue_clock',
    'second_executor',
    'risk',
    'bot',
    'drill',
    'break_glass',
  ] as const) {
    expect(kinds).toContain(kind);
  }
  for (const kind of ['venue_fault', 'market', 'latch', 'raise_fence', 'flatten'] as const)
    expect(kinds).toContain(kind);
  const rules = new Set(
    actions.flatMap((action) => (action.kind === 'venue_fault' ? [action.rule.kind] : [])),
  );
  expect([...rules].sort()).toEqual([...FAULT_KINDS].sort());
  const events = new Set(actions.flatMap((action) => (action.kind === 'market' ? [action.what] : [])));
  for (const what of [
    'close_by_hand',
    'order_by_hand',
    'quiet_week',
    'filters',
    'thin_book',
    'delist',
    'leverage_by_hand',
  ] as const) {
    expect(events).toContain(what);
  }
  const points = new Set(actions.flatMap((action) => (action.kind === 'crash' ? [action.at] : [])));
  expect(points.size).toBe(CRASH_POINTS.length);
});

it('eight seeds in a row know an outage of minutes, refused stops, storms and calm', () => {
  const longest = [1, 2, 3, 4, 5, 6, 7, 8].map((seed) => {
    const faults = drawSchedule(seed).actions.flatMap((action) =>
      action.kind === 'venue_fault' ? [action] : [],
    );
    return faults.sort((a, b) => b.forMs - a.forMs)[0];
  });
  expect(
    longest.filter((fault) => fault?.rule.kind === 'unavailable_503' && fault.forMs > 60_000),
  ).toHaveLength(1);
  expect(
    longest.filter((fault) => fault?.rule.kind === 'stop_rejected' && fault.forMs > 30_000),
  ).toHaveLength(1);
});

it('a schedule is printed one line per action, in order', () => {
  const schedule = drawSchedule(3);
  const lines = renderSchedule(schedule);
  expect(lines).toHaveLength(schedule.actions.length + 1);
  expect(lines.every((line) => !line.includes('undefined'))).toBe(true);
});
