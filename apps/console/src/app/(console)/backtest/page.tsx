import type { Metadata } from 'next';
import { Backtest } from '../../../features/backtest/backtest';
import { requireUser } from '../../../server/session';

export const metadata: Metadata = { title: 'Backtest' };

export default async function BacktestPage() {
  await requireUser();
  return <Backtest />;
}
