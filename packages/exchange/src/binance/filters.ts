/**
 * Filters from exchangeInfo, kept for an hour or until somebody doubts them. The same answer carries the
 * venue's limits.
 */
import type { Clock } from '@platform/core';
import type { Filters, SymbolFilters } from '../port/instrument';
import type { ReadOutcome } from '../port/outcomes';
import { type ExchangeInfo, parseExchangeInfo } from './parse/exchange-info';
import { type RestClient, readAnswer } from './rest/client';
import { ENDPOINTS } from './rest/endpoints';
import type { RateBudget } from './rest/rate-budget';

const MAX_AGE_MS = 60 * 60_000;

export class CachedFilters implements Filters {
  private bySymbol = new Map<string, SymbolFilters>();
  private readAtMonotonicMs = Number.NEGATIVE_INFINITY;
  private underWay: Promise<ReadOutcome<ExchangeInfo>> | undefined;

  constructor(
    private readonly rest: RestClient,
    private readonly local: Clock,
    private readonly budget: RateBudget,
  ) {}

  async of(symbol: string): Promise<ReadOutcome<SymbolFilters>> {
    const refreshed = await this.refreshIfOld();
    if (refreshed.kind !== 'ok') return refreshed;
    const filters = this.bySymbol.get(symbol);
    if (filters !== undefined) return { kind: 'ok', value: filters };
    return {
      kind: 'rejected',
      code: 'local',
      reason: 'symbol_not_tradable',
      message: `${symbol} is not listed`,
    };
  }

  async all(): Promise<ReadOutcome<readonly SymbolFilters[]>> {
    const refreshed = await this.refreshIfOld();
    return refreshed.kind === 'ok' ? { kind: 'ok', value: [...this.bySymbol.values()] } : refreshed;
  }

  invalidate(): void {
    this.readAtMonotonicMs = Number.NEGATIVE_INFINITY;
  }

  private async refreshIfOld(): Promise<ReadOutcome<unknown>> {
    if (this.local.monotonicMs() - this.readAtMonotonicMs < MAX_AGE_MS)
      return { kind: 'ok', value: undefined };
    this.underWay ??= this.refresh().finally(() => {
      this.underWay = undefined;
    });
    return this.underWay;
  }

  private async refresh(): Promise<ReadOutcome<ExchangeInfo>> {
    const askedAtMs = this.local.monotonicMs();
    // Exits and stops are rounded by them: they are read as long as anything may be asked at all.
    const info = readAnswer(await this.rest.call(ENDPOINTS.exchangeInfo, {}, 'exit'), parseExchangeInfo);
    if (info.kind !== 'ok') return info;
    this.bySymbol = new Map(info.value.symbols.map((symbol) => [symbol.symbol, symbol]));
    this.readAtMonotonicMs = askedAtMs;
    for (const { name, limit } of info.value.limits) this.budget.setLimit(name, limit);
    return info;
  }
}
