/**
 * Drawdown of a real wallet, the second reading beside what the bots' books say. Money that is paid in or out
 * is neither gain nor loss: between two readings an index grows by what the wallet made on what it held,
 * without the transfers of that time. A transfer may become known later than the wallet it moved, so a fall,
 * like a new peak, counts once three readings in a row show it.
 */
import { ACCOUNT_STALE_MS, type RiskLimits } from '@platform/contracts';
import type { Reading } from './rule';

export interface Transfer {
  readonly timeMs: number;
  /** Negative when money left. */
  readonly amountUsd: number;
}

export interface WalletReading {
  readonly network: string;
  /** When the executor read it. */
  readonly readAtMs: number;
  /** Cash and what open positions have gained; null when it could not be read. */
  readonly equityUsd: number | null;
  /** All that are known, in any order. */
  readonly transfers: readonly Transfer[];
  readonly hasOpenPosition: boolean;
}

interface Level {
  readonly readAtMs: number;
  readonly equityUsd: number;
}

export interface WalletCurve {
  readonly confirmed: Level & { readonly index: number };
  /** The readings since, oldest first. */
  readonly later: readonly Level[];
  readonly peakIndex: number;
}

export interface WalletMemory {
  /** On the observer's clock; null after a restart. */
  readonly heardAtMs: number | null;
  readonly curve: WalletCurve | null;
}

const CONFIRMING_READINGS = 3;

export function followWallet(
  known: WalletMemory | undefined,
  { readAtMs, equityUsd, transfers }: WalletReading,
  nowMs: number,
): WalletMemory {
  const curve = known?.curve ?? null;
  const isNew = equityUsd !== null && readAtMs !== curve?.later.at(-1)?.readAtMs;
  const extended = isNew ? extend(curve, { readAtMs, equityUsd }, transfers) : curve;
  return {
    heardAtMs: isNew ? nowMs : (known?.heardAtMs ?? nowMs),
    curve: extended && {
      ...extended,
      peakIndex: Math.max(extended.peakIndex, bounds(extended, transfers).low),
    },
  };
}

/** The losses so far are accepted: the peak is where the wallet stands. */
export function acceptWallet({ heardAtMs, curve }: WalletMemory): WalletMemory {
  if (curve === null) return { heardAtMs, curve };
  const last = curve.later.at(-1) ?? curve.confirmed;
  return { heardAtMs, curve: { confirmed: { ...last, index: 1 }, later: [last], peakIndex: 1 } };
}

export function walletReading(
  { network, transfers, hasOpenPosition }: WalletReading,
  { heardAtMs, curve }: WalletMemory,
  nowMs: number,
  limits: RiskLimits,
): Reading {
  const scope = `wallet:${network}`;
  const isStale = nowMs - (heardAtMs ?? nowMs) > ACCOUNT_STALE_MS;
  if (curve === null || isStale) {
    const reason = `the wallet of ${network} was not read for ${ACCOUNT_STALE_MS / 1_000} seconds`;
    if (isStale) return { kind: hasOpenPosition ? 'failed' : 'missing', scope, reason };
    return { kind: 'missing', scope, reason: `the wallet of ${network} was not read yet` };
  }
  const { peakIndex } = curve;
  return {
    kind: 'measured',
    scope,
    value: peakIndex > 0 ? Math.max(0, (peakIndex - bounds(curve, transfers).high) / peakIndex) : 1,
    pauseAt: limits.drawdown_portfolio_pause_fraction,
    flattenAt: limits.drawdown_portfolio_flatten_fraction,
    reason: `drawdown of the wallet of ${network} from its peak`,
  };
}

function extend(curve: WalletCurve | null, level: Level, transfers: readonly Transfer[]): WalletCurve {
  if (curve === null) return { confirmed: { ...level, index: 1 }, later: [level], peakIndex: 1 };
  const later = [...curve.later, level];
  if (later.length <= CONFIRMING_READINGS) return { ...curve, later };
  const [oldest, ...rest] = later as [Level, ...Level[]];
  return { ...curve, confirmed: { ...oldest, index: indexOf(curve, oldest, transfers) }, later: rest };
}

/** The lowest and the highest that the latest readings say. */
function bounds(curve: WalletCurve, transfers: readonly Transfer[]): { low: number; high: number } {
  const indices = curve.later.map((level) => indexOf(curve, level, transfers));
  if (indices.length < CONFIRMING_READINGS) indices.push(curve.confirmed.index);
  return { low: Math.min(...indices), high: Math.max(...indices) };
}

function indexOf({ confirmed }: WalletCurve, level: Level, transfers: readonly Transfer[]): number {
  const between = transfers.filter(({ timeMs }) => timeMs > confirmed.readAtMs && timeMs <= level.readAtMs);
  const paidIn = between.reduce((sum, { amountUsd }) => sum + amountUsd, 0);
  const gain = level.equityUsd - confirmed.equityUsd - paidIn;
  const held = confirmed.equityUsd + Math.max(0, paidIn);
  return held > 0 ? confirmed.index * Math.max(0, 1 + gain / held) : confirmed.index;
}
