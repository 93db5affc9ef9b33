import { describe, expect, it } from 'vitest';
import { isApproved } from './approved';
import { type EntryInput, judgeEntry } from './entry';

type Facts = EntryInput['facts'];

const FACTS: Facts = {
  side: 'long',
  quantity: '2',
  stopPrice: '95',
  takeProfitPrice: '120',
  intentAgeMs: 10,
  barAgeBars: 1,
  market: { markPrice: '100', fundingRate: '0.0001', isTrading: true },
  account: { availableUsd: '1000', leverage: 1 },
  held: { quantity: '0', expectedQuantity: '0', stopPrices: [], elsewhere: [] },
  marginProblem: null,
};

function input(facts: Partial<Facts> = {}, given: Partial<EntryInput> = {}): EntryInput {
  return {
    intentId: '01923456-789a-7000-8000-000000000001',
    botId: '01923456-789a-7000-8000-000000000002',
    network: 'testnet',
    symbol: 'BTCUSDT',
    permission: {
      isHalted: false,
      isPaused: false,
      strategy: 'supertrend',
      lease: { fence: 7n, isHeld: true },
      fence: 7n,
    },
    facts: { ...FACTS, ...facts },
    limits: {
      perOrderUsd: undefined,
      perBotDailyUsd: undefined,
      globalDailyUsd: undefined,
      networkUsd: '500',
      operatorOrderUsd: null,
      grossUsd: null,
    },
    usage: { botUsd: '0', globalUsd: '0', grossUsd: '0' },
    ...given,
  };
}

function reasonOf(entry: EntryInput): string {
  const verdict = judgeEntry(entry);
  return verdict.kind === 'refused' ? verdict.reason : 'approved';
}

function permission(given: Partial<EntryInput['permission']>): EntryInput {
  return input({}, { permission: { ...input().permission, ...given } });
}

it('judgeEntry mints an approval with the exact notional, and nothing else is an approval', () => {
  const verdict = judgeEntry(input());
  if (verdict.kind !== 'approved') throw new Error(verdict.detail);
  expect(isApproved(verdict.entry)).toBe(true);
  expect(isApproved({ ...verdict.entry })).toBe(false);
  expect(isApproved({ terms: verdict.entry.terms })).toBe(false);
  const prototype = Object.getPrototypeOf(verdict.entry) as object;
  const copied = Object.create(prototype, Object.getOwnPropertyDescriptors(verdict.entry)) as object;
  expect(isApproved(copied)).toBe(false);
  expect(verdict.entry.terms).toMatchObject({ side: 'buy', quantity: '2', notionalUsd: '200' });
  expect(Object.isFrozen(verdict.entry.terms)).toBe(true);
});

it('judgeEntry stops at the halt before it looks at anything else', () => {
  const everythingWrong = input(
    { stopPrice: null, market: null },
    { permission: { isHalted: true, isPaused: true, lease: null, fence: 1n, strategy: '' } },
  );
  expect(reasonOf(everythingWrong)).toBe('risk_halted');
});

it('judgeEntry refuses a paused bot, whatever else may be wrong with it', () => {
  expect(reasonOf(permission({ isPaused: true }))).toBe('bot_paused');
  expect(reasonOf(permission({ isPaused: true, lease: null }))).toBe('bot_paused');
});

it('judgeEntry refuses a missing or lost lease, and any fence but the current one', () => {
  expect(reasonOf(permission({ lease: null }))).toBe('no_lease');
  expect(reasonOf(permission({ lease: { fence: 7n, isHeld: false } }))).toBe('no_lease');
  expect(reasonOf(permission({ fence: 6n }))).toBe('stale_fence');
  expect(reasonOf(permission({ fence: 8n }))).toBe('stale_fence');
  expect(reasonOf(permission({ strategy: ' ' }))).toBe('missing_strategy');
});

it.each<[string, Partial<Facts>, string]>([
  ['no price', { market: null }, 'exchange_data_unavailable'],
  ['no balance', { account: null }, 'exchange_data_unavailable'],
  [
    'a symbol that does not trade',
    { market: { ...FACTS.market!, isTrading: false } },
    'exchange_data_unavailable',
  ],
  ['an intent that waited over a minute', { intentAgeMs: 60_001 }, 'exchange_data_unavailable'],
  ['a window older than two bars', { barAgeBars: 2.01 }, 'exchange_data_unavailable'],
  ['no stop', { stopPrice: null }, 'sl_missing_or_invalid'],
  ['a stop at the market', { stopPrice: '100' }, 'sl_missing_or_invalid'],
  ['a stop on the winning side', { side: 'short' }, 'sl_missing_or_invalid'],
  ['a stop of zero', { stopPrice: '0' }, 'sl_missing_or_invalid'],
  ['a target on the losing side', { takeProfitPrice: '99' }, 'sl_missing_or_invalid'],
  ['more than the network allows', { quantity: '5.01' }, 'max_notional_exceeded'],
  [
    'funding against a long',
    { market: { ...FACTS.market!, fundingRate: '0.0031' } },
    'funding_guard_exceeded',
  ],
  [
    'a stop beyond the liquidation',
    { stopPrice: '60', account: { availableUsd: '30', leverage: 20 } },
    'margin_sanity_exceeded',
  ],
  ['too little margin', { account: { availableUsd: '210', leverage: 1 } }, 'margin_sanity_exceeded'],
  [
    'margin settings that the exchange refused',
    { marginProblem: 'BTCUSDT takes no entries: leverage 100 was refused' },
    'margin_sanity_exceeded',
  ],
  ['less than a lot', { quantity: '0' }, 'entry_submission_failed'],
])('judgeEntry refuses %s', (_name, facts, reason) => {
  expect(reasonOf(input(facts))).toBe(reason);
});

it('judgeEntry judges funding and stops by the side that pays and loses', () => {
  const short: Partial<Facts> = { side: 'short', stopPrice: '105', takeProfitPrice: '80' };
  const market = { ...FACTS.market!, fundingRate: '0.0031' };
  expect(reasonOf(input({ ...short, market }))).toBe('approved');
  expect(reasonOf(input({ ...short, market: { ...market, fundingRate: '-0.0031' } }))).toBe(
    'funding_guard_exceeded',
  );
});

it('judgeEntry counts leverage in the margin it asks for', () => {
  expect(reasonOf(input({ account: { availableUsd: '22', leverage: 10 } }))).toBe('approved');
});

describe('a stop and the liquidation of its whole side', () => {
  const account = (availableUsd: string) => ({ availableUsd, leverage: 20 });
  const held = (quantity: string, given: Partial<Facts['held']> = {}) => ({
    held: { ...FACTS.held, quantity, ...given },
  });
  const fifty = (stopPrice: string, availableUsd: string, given: Partial<Facts> = {}) => {
    const facts = { quantity: '50', stopPrice, account: account(availableUsd), ...given };
    return reasonOf(input(facts, { limits: { ...input().limits, networkUsd: '100000' } }));
  };

  it.each<[string, string, string, Partial<Facts>]>([
    ['an entry alone', '84', '1000', {}],
    ['a bot that grows from 50 to 100', '94', '750', held('50')],
    ['a neighbour with a stop as near', '94', '750', held('50', { stopPrices: ['94'] })],
    [
      'a short that grows',
      '106',
      '750',
      { ...held('50', { stopPrices: ['106'] }), side: 'short', takeProfitPrice: null },
    ],
    [
      'a holding elsewhere that loses no more than its margin',
      '84',
      '1000',
      held('0', {
        elsewhere: [{ quantity: '-10', markPrice: '100', stopPrice: '102', leverage: 20, isUnderWay: false }],
      }),
    ],
  ])('are judged by what is there: %s passes', (_name, stop, availableUsd, given) => {
    expect(fifty(stop, availableUsd, given)).toBe('approved');
  });

  it.each<[string, string, string, Partial<Facts>]>([
    ['an entry alone with a stop too far away', '83', '1000', {}],
    ['a bot that grows from 50 to 100', '88.5', '750', held('50')],
    ['one that grows while as much is under way', '94', '750', held('50', { expectedQuantity: '50' })],
    ['a neighbour whose stop would lie beyond it', '94', '750', held('50', { stopPrices: ['84'] })],
    [
      'a short beside a neighbour whose stop would lie beyond it',
      '106',
      '750',
      { ...held('50', { stopPrices: ['116'] }), side: 'short', takeProfitPrice: null },
    ],
    [
      'a holding elsewhere that loses a part of the same wallet',
      '84',
      '1000',
      held('0', {
        elsewhere: [{ quantity: '10', markPrice: '100', stopPrice: '85', leverage: 20, isUnderWay: false }],
      }),
    ],
    [
      'an entry elsewhere whose margin is not set aside yet',
      '84',
      '1000',
      held('0', {
        elsewhere: [{ quantity: '-10', markPrice: '100', stopPrice: '102', leverage: 20, isUnderWay: true }],
      }),
    ],
  ])('are judged by what is there: %s is refused', (_name, stop, availableUsd, given) => {
    expect(fifty(stop, availableUsd, given)).toBe('margin_sanity_exceeded');
  });
});

describe('caps', () => {
  const limits = (
    given: Partial<EntryInput['limits']>,
    usage = { botUsd: '800', globalUsd: '2000', grossUsd: '300' },
  ) => input({}, { limits: { ...input().limits, ...given }, usage });

  it.each<[string, Partial<EntryInput['limits']>, string, string]>([
    ['per order', { perOrderUsd: '199.99' }, 'cap_per_order_exceeded', 'EXECUTOR_CAP_REJECT_PER_ORDER'],
    [
      'of the operator per order',
      { operatorOrderUsd: '199' },
      'cap_per_order_exceeded',
      'EXECUTOR_CAP_REJECT_PER_ORDER',
    ],
    [
      'of what the network holds',
      { grossUsd: '499.99' },
      'cap_gross_exposure_exceeded',
      'EXECUTOR_CAP_REJECT_EXPOSURE',
    ],
    [
      'per bot and day',
      { perBotDailyUsd: '999' },
      'cap_per_bot_daily_exceeded',
      'EXECUTOR_CAP_REJECT_PER_BOT_DAILY',
    ],
    [
      'of all bots and the day',
      { globalDailyUsd: '2199' },
      'cap_global_daily_exceeded',
      'EXECUTOR_CAP_REJECT_GLOBAL_DAILY',
    ],
  ])('the caps refuse what would pass %s, with its own code', (_name, given, reason, code) => {
    expect(judgeEntry(limits(given))).toMatchObject({ kind: 'refused', gate: 'cap', reason, code });
  });

  it('the caps allow the last cent', () => {
    const exact = {
      perOrderUsd: '200',
      perBotDailyUsd: '1000',
      globalDailyUsd: '2200',
      operatorOrderUsd: '200',
      grossUsd: '500',
    };
    expect(judgeEntry(limits(exact))).toMatchObject({ kind: 'approved', wouldReject: [] });
  });

  it('a daily cap that is unset only counts', () => {
    expect(judgeEntry(limits({}, { botUsd: '4900', globalUsd: '4900', grossUsd: '0' }))).toMatchObject({
      kind: 'approved',
      wouldReject: ['per_bot_daily'],
    });
  });
});
