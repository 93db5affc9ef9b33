/** Bars as the bytes that COPY … FROM STDIN (FORMAT binary) takes. */
import type { Market } from '@platform/contracts';
import type { Timeframe } from '@platform/core';
import type { KlineColumns } from './kline-columns';

/** Whose bars they are. */
export interface BarStream {
  readonly market: Market;
  readonly symbol: string;
  readonly timeframe: Timeframe;
}

export const KLINE_COLUMNS_SQL =
  'market, symbol, timeframe, open_time, open, high, low, close, volume, quote_volume, trades, taker_buy_volume';

const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
const FIELDS = 12;
const NUMBER_BYTES = 8 * 12 + 8;

export function encodeKlines(stream: BarStream, bars: KlineColumns): Buffer {
  const labels = encodeLabels([stream.market, stream.symbol, stream.timeframe]);
  const rowBytes = 2 + labels.length + NUMBER_BYTES;
  const bytes = Buffer.allocUnsafe(SIGNATURE.length + bars.length * rowBytes + 2);
  let at = SIGNATURE.copy(bytes);
  const double = (value: number) => {
    at = bytes.writeInt32BE(8, at);
    at = bytes.writeDoubleBE(value, at);
  };
  for (let i = 0; i < bars.length; i++) {
    at = bytes.writeInt16BE(FIELDS, at);
    at += labels.copy(bytes, at);
    at = bytes.writeInt32BE(8, at);
    at = bytes.writeBigInt64BE(BigInt(bars.openTimeMs[i]!), at);
    double(bars.open[i]!);
    double(bars.high[i]!);
    double(bars.low[i]!);
    double(bars.close[i]!);
    double(bars.volume[i]!);
    double(bars.quoteVolume[i]!);
    at = bytes.writeInt32BE(4, at);
    at = bytes.writeInt32BE(bars.trades[i]!, at);
    double(bars.takerBuyVolume[i]!);
  }
  bytes.writeInt16BE(-1, at);
  return bytes;
}

/** The three texts are the same in every row. */
function encodeLabels(texts: readonly string[]): Buffer {
  return Buffer.concat(
    texts.map((text) => {
      const bytes = Buffer.from(text);
      const length = Buffer.alloc(4);
      length.writeInt32BE(bytes.length);
      return Buffer.concat([length, bytes]);
    }),
  );
}
