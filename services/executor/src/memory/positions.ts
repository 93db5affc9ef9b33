/** Positions, funding and transfers in memory. */
import type { Network } from '@platform/contracts';
import type { PositionSide } from '@platform/exchange';
import { Decimal } from 'decimal.js';
import type { Positions } from '../app/ports';
import { ofSymbol } from './rows';
import type { Access, FillRow, Tables, TransferRow } from './tables';

export function positionsIn(tables: Tables, access: Access): Positions {
  return {
    intentOwner: (intentId) =>
      access(
        'positions.intentOwner',
        () => tables.intents.find((row) => row.intentId === intentId)?.botId ?? null,
      ),
    bookUnexplained: (network, symbol, side, quantity) =>
      access('positions.bookUnexplained', () => {
        const row = tables.position(network, symbol, null, side);
        const change = new Decimal(quantity).times(side === 'long' ? 1 : -1);
        row.quantity = change.plus(row.quantity).toFixed();
        row.entryPrice ??= ofSymbol(tables.fills, network, symbol).at(-1)?.price ?? '1';
      }),
    bookFunding: (network, payment, amountUsd, payer) =>
      access('positions.bookFunding', () => {
        const { transactionId, symbol = '', amount, asset, timeMs } = payment;
        if (tables.funding.some((row) => row.network === network && row.transactionId === transactionId))
          return;
        tables.funding.push({ network, transactionId, amount, asset, timeMs });
        const side = amount.startsWith('-') === (payer === 'long') ? 'long' : 'short';
        const usd = new Decimal(amountUsd ?? 0);
        const shares = fundingShares(tables, network, symbol, timeMs, side);
        for (const { botId, unownedSide, share } of shares) {
          const row = tables.position(network, symbol, botId, botId === null ? (unownedSide ?? side) : null);
          row.funding = usd.times(share).toDecimalPlaces(12).plus(row.funding).toFixed();
        }
      }),
    unpricedAssets: (network) =>
      access('positions.unpricedAssets', () => [
        ...new Set([
          ...tables.fills.filter((row) => isUnpriced(row, network)).flatMap(({ feeAsset }) => feeAsset ?? []),
          ...unpricedTransfers(tables, network).map(({ asset }) => asset),
        ]),
      ]),
    priceAsset: (network, asset, priceUsd) =>
      access('positions.priceAsset', () => {
        for (const transfer of unpricedTransfers(tables, network))
          if (transfer.asset === asset)
            transfer.amountUsd = new Decimal(transfer.amount).times(priceUsd).toDecimalPlaces(12).toFixed();
        for (const fill of tables.fills) {
          if (!isUnpriced(fill, network) || fill.feeAsset !== asset) continue;
          fill.feeUsd = new Decimal(fill.fee).times(priceUsd).toDecimalPlaces(12).toFixed();
          const { symbol, botId, positionSide } = fill;
          const row = tables.position(network, symbol, botId, botId === null ? positionSide : null);
          row.fees = new Decimal(row.fees).plus(fill.feeUsd).toFixed();
        }
      }),
    bookTransfer: (network, { transactionId, amount, asset }) =>
      access('positions.bookTransfer', () => {
        if (tables.transfers.some((row) => row.network === network && row.transactionId === transactionId))
          return;
        tables.transfers.push({ network, transactionId, amount, asset, amountUsd: null });
      }),
    bookedCash: (network) =>
      access('positions.bookedCash', () => {
        const fills = tables.fills
          .filter((row) => row.network === network)
          .reduce(
            (sum, row) => sum.plus(row.realizedPnl).minus(row.feeAsset === 'USDT' ? row.fee : 0),
            new Decimal(0),
          );
        return tables.funding
          .filter((row) => row.network === network && row.asset === 'USDT')
          .reduce((sum, row) => sum.plus(row.amount), fills)
          .toFixed();
      }),
    fundingKnownTo: (network) =>
      access('positions.fundingKnownTo', () => {
        const timesOf = (rows: readonly { network: Network; timeMs: number }[]) =>
          rows.filter((row) => row.network === network).map(({ timeMs }) => timeMs);
        const [paid, traded] = [timesOf(tables.funding), timesOf(tables.fills)];
        if (paid.length > 0) return Math.max(...paid);
        return traded.length > 0 ? Math.min(...traded) : null;
      }),
  };
}

function isUnpriced(fill: FillRow, network: Network): boolean {
  return fill.network === network && fill.feeUsd === null && Number(fill.fee) !== 0;
}

function unpricedTransfers({ transfers }: Tables, network: Network): TransferRow[] {
  return transfers.filter((row) => row.network === network && row.amountUsd === null);
}

/**
 * Signed holdings of the moment share it in proportion; of equal ones on both sides only `side` is concerned.
 */
function fundingShares(tables: Tables, network: Network, symbol: string, timeMs: number, side: PositionSide) {
  const moved = new Map<
    string,
    { botId: string | null; unownedSide: PositionSide | null; quantity: Decimal }
  >();
  for (const fill of ofSymbol(tables.fills, network, symbol)) {
    if (fill.timeMs > timeMs) continue;
    const unownedSide = fill.botId === null ? fill.positionSide : null;
    const key = `${fill.botId} ${unownedSide}`;
    const before = moved.get(key)?.quantity ?? new Decimal(0);
    const quantity = before.plus(new Decimal(fill.quantity).times(fill.side === 'buy' ? 1 : -1));
    moved.set(key, { botId: fill.botId, unownedSide, quantity });
  }
  const held = [...moved.values()].filter(({ quantity }) => !quantity.isZero());
  const sumOf = (rows: typeof held) => rows.reduce((sum, row) => sum.plus(row.quantity), new Decimal(0));
  const concerned = sumOf(held).isZero()
    ? held.filter(({ quantity }) => quantity.gt(0) === (side === 'long'))
    : held;
  if (concerned.length === 0) return [{ botId: null, unownedSide: null, share: new Decimal(1) }];
  const whole = sumOf(concerned);
  return concerned.map((row) => ({ ...row, share: row.quantity.div(whole) }));
}
