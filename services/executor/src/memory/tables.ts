/**
 * The executor's tables in memory, with what PostgreSQL itself holds them to. A statement is a synchronous
 * call, so each is a transaction of its own and none sees half of another.
 */
import {
  type IntentSide,
  type Network,
  ORDER_STATUSES,
  type OrderLeg,
  type OrderStatus,
} from '@platform/contracts';
import type { Timeframe } from '@platform/core';
import type { PositionSide } from '@platform/exchange';
import { Decimal } from 'decimal.js';
import type { Outcome } from '../app/ports';
import type { OrderSpaceName } from '../domain/order';
import type { AuditRow } from '../store/audit';
import type { EventRow } from '../store/events';

export interface IntentRow {
  readonly intentId: string;
  readonly botId: string;
  readonly strategy: string;
  readonly symbol: string;
  readonly timeframe: Timeframe;
  readonly network: Network;
  readonly side: IntentSide;
  readonly quantity: string;
  readonly stopPrice: string | null;
  readonly takeProfitPrice: string | null;
  readonly fence: string;
  readonly barOpenTime: number | null;
  readonly createdMs: number;
  outcome: Outcome['outcome'] | null;
  reason: string | null;
}

export interface OrderRow {
  readonly orderId: string;
  readonly clientOrderId: string;
  readonly intentId: string | null;
  readonly botId: string | null;
  readonly network: Network;
  readonly symbol: string;
  readonly leg: OrderLeg;
  readonly attempt: number;
  readonly space: OrderSpaceName;
  readonly side: 'buy' | 'sell';
  readonly quantity: string;
  readonly triggerPrice: string | null;
  readonly notionalUsd: string | null;
  readonly flattenId: string | null;
  readonly createdMs: number;
  exchangeOrderId: string | null;
  status: OrderStatus;
  filledQuantity: string;
  bookedQuantity: string;
  updatedMs: number;
}

export interface FillRow {
  readonly network: Network;
  readonly symbol: string;
  readonly tradeId: string;
  readonly orderId: string | null;
  readonly botId: string | null;
  readonly side: 'buy' | 'sell';
  readonly positionSide: PositionSide;
  readonly quantity: string;
  readonly price: string;
  readonly fee: string;
  readonly feeAsset: string | null;
  feeUsd: string | null;
  readonly realizedPnl: string;
  readonly timeMs: number;
}

export interface PositionRow {
  readonly network: Network;
  readonly symbol: string;
  readonly botId: string | null;
  readonly unownedSide: PositionSide | null;
  quantity: string;
  entryPrice: string | null;
  realizedPnl: string;
  fees: string;
  funding: string;
}

export interface LeaseRow {
  readonly symbol: string;
  readonly strategy: string;
  fence: string;
  /** Since when it is released or expired; infinite while it is held. */
  heldUntilMs: number;
}

export interface BotRow {
  readonly botId: string;
  readonly leverage: number;
  readonly symbol: string;
  readonly clusterId: string | null;
  readonly allocationUsd: string;
}

export interface CommandRow {
  readonly id: string;
  readonly commandId: string;
  readonly scope: string;
  readonly network: Network | null;
  isDone: boolean;
}

export interface FundingRow {
  readonly network: Network;
  readonly transactionId: string;
  readonly amount: string;
  readonly asset: string;
  readonly timeMs: number;
}

export interface TransferRow {
  readonly network: Network;
  readonly transactionId: string;
  readonly amount: string;
  readonly asset: string;
  amountUsd: string | null;
}

/** Notified of every committed change before anybody else can see it. */
export interface Witness {
  onOrder(row: OrderRow, isNew: boolean): void;
  onOutcome(row: IntentRow): void;
}

export class Tables {
  readonly intents: IntentRow[] = [];
  readonly orders: OrderRow[] = [];
  readonly fills: FillRow[] = [];
  readonly positions: PositionRow[] = [];
  readonly funding: FundingRow[] = [];
  readonly transfers: TransferRow[] = [];
  readonly leases: LeaseRow[] = [];
  readonly bots: BotRow[] = [];
  /** By bot, its live run. */
  readonly runs = new Map<string, { readonly initialEquity: string }>();
  readonly commands: CommandRow[] = [];
  readonly events: EventRow[] = [];
  readonly confirmTokens = new Set<string>();
  readonly accounts = new Map<Network, { readonly problem: string | null }>();
  readonly audit: AuditRow[] = [];
  /** By risk or an operator. */
  readonly paused = new Set<string>();
  /** Null or absent counts as halted. */
  halted: boolean | null = null;

  constructor(
    /** The clock of the database. */
    readonly nowMs: () => number,
    readonly witness: Witness = { onOrder: () => undefined, onOutcome: () => undefined },
  ) {}

  orderOf(clientOrderId: string): OrderRow | undefined {
    return this.orders.find((row) => row.clientOrderId === clientOrderId);
  }

  /** False when one of its unique columns is taken. */
  insertOrder(row: OrderRow): boolean {
    const isTaken = this.orders.some(
      (other) =>
        other.clientOrderId === row.clientOrderId ||
        isSameAtExchange(other, row) ||
        (row.intentId !== null &&
          other.intentId === row.intentId &&
          other.leg === row.leg &&
          (row.leg === 'entry' || other.attempt === row.attempt)),
    );
    if (isTaken) return false;
    this.orders.push(row);
    this.witness.onOrder(row, true);
    return true;
  }

  updateOrder(row: OrderRow, change: Partial<OrderRow>): void {
    const status = change.status ?? row.status;
    if (rankOf(status) < rankOf(row.status) || (isOver(row.status) && status !== row.status)) {
      throw new Error(`order ${row.clientOrderId} is ${row.status} and cannot become ${status}`);
    }
    const filled = new Decimal(change.filledQuantity ?? row.filledQuantity);
    if (filled.lt(row.filledQuantity) || filled.gt(row.quantity)) {
      throw new Error(`order ${row.clientOrderId} cannot have filled ${filled.toFixed()}`);
    }
    Object.assign(row, change, { updatedMs: this.nowMs() });
    this.witness.onOrder(row, false);
  }

  position(
    network: Network,
    symbol: string,
    botId: string | null,
    unownedSide: PositionSide | null,
  ): PositionRow {
    const known = this.positions.find(
      (row) =>
        row.network === network &&
        row.symbol === symbol &&
        row.botId === botId &&
        row.unownedSide === unownedSide,
    );
    if (known !== undefined) return known;
    const row: PositionRow = {
      network,
      symbol,
      botId,
      unownedSide,
      quantity: '0',
      entryPrice: null,
      realizedPnl: '0',
      fees: '0',
      funding: '0',
    };
    this.positions.push(row);
    return row;
  }

  leaseOf(symbol: string, strategy: string): LeaseRow | undefined {
    return this.leases.find((lease) => lease.symbol === symbol && lease.strategy === strategy);
  }

  /** What entries of the UTC day have used of the caps. */
  used(network: Network, botId?: string): Decimal {
    const dayMs = Math.floor(this.nowMs() / 86_400_000) * 86_400_000;
    return this.orders
      .filter(
        (row) =>
          row.leg === 'entry' &&
          row.createdMs >= dayMs &&
          row.network === network &&
          (botId === undefined || row.botId === botId),
      )
      .reduce((sum, row) => sum.plus(usedUsd(row)), new Decimal(0));
  }
}

export function rankOf(status: OrderStatus): number {
  return ORDER_STATUSES.indexOf(status);
}

export function isUnbooked({ filledQuantity, bookedQuantity }: OrderRow): boolean {
  return filledQuantity !== bookedQuantity && new Decimal(filledQuantity).gt(bookedQuantity);
}

/** It can never change again. */
export function isOver(status: OrderStatus): boolean {
  return rankOf(status) >= rankOf('filled');
}

export function laterOf(a: OrderStatus, b: OrderStatus): OrderStatus {
  return rankOf(a) > rankOf(b) ? a : b;
}

function isSameAtExchange(a: OrderRow, b: OrderRow): boolean {
  const isNamed = a.exchangeOrderId !== null && a.exchangeOrderId === b.exchangeOrderId;
  return isNamed && a.network === b.network && a.symbol === b.symbol && a.space === b.space;
}

function usedUsd({ status, notionalUsd, filledQuantity, quantity }: OrderRow): Decimal {
  const notional = new Decimal(notionalUsd ?? 0);
  const endedEarly = status === 'cancelled' || status === 'rejected' || status === 'expired';
  return endedEarly ? notional.times(filledQuantity).div(quantity) : notional;
}

/** One statement, named so that a test can disturb it. */
export type Access = <T>(statement: string, run: () => T) => Promise<T>;
