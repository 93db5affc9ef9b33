import { Decimal } from 'decimal.js';
import type { OrderStep } from '../history/history';
import type { Checker } from './checker';

const RANK: Readonly<Record<OrderStep['status'], number>> = {
  submitting: 0,
  unknown: 1,
  new: 2,
  partially_filled: 3,
  filled: 4,
  cancelled: 4,
  rejected: 4,
  expired: 4,
};

export const onlyForward: Checker = {
  invariant: 'I7',
  claim: 'order states only move forward, end once, and never lose a fill',
  when: 'always',
  check({ database }) {
    const before = new Map<string, OrderStep>();
    return database.orderSteps.flatMap((step) => {
      const last = before.get(step.clientOrderId);
      before.set(step.clientOrderId, step);
      if (last === undefined) return [];
      const isBack = RANK[step.status] < RANK[last.status];
      const hasLeftItsEnd = RANK[last.status] === RANK.filled && step.status !== last.status;
      const hasShrunk = new Decimal(step.filledQuantity).lt(last.filledQuantity);
      if (!isBack && !hasLeftItsEnd && !hasShrunk) return [];
      const state = ({ status, filledQuantity }: OrderStep) => `${status} ${filledQuantity}`;
      return [`${step.clientOrderId} went from ${state(last)} to ${state(step)}`];
    });
  },
};
