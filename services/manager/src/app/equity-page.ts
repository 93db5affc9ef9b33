/**
 * One page of an equity curve at the resolution asked for. A position is a bucket of time and how many of its
 * points were already given, so that a bucket may be split over two pages without any point being lost,
 * repeated or chosen again.
 */
import { type CurvePoint, Downsampler } from '@platform/engine/report';

/** Reads begin with about what a page needs and grow while buckets swallow more. */
const MAX_ROWS_PER_READ = 5_000;

export interface StoredPoint extends CurvePoint {
  readonly equityUsd: string;
}

export interface CurvePosition {
  readonly bucketStartMs: number;
  readonly given: number;
}

export interface EquityPage {
  readonly points: readonly StoredPoint[];
  readonly next: CurvePosition | null;
}

type ReadPoints = (fromMs: number, limit: number) => Promise<readonly StoredPoint[]>;

export async function equityPage(
  read: ReadPoints,
  widthMs: number,
  from: CurvePosition,
  size: number,
): Promise<EquityPage> {
  const seen: StoredPoint[] = [];
  const found: { point: StoredPoint; position: CurvePosition }[] = [];
  const downsampler = new Downsampler(widthMs, (bucketStartMs, kept) => {
    const skipped = bucketStartMs === from.bucketStartMs ? from.given : 0;
    for (let given = skipped; given < kept.length; given++) {
      found.push({ point: seen[kept[given]!]!, position: { bucketStartMs, given } });
    }
  });
  let fromMs = from.bucketStartMs;
  // Every point is a bucket of its own: one row shows that another page follows, one more that its bucket is
  // over.
  const isExact = widthMs === 1;
  for (let limit = isExact ? size + 2 : 2 * size + 8; ; limit = Math.min(2 * limit, MAX_ROWS_PER_READ)) {
    const rows = await read(fromMs, limit);
    for (const row of rows) {
      downsampler.push(seen.length, row.ts, row.equity, row.drawdownPct);
      seen.push(row);
    }
    const isLast = rows.length < limit;
    if (isLast) downsampler.flush();
    if (isLast || found.length > size) break;
    fromMs = rows.at(-1)!.ts + 1;
  }
  const next = found[size]?.position ?? null;
  return { points: found.slice(0, size).map(({ point }) => point), next };
}
