import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { aCurve, aRun } from '../../lib/runs/run.fixture';
import { known, refusedButtons, textOf } from '../rendered.fixture';
import { aBot } from './bot.fixture';
import { BotParity } from './bot-parity';

const HOUR_MS = 3_600_000;
const params = { id: 'b1' };
const live = aRun({ id: 'live', kind: 'live', status: 'running', fromTs: 0, toTs: null });
const curveOf = (...equities: number[]) =>
  aCurve(equities.map((equity, hour) => [hour * HOUR_MS, equity] as const));

interface Given {
  readonly points?: ReturnType<typeof curveOf>;
  readonly backtest?: object;
  readonly backtestCurve?: ReturnType<typeof curveOf>;
  readonly search?: string;
  readonly role?: 'operator' | 'viewer';
}

function given({
  points = curveOf(10_000, 10_100, 10_200),
  backtest,
  backtestCurve,
  search = '',
  role,
}: Given) {
  return {
    search,
    role: role ?? ('operator' as const),
    reads: [
      known('/bots/{id}/runs', { items: [live] } as never, { params }),
      known('/bots/{id}', { sizing: { mode: 'fixed', value: 0.1 } } as never, { params }),
      known('/runs/{id}', live as never, { params: { id: 'live' } }),
      known('/runs/{id}/curve', points as never, { params: { id: 'live' } }),
      ...(backtest === undefined ? [] : [known('/runs/{id}', backtest as never, { params: { id: 'bt' } })]),
      ...(backtestCurve === undefined
        ? []
        : [known('/runs/{id}/curve', backtestCurve as never, { params: { id: 'bt' } })]),
    ],
  };
}
const tab = (over: Given = {}) => textOf(createElement(BotParity, { bot: aBot() }), given(over));

describe('live over backtest', () => {
  it('live over backtest is offered once a bar has passed, and to operators only', () => {
    expect(tab()).toContain('Run the backtest of this span');
    const refused = (over: Given) => refusedButtons(createElement(BotParity, { bot: aBot() }), given(over));
    expect(refused({})).toEqual([]);
    expect(refused({ role: 'viewer' })).toHaveLength(1);
    expect(refused({ points: curveOf(10_000) })).toHaveLength(1);
  });

  it('live over backtest says how far live stands from the backtest where both end', () => {
    const said = tab({
      search: 'over=bt',
      backtest: aRun({ id: 'bt' }),
      backtestCurve: curveOf(10_000, 10_050, 10_000),
    });
    expect(said).toMatch(/Live stands \+2\.00 % from the backtest where both end/);
    expect(said).toContain('Run it again up to now');
    expect(said).toContain('Figures side by side');
  });

  it('live over backtest says that the backtest still runs, and that the two share no moment yet', () => {
    const running = { search: 'over=bt', backtest: aRun({ id: 'bt', status: 'running' }) };
    expect(tab(running)).toContain('The backtest is running…');
    const apart = { ts: [9e12], equityUsd: [1], drawdownPct: [0] };
    const done = { search: 'over=bt', backtest: aRun({ id: 'bt' }), backtestCurve: apart };
    expect(tab(done)).toContain('The two share no moment yet.');
  });

  it('live over backtest has nothing to draw before there are two points', () => {
    expect(tab({ points: curveOf(10_000) })).toContain('No equity points yet');
  });
});
