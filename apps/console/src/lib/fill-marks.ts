/** Fills as marks on a price chart; quantities stay in the table, where many fills remain legible. */
import type { ChartMark } from './chart-data';

export interface ChartFill {
  readonly leg: string | null;
  readonly side: 'buy' | 'sell';
  readonly price: string;
  readonly tradeTime: number;
}

/** A stop that closed a long is a sell: the side of a mark is that of the position, not of the order. */
export function fillMarks(fills: readonly ChartFill[]): ChartMark[] {
  return fills.map(({ leg, side, price, tradeTime }) => {
    const kind = leg === 'entry' ? 'entry' : leg === 'sl' ? 'stop' : leg === 'tp' ? 'target' : 'exit';
    const isLong = (kind === 'entry') === (side === 'buy');
    return {
      timeMs: tradeTime,
      price: Number(price),
      kind,
      side: isLong ? 'long' : 'short',
      text: '',
    };
  });
}
