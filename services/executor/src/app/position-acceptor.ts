/**
 * The operator's word that the exchange is right: the difference between books and exchange is booked at the
 * mark, onto those who hold the side when something is missing, as unowned when there is more. Nothing is
 * traded. Done again it finds nothing to do.
 */
import type { AcceptPositionRequest, Network, PositionAdjustment } from '@platform/contracts';
import type { PositionSide } from '@platform/exchange';
import { failure } from '@platform/service-kit';
import { Decimal } from 'decimal.js';
import { type SideDrift, sideDrift } from '../domain/reconcile';
import { closingSide, quantitiesOf, sideOf } from '../domain/sides';
import type { Bookkeeper } from './bookkeeper';
import type { Books, Fills, NetworkExchange, SymbolBook } from './ports';

export interface AcceptorParts {
  readonly exchange: NetworkExchange;
  readonly books: Books;
  readonly bookkeeper: Bookkeeper;
  readonly fills: Fills;
}

type Holding = SymbolBook['holdings'][number];

export class PositionAcceptor {
  constructor(private readonly parts: AcceptorParts) {}

  /**
   * Runs at the symbol's desk. `confirm` is asked once the exchange has been read, before anything is booked.
   */
  async accept(
    { network, symbol, side, confirm_token }: AcceptPositionRequest,
    confirm: () => Promise<void>,
  ): Promise<PositionAdjustment[]> {
    const { exchange, books, bookkeeper, fills } = this.parts;
    const areTradesRead = await bookkeeper.catchUp(symbol);
    const positions = await exchange.positions(symbol, 'exit');
    const price = await exchange.currentMark(symbol);
    if (!areTradesRead || positions.kind !== 'ok' || price === undefined) {
      throw failure('EXECUTOR_EXCHANGE_UNREADABLE', 'the exchange could not be read; nothing was changed');
    }
    await confirm();
    const before = await books.load(network, symbol);
    const timeMs = Math.floor(exchange.port.clock.nowMs());
    for (const drift of sideDrift(before.holdings, quantitiesOf(positions.value, symbol))) {
      if (side !== undefined && drift.side !== side) continue;
      const tradeId = `accepted:${confirm_token}:${drift.side}`;
      await fills.book({ network, symbol, tradeId, price, timeMs, ...fillOf(drift), ...COSTLESS });
    }
    return adjustments(before, await books.load(network, symbol));
  }
}

const COSTLESS = {
  clientOrderId: '',
  exchangeOrderId: '',
  isForced: false,
  isAccepted: true,
  isMaker: false,
  fee: '0',
  feeAsset: null,
  feeUsd: '0',
  realizedPnl: '0',
} as const;

/** Less at the exchange is a closing, more an opening. */
function fillOf({ side: positionSide, quantity }: SideDrift) {
  const isClosing = quantity.startsWith('-');
  const closing = closingSide(positionSide);
  const opening = closing === 'sell' ? ('buy' as const) : ('sell' as const);
  return { positionSide, side: isClosing ? closing : opening, quantity: quantity.replace('-', '') };
}

function adjustments(before: SymbolBook, after: SymbolBook): PositionAdjustment[] {
  const keys = new Map<string, Pick<PositionAdjustment, 'bot_id' | 'side'>>();
  const keyOf = (holding: Holding) => {
    const side = heldSide(holding);
    const key = `${holding.botId}:${side}`;
    keys.set(key, { bot_id: holding.botId, side });
    return key;
  };
  const held = (book: SymbolBook) =>
    new Map(book.holdings.map((holding) => [keyOf(holding), new Decimal(holding.quantity).abs()]));
  const [was, is] = [held(before), held(after)];
  return [...keys].flatMap(([key, holder]) => {
    const qty_before = (was.get(key) ?? new Decimal(0)).toFixed();
    const qty_after = (is.get(key) ?? new Decimal(0)).toFixed();
    return qty_before === qty_after ? [] : [{ ...holder, qty_before, qty_after }];
  });
}

function heldSide({ unownedSide, quantity }: Holding): PositionSide {
  return unownedSide ?? sideOf(quantity);
}

export type Acceptors = ReadonlyMap<Network, PositionAcceptor>;
