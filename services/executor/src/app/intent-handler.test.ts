import { expect, it } from 'vitest';
import type { EntryFacts } from './entry-facts';
import { IntentHandler, type IntentParts } from './intent-handler';
import type { Intent, SymbolBook } from './ports';

const NO_BOOK: SymbolBook = { orders: [], holdings: [] };
/** Of its loss down to the stop nothing is beyond its margin, so it counts for its margin or for nothing. */
const ELSEWHERE = { quantity: '1', markPrice: '1000', stopPrice: '960', leverage: 10, isUnderWay: true };

function handlerWith(elsewhere: EntryFacts['held']['elsewhere']) {
  const done: string[] = [];
  const facts: EntryFacts = {
    side: 'long',
    quantity: '1',
    stopPrice: '90',
    takeProfitPrice: null,
    intentAgeMs: 0,
    barAgeBars: null,
    market: { markPrice: '100', fundingRate: '0', isTrading: true },
    account: { availableUsd: '100', leverage: 10 },
    held: { quantity: '0', expectedQuantity: '0', stopPrices: [], elsewhere },
    marginProblem: null,
  };
  const handler = new IntentHandler({
    closer: { isUnderWay: () => false },
    facts: { read: async () => () => facts, whileOpening: async () => ({ kind: 'accepted' }) },
    intents: {
      decide: async (_intent: Intent, { reason }: { readonly reason: string }) => done.push(reason) > 0,
    },
    limits: {
      networkUsd: '1000000',
      perOrderUsd: '1000000',
      perBotDailyUsd: '1000000',
      globalDailyUsd: '1000000',
    },
    errors: { report: () => undefined },
    isHalted: () => false,
    mayEnter: () => true,
    onAsked: () => undefined,
  } as unknown as IntentParts);
  return { handler, done };
}

const aged = (ageMs: number) =>
  ({
    botId: 'a',
    side: 'long',
    quantity: '1',
    strategy: 'one',
    fence: '1',
    leaseFence: '1',
    isLeaseHeld: true,
    entryStatus: null,
    botUsedUsd: '0',
    globalUsedUsd: '0',
    ageMs,
  }) as Intent;

it.each([
  ['waits for what is under way elsewhere to be filled or not', [ELSEWHERE], 1_000, 'waiting', []],
  ['is refused when that takes too long', [ELSEWHERE], 50_000, 'decided', ['margin_sanity_exceeded']],
  ['goes when it is filled and has its margin', [{ ...ELSEWHERE, isUnderWay: false }], 0, 'progressed', []],
  [
    'is refused at once for what is held elsewhere',
    [ELSEWHERE, { ...ELSEWHERE, stopPrice: '800', isUnderWay: false }],
    1_000,
    'decided',
    ['margin_sanity_exceeded'],
  ],
])(
  'an entry that would come too near to the liquidation %s',
  async (_what, elsewhere, ageMs, progress, why) => {
    const { handler, done } = handlerWith(elsewhere);
    expect(await handler.handle(aged(ageMs), NO_BOOK)).toBe(progress);
    expect(done).toEqual(why);
  },
);
