/**
 * What was confirmed, carried out: what happened in the words of that moment, or an error that can be shown,
 * whatever went wrong.
 */
import type { ReactNode } from 'react';
import { ManagerError, type Received, unknownOutcome } from '../manager/request';

export interface Done {
  readonly title: string;
  readonly said: ReactNode;
  readonly traceId: string | null;
}

interface Confirmed<T> {
  readonly title: string;
  readonly act: (reason: string, left: AbortSignal) => Promise<Received<T>>;
  readonly outcome: (answer: T, traceId: string | null) => ReactNode;
}

export async function carryOut<T>(
  { title, act, outcome }: Confirmed<T>,
  reason: string,
  left: AbortSignal,
): Promise<Done | ManagerError> {
  try {
    const { data, traceId } = await act(reason, left);
    return { title, said: outcome(data, traceId), traceId };
  } catch (caught) {
    return caught instanceof ManagerError ? caught : unknownOutcome();
  }
}
