/**
 * Gamma exposure computed from the option book as it stands. Old books are not published: a backfill is one
 * more snapshot.
 */
import { MINUTE_MS } from '@platform/core';
import type { OptionSummary, OptionsBookSource } from '@platform/exchange';
import type { Page, Piece } from '../app/ports';
import type { ScheduledSource } from '../app/scheduler';
import { gammaExposure } from '../domain/gamma-exposure';
import type { PostgresRows } from '../store/rows';
import { fromSource, pollPieces } from './source';

const UNDERLYINGS = ['BTC', 'ETH'] as const;

export class GammaSnapshots {
  constructor(
    private readonly source: OptionsBookSource,
    private readonly rows: PostgresRows,
  ) {}

  history(fromMs: number, toMs: number): Piece[] {
    return UNDERLYINGS.map((underlying) => ({
      label: underlying,
      fromMs,
      toMs,
      page: async () =>
        fromSource(await this.source.book(underlying), (options) => this.snapshot(underlying, options, toMs)),
    }));
  }

  scheduled(nowMs: () => number, signal: AbortSignal): ScheduledSource {
    return {
      name: 'gex',
      cadenceMs: 15 * MINUTE_MS,
      poll: () => pollPieces(this.history(nowMs(), nowMs() + 1), signal),
    };
  }

  private snapshot(underlying: string, options: readonly OptionSummary[], toMs: number): Page {
    const newest = options.reduce((a, b) => (b.timeMs > a.timeMs ? b : a));
    const exposure = gammaExposure(options, newest.underlyingPrice, newest.timeMs);
    return {
      rowCount: 1,
      newestMs: newest.timeMs,
      nextMs: toMs,
      write: () => this.rows.gammaExposure(underlying, newest.timeMs, newest.underlyingPrice, exposure),
    };
  }
}
