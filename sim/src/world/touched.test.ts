import type { FaultRule, LedgerEntry } from '@platform/exchange-sim';
import { describe, expect, it } from 'vitest';
import { touchedBy } from './touched';

const WINDOW = { fromMs: 1_000, toMs: 9_000 };

function request(wallMs: number, faults: readonly string[], symbol = 'BTCUSDT', path = '/fapi/v1/order') {
  const data = { faults, path, params: { symbol } };
  return { seq: wallMs, kind: 'request', atMs: wallMs, wallMs, account: 'main', data } satisfies LedgerEntry;
}

function event(wallMs: number, fault: string, symbol = 'BTCUSDT') {
  const data = { fault, event: { e: 'ORDER_TRADE_UPDATE', o: { s: symbol } } };
  return { seq: wallMs, kind: 'event', atMs: wallMs, wallMs, account: 'main', data } satisfies LedgerEntry;
}

describe('a fault of the venue excuses', () => {
  const rule: FaultRule = { kind: 'hang', symbol: 'BTCUSDT' };

  it('a fault of the venue excuses the time from the first request that it struck to the last', () => {
    const ledger = [
      request(1_500, []),
      request(2_000, ['hang']),
      request(2_500, []),
      request(3_000, ['latency', 'hang']),
      request(9_500, ['hang']),
    ];
    expect(touchedBy(rule, WINDOW, ledger)).toEqual({ fromMs: 2_000, toMs: 3_000 });
  });

  it('a fault of the venue excuses nothing when it struck no request, or one on another symbol', () => {
    expect(touchedBy(rule, WINDOW, [request(2_000, [])])).toBeUndefined();
    expect(touchedBy(rule, WINDOW, [request(2_000, ['hang'], 'ETHUSDT')])).toBeUndefined();
  });

  it('a fault of the venue excuses nothing when only the bots of the simulation met it', () => {
    const prices = [request(2_000, ['hang'], 'BTCUSDT', '/fapi/v1/premiumIndex')];
    expect(touchedBy(rule, WINDOW, prices)).toBeUndefined();
  });

  it('a fault of the venue excuses the events that it struck likewise, and doubled ones not at all', () => {
    const dropping: FaultRule = { kind: 'drop_event', symbol: 'BTCUSDT' };
    const dropped = [event(4_000, 'drop_event'), event(5_000, 'drop_event', 'ETHUSDT')];
    expect(touchedBy(dropping, WINDOW, dropped)).toEqual({ fromMs: 4_000, toMs: 4_000 });
    const doubling: FaultRule = { kind: 'duplicate_event' };
    expect(touchedBy(doubling, WINDOW, [event(4_000, 'duplicate_event')])).toBeUndefined();
  });
});
