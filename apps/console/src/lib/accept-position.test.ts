import { expect, it } from 'vitest';
import { acceptablePlaces, acceptConsequence, acceptOutcome, acceptRefusal } from './accept-position';

const BOTS = [
  { botId: 'a', botName: 'BTC trend', network: 'testnet', symbol: 'BTCUSDT' },
  { botId: 'b', botName: 'ETH swing', network: 'testnet', symbol: 'ETHUSDT' },
] as never[];
const POSITIONS = [
  { network: 'testnet', symbol: 'BTCUSDT', botId: 'a', side: 'long', qty: '2' },
  { network: 'testnet', symbol: 'BTCUSDT', botId: null, side: 'short', qty: '1' },
] as never[];
const BTC = { network: 'testnet', symbol: 'BTCUSDT' };

it('each symbol that is held or traded is offered once for acceptance', () => {
  expect(acceptablePlaces(POSITIONS, BOTS)).toEqual([BTC, { network: 'testnet', symbol: 'ETHUSDT' }]);
});

it('an acceptance says beforehand who holds what of it, and that no order is sent', () => {
  expect(acceptConsequence(BTC, POSITIONS, BOTS)).toMatch(
    /^The books hold BTC trend long 2, no bot short 1 of BTCUSDT on testnet\..*No order is sent\.$/,
  );
  expect(acceptConsequence({ ...BTC, symbol: 'ETHUSDT' }, POSITIONS, BOTS)).toMatch(
    /^The books hold nothing of/,
  );
});

it('an acceptance says afterwards whose holding changed from what to what', () => {
  const adjustments = [{ botId: 'a', side: 'long', qtyBefore: '2', qtyAfter: '0.5' }];
  expect(acceptOutcome({ ...BTC, adjustments }, BOTS)).toBe(
    '1 holding of BTCUSDT on testnet changed: BTC trend long 2 → 0.5.',
  );
  expect(acceptOutcome({ ...BTC, adjustments: [] }, BOTS)).toMatch(/nothing was changed/);
});

it('an acceptance is refused while what is held cannot be read, and where there is nothing', () => {
  expect(acceptRefusal(BTC, undefined, [BTC])).toBe('What is held cannot be read now.');
  expect(acceptRefusal(undefined, [], [])).toBe('Nothing is held or traded.');
  expect(acceptRefusal(undefined, [], [BTC])).toBe('Choose a symbol first.');
  expect(acceptRefusal(BTC, [], [BTC])).toBeNull();
});
