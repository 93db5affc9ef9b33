import { expect, it } from 'vitest';
import { acceptablePlaces, acceptConsequence, acceptOutcome } from './accept-position';

const BOTS = [
  { botId: 'a', botName: 'BTC trend', network: 'testnet', symbol: 'BTCUSDT' },
  { botId: 'b', botName: 'ETH swing', network: 'testnet', symbol: 'ETHUSDT' },
] as never[];
const POSITIONS = [
  { network: 'testnet', symbol: 'BTCUSDT', botId: 'a', side: 'long', qty: '2' },
  { network: 'testnet', symbol: 'BTCUSDT', botId: null, side: 'short', qty: '1' },
] as never[];
const BTC = { network: 'testnet', symbol: 'BTCUSDT' };

it('offers each symbol that is held or traded once', () => {
  expect(acceptablePlaces(POSITIONS, BOTS)).toEqual([BTC, { network: 'testnet', symbol: 'ETHUSDT' }]);
});

it('says before who holds what of it, and that no order is sent', () => {
  expect(acceptConsequence(BTC, POSITIONS, BOTS)).toMatch(
    /^The books hold BTC trend long 2, no bot short 1 of BTCUSDT on testnet\..*No order is sent\.$/,
  );
  expect(acceptConsequence({ ...BTC, symbol: 'ETHUSDT' }, POSITIONS, BOTS)).toMatch(
    /^The books hold nothing of/,
  );
});

it('says after whose holding changed from what to what', () => {
  const adjustments = [{ botId: 'a', side: 'long', qtyBefore: '2', qtyAfter: '0.5' }];
  expect(acceptOutcome({ ...BTC, adjustments }, BOTS)).toBe(
    '1 holding of BTCUSDT on testnet changed: BTC trend long 2 → 0.5.',
  );
  expect(acceptOutcome({ ...BTC, adjustments: [] }, BOTS)).toMatch(/nothing was changed/);
});
