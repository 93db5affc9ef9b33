/**
 * Bots on their way out of a side that others hold too. A target that fills after the exit would take what is
 * a neighbour's, so it goes before the exit leaves: a bot that wants out wants no target. Its stop stays
 * until the bot is flat: an exit may fail.
 */
import type { IntentSide } from '@platform/contracts';
import { isShared } from './flatten';
import type { OpenOrder } from './order';
import type { Holding } from './protection';
import { sideOf } from './sides';
import { nextStep } from './target';

interface Wish {
  readonly botId: string;
  readonly side: IntentSide;
  readonly quantity: string;
  readonly isSuperseded: boolean;
}

interface Book {
  readonly orders: readonly OpenOrder[];
  readonly holdings: readonly Holding[];
}

export function withoutTargetsOfLeaving(book: Book, wishes: readonly Wish[]): Book {
  const holdings = book.holdings.map((holding) => {
    const wish = wishes.find(({ botId, isSuperseded }) => botId === holding.botId && !isSuperseded);
    if (wish === undefined || nextStep(wish, holding.quantity).kind !== 'close') return holding;
    const isBesideOthers = isShared(sideOf(holding.quantity), book, [wish.botId]);
    return isBesideOthers ? { ...holding, takeProfitPrice: null } : holding;
  });
  return { ...book, holdings };
}
