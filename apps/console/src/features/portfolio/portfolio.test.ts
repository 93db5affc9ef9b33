import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import type { Account } from '../../lib/allocation';
import { aBot, aPosition } from '../bots/bot.fixture';
import { known, markupOf, textOf } from '../rendered.fixture';
import { ExposureBars } from './exposure-bars';
import { Performance } from './performance';
import { Portfolio } from './portfolio';
import { PositionTable } from './position-table';
import { TradedEquity } from './traded-equity';
import { Wallets } from './wallets';

const account = (over: Partial<Account> = {}): Account =>
  ({
    network: 'testnet',
    positionMode: 'one_way',
    walletUsd: '99999.5',
    allocatedUsd: '40000',
    unrealisedPnlUsd: '-3.25',
    marginUsedUsd: '120',
    availableUsd: '99879.5',
    problem: null,
    fundingDueUsd: '1.5',
    fundingDueAt: '2026-11-17T16:00:00.000Z',
    stale: false,
    readAt: new Date().toISOString(),
    ...over,
  }) as Account;

describe('wallets', () => {
  it('wallets show what the account holds beside what bots are allocated of it', () => {
    const said = textOf(createElement(Wallets, { accounts: [account()] }));
    expect(said).toMatch(
      /testnet one-way mode 99,999\.50 40,000\.00 −3\.25 120\.00 99,879\.50 1\.50 to pay at 16:00/,
    );
  });

  it('wallets that were never read are not shown as empty', () => {
    const unread = account({
      walletUsd: null,
      allocatedUsd: null,
      marginUsedUsd: null,
      availableUsd: null,
      fundingDueUsd: null,
      fundingDueAt: null,
    });
    const said = textOf(createElement(Wallets, { accounts: [unread] }));
    expect(said).not.toMatch(/\b0\.00\b/);
    expect(said).toMatch(/– –/);
  });

  it('wallets that take no entries say why, aloud', () => {
    const markup = markupOf(
      createElement(Wallets, { accounts: [account({ problem: 'keys were refused' })] }),
    );
    expect(markup).toContain('role="alert"');
    expect(markup).toContain('keys were refused');
    expect(markupOf(createElement(Wallets, { accounts: [account()] }))).not.toContain('role="alert"');
  });

  it('wallets take no room where there is no account', () => {
    expect(textOf(createElement(Wallets, { accounts: [] }))).toBe('');
  });
});

describe('open positions', () => {
  const bots = [{ botId: 'b1', botName: 'BTC trend' }] as never;
  const table = (...positions: ReturnType<typeof aPosition>[]) =>
    textOf(createElement(PositionTable, { positions, bots }));

  it('open positions show the bot by name, the room to stop and liquidation, and that a stop rests', () => {
    const said = table(aPosition());
    expect(said).toContain('BTC trend');
    expect(said).toMatch(/8\.65 %/);
    expect(said).toMatch(/42\.31 %/);
    expect(said).toContain('stop rests');
  });

  it('open positions say aloud that one has no stop', () => {
    expect(table(aPosition({ protected: false, stopPrice: null }))).toContain('no stop');
  });

  it('open positions never show the liquidation price of the other side', () => {
    expect(table(aPosition({ liquidationPrice: '858.9' }))).not.toContain('858');
    expect(table(aPosition({ side: 'short', liquidationPrice: '20000' }))).toContain('> 1,000 %');
  });

  it('the portfolio says that no position is open', () => {
    expect(table()).toContain('Flat everywhere');
  });
});

describe('exposure', () => {
  const row = (name: string, longUsd: string, shortUsd: string, netUsd: string) => ({
    name,
    longUsd,
    shortUsd,
    netUsd,
  });

  it('exposure is drawn from the middle, the widest bar full', () => {
    const rows = [row('BTCUSDT', '500', '0', '500'), row('ETHUSDT', '0', '250', '-250')];
    const markup = markupOf(createElement(ExposureBars, { rows }));
    expect(markup).toContain('width:100%');
    expect(markup).toContain('width:50%');
    expect(textOf(createElement(ExposureBars, { rows }))).toMatch(/BTCUSDT 0 500 \+500 ETHUSDT 250 0 −250/);
  });

  it('the portfolio says that there is no exposure', () => {
    expect(textOf(createElement(ExposureBars, { rows: [] }))).toBe('No exposure.');
  });
});

describe('the page of the portfolio', () => {
  const read = (over: object = {}) =>
    known('/portfolio', {
      asOf: new Date().toISOString(),
      equityUsd: '40000',
      pnlTodayUsd: '-10.5',
      pnl7dUsd: '20',
      pnlAllUsd: '35',
      drawdownPct: 0.5,
      grossExposureUsd: '20000',
      unprotectedPositions: 0,
      accounts: [account()],
      positions: [aPosition()],
      exposureBySymbol: [],
      exposureByCluster: [],
      bots: [{ botId: 'b1', botName: 'BTC trend', status: 'live', equityUsd: '10000', pnlTodayUsd: '5' }],
      ...over,
    } as never);
  const risk = (halted: boolean) => known('/bff/risk', { latch: { halted }, pauses: [] } as never);
  const page = (over: object = {}, halted = false) =>
    textOf(createElement(Portfolio), {
      reads: [read(over), risk(halted), known('/bff/bots', { items: [aBot()] } as never)],
    });

  it('the page of the portfolio has every figure with its sign, and exposure in equities', () => {
    const said = page();
    expect(said).toContain('40,000.00');
    expect(said).toContain('−10.50');
    expect(said).toContain('+20.00');
    expect(said).toContain('0.50 %');
    expect(said).toContain('0.50 × equity');
    expect(said).toContain('0 unprotected');
  });

  it('the page of the portfolio counts what has no stop in words', () => {
    expect(page({ unprotectedPositions: 2 })).toContain('2 positions without a stop');
  });

  it('the page of the portfolio has no multiple of an equity that is not known', () => {
    expect(page({ equityUsd: null })).not.toContain('× equity');
    expect(page({ equityUsd: '0' })).not.toContain('× equity');
  });

  it('the page of the portfolio says of a bot that opens nothing why, here as elsewhere', () => {
    expect(page()).not.toContain('no entries');
    expect(page({}, true)).toContain('no entries: halted');
  });
});

describe('performance', () => {
  const stats = {
    sharpe: 1.5,
    maxDrawdownPct: 3,
    cagrPct: 120,
    winRatePct: 40,
    netPnlUsd: '-70.9',
    feesUsd: '5',
    fundingUsd: '1',
    slippageUsd: '2',
    roundtripCount: 12,
  };
  const hours = (count: number) =>
    Array.from({ length: count }, (_, i) => ({
      ts: i * 3_600_000,
      equityUsd: String(10_000 + i),
      drawdownPct: 0,
    }));
  const page = (count: number) =>
    textOf(createElement(Performance), {
      reads: [
        known('/performance', { stats, equity: hours(count) } as never, { query: { resolution: '1h' } }),
        known('/bff/bots', { items: [] }),
      ],
    });

  it('performance shows the profit of closed roundtrips, and makes no year out of a week', () => {
    expect(page(24)).toMatch(/−70\.90 closed roundtrips/);
    expect(page(24 * 8)).toMatch(/CAGR –/);
    expect(page(24 * 31)).toMatch(/CAGR \+120\.00 %/);
  });
});

describe('equity that was traded', () => {
  const simulated = { runId: 'r', fromTs: 0, toTs: 86_400_000, returnPct: 5, sparkline: [10_000, 10_500] };
  const curve = (reads: Parameters<typeof textOf>[1]) =>
    textOf(createElement(TradedEquity, { equity: [], label: 'Equity' }), reads);

  it('the panel of traded equity says that there is no equity yet', () => {
    expect(curve({})).toContain('No equity yet');
  });

  it('the panel of traded equity never shows simulated days without saying so', () => {
    const reads = [known('/bff/bots', { items: [aBot({ simulated })] } as never)];
    expect(curve({ reads })).toContain('simulated, not traded');
    expect(curve({ reads: [known('/bff/bots', { items: [aBot()] } as never)] })).not.toContain('simulated');
  });
});
