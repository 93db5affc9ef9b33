import { BREAKERS, DEFAULT_RISK_LIMITS, RISK_LIMITS, scopeText } from '@platform/contracts';
import { PORTFOLIO, type Reading } from '@platform/risk-rules';
import { describe, expect, it } from 'vitest';
import { planDrill, withDrill } from './drill';
import { limitsFrom, parseLimitChange } from './limits';
import { type Marks, markedEquity, positionPnl } from './marked-equity';
import { commandScope, parseScope } from './scope';

it('limits are the defaults where no row says otherwise, and ignore rows of others', () => {
  expect(limitsFrom([])).toEqual(DEFAULT_RISK_LIMITS);
  const rows = [
    { name: 'vpin_pause_above', value: '0.5' },
    { name: 'somebody_elses', value: '7' },
  ];
  expect(limitsFrom(rows)).toEqual({ ...DEFAULT_RISK_LIMITS, vpin_pause_above: 0.5 });
});

it('limits out of their range are no limits at all', () => {
  expect(() => limitsFrom([{ name: 'vpin_pause_above', value: '1.5' }])).toThrow(RangeError);
  expect(() => limitsFrom([{ name: 'vpin_pause_above', value: 'NaN' }])).toThrow(RangeError);
});

it('limits have defaults within their own range', () => {
  for (const [name, spec] of Object.entries(RISK_LIMITS)) {
    expect(parseLimitChange(name, spec.default).ok, name).toBe(true);
  }
});

it.each(['all', 'bot:01923456-789a-7000-8000-00000000dead', 'symbol:BTCUSDT', 'cluster:majors-1'])(
  'the scope %s reads back as itself',
  (text) => {
    const scope = parseScope(text);
    expect(scope.ok && scopeText(scope.value)).toBe(text);
  },
);

it('breaker scopes that cannot be read cover everything', () => {
  expect(commandScope(PORTFOLIO)).toEqual({ kind: 'all' });
  expect(commandScope('symbol:')).toEqual({ kind: 'all' });
});

describe('equity', () => {
  const marks: Marks = {
    latest: (symbol) => (symbol === 'BTCUSDT' ? 110 : null),
    at: (symbol, timeMs) => (symbol === 'BTCUSDT' && timeMs >= 1_000 ? 105 : null),
  };
  const position = {
    botId: 'a',
    network: 'testnet',
    symbol: 'BTCUSDT',
    qty: 2,
    entryPrice: 100,
    bookedPnlUsd: -1,
    openedAtMs: 500,
  };
  const point = { timeMs: 1_000, equityUsd: 1_000 };

  it('equity moves from the last point with the positions held since', () => {
    expect(markedEquity(point, [position], marks)).toBe(1_010);
    expect(markedEquity(point, [{ ...position, qty: -2 }], marks)).toBe(990);
  });

  it('equity counts a position opened after the point from its entry', () => {
    expect(markedEquity(point, [{ ...position, openedAtMs: 2_000 }], marks)).toBe(1_020);
  });

  it('equity stays where it was while there is no price', () => {
    expect(markedEquity(point, [{ ...position, symbol: 'NEWUSDT' }], marks)).toBe(1_000);
    expect(markedEquity({ ...point, timeMs: 0 }, [{ ...position, openedAtMs: 0 }], marks)).toBe(1_000);
  });

  it('the equity of an unowned position is everything booked on it and its gain', () => {
    expect(positionPnl(position, marks)).toBe(19);
    expect(positionPnl({ ...position, qty: 0 }, marks)).toBe(-1);
  });
});

it('a drill shows each breaker a value that trips it, by the limits in force', () => {
  for (const breaker of BREAKERS) expect(planDrill(breaker, DEFAULT_RISK_LIMITS)).not.toBeNull();
  const off = { ...DEFAULT_RISK_LIMITS, macro_shock_sigmas: 0 };
  expect(planDrill('macro', off)).toBeNull();
});

it('a drill replaces what the portfolio reads and nothing else', () => {
  const idle = (scope: string): Reading => ({ kind: 'idle', scope, reason: 'a test' });
  const seen = withDrill('vpin', 0.9, DEFAULT_RISK_LIMITS)([idle(PORTFOLIO), idle('symbol:BTCUSDT')]);
  expect(seen).toMatchObject([
    { scope: PORTFOLIO, value: 0.9 },
    { scope: 'symbol:BTCUSDT', kind: 'idle' },
  ]);
  expect(withDrill('vpin', undefined, DEFAULT_RISK_LIMITS)([idle(PORTFOLIO)])).toEqual([idle(PORTFOLIO)]);
});
