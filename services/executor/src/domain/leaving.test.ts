import { expect, it } from 'vitest';
import { withoutTargetsOfLeaving } from './leaving';
import type { OpenOrder } from './order';
import type { Holding } from './protection';

const own = holding('own', '0.3');
const flat = { botId: 'own', side: 'flat', quantity: '0', isSuperseded: false } as const;

it('the target of a leaving bot goes first where a neighbour may hold the side, and its stop stays', () => {
  const bare = { ...own, takeProfitPrice: null };
  expect(targets([own, holding('other', '0.1')], [flat])).toEqual([bare, holding('other', '0.1')]);
  expect(targets([own], [flat], [entryOf('other', 'buy')])).toEqual([bare]);
  expect(targets([own, holding('other', '0.1')], [{ ...flat, side: 'short', quantity: '1' }])[0]).toEqual(
    bare,
  );
});

it('the target of a leaving bot stays until the bot is flat where it is alone on its side', () => {
  expect(targets([own, holding('other', '-0.1')], [flat])).toEqual([own, holding('other', '-0.1')]);
  expect(targets([own], [flat], [entryOf('other', 'sell')])).toEqual([own]);
});

it('the target stays when the bot wants to hold, and what it wanted before counts no more', () => {
  const both = [own, holding('other', '0.1')];
  const superseded = { ...flat, isSuperseded: true };
  expect(targets(both, [superseded, { ...flat, side: 'long', quantity: '0.3' }])).toEqual(both);
  expect(targets(both, [{ ...flat, botId: 'other' }])[0]).toEqual(own);
  expect(targets(both, [])).toEqual(both);
});

function targets(
  holdings: readonly Holding[],
  wishes: Parameters<typeof withoutTargetsOfLeaving>[1],
  orders: readonly OpenOrder[] = [],
): readonly Holding[] {
  return withoutTargetsOfLeaving({ holdings, orders }, wishes).holdings;
}

function holding(botId: string, quantity: string): Holding {
  return { botId, quantity, intentId: `of ${botId}`, stopPrice: '90', takeProfitPrice: '110' };
}

function entryOf(botId: string, side: 'buy' | 'sell'): OpenOrder {
  return {
    orderId: '1',
    intentId: 'i',
    botId,
    leg: 'entry',
    space: 'regular',
    side,
    quantity: '0.1',
    triggerPrice: null,
    clientOrderId: 'x',
    status: 'new',
    filledQuantity: '0',
    ageMs: 0,
  };
}
