/** The account endpoints behind the port. */
import type {
  Account,
  AccountSettings,
  Balance,
  Income,
  KeyPermissions,
  MarginType,
  Position,
  PositionMode,
  SymbolSettings,
  Trade,
} from '../port/account';
import type { TimeSpan } from '../port/orders';
import type { Priority, ReadOutcome } from '../port/outcomes';
import { list } from '../transport/fields';
import {
  parseAccountSettings,
  parseBalance,
  parseFeeDiscount,
  parseIncome,
  parseKeyPermissions,
  parsePosition,
  parseSymbolSettings,
} from './parse/account';
import { parseTrade } from './parse/orders';
import { type RestClient, readAnswer } from './rest/client';
import { ENDPOINTS, type Endpoint, type Params } from './rest/endpoints';
import { readSpan } from './rest/spans';

export class RestAccount implements Account {
  constructor(
    private readonly rest: RestClient,
    private readonly nowMs: () => number,
  ) {}

  async balances(priority: Priority = 'read'): Promise<ReadOutcome<readonly Balance[]>> {
    const answer = await this.rest.call(ENDPOINTS.balances, {}, priority);
    return readAnswer(answer, (body) => list(body).map(parseBalance));
  }

  async positions(symbol?: string, priority: Priority = 'read'): Promise<ReadOutcome<readonly Position[]>> {
    const answer = await this.rest.call(ENDPOINTS.positions, { symbol }, priority);
    return readAnswer(answer, (body) => list(body).flatMap((row) => parsePosition(row) ?? []));
  }

  trades(
    symbol: string,
    span: TimeSpan,
    priority: Priority = 'read',
  ): Promise<ReadOutcome<readonly Trade[]>> {
    const read = (window: Params) =>
      this.rows(ENDPOINTS.userTrades, { symbol, ...window }, priority, parseTrade);
    return readSpan(span, this.nowMs(), read, ({ tradeId }) => tradeId);
  }

  income(span: TimeSpan & { readonly symbol?: string }): Promise<ReadOutcome<readonly Income[]>> {
    const { symbol } = span;
    const read = (window: Params) => this.rows(ENDPOINTS.income, { symbol, ...window }, 'read', parseIncome);
    return readSpan(span, this.nowMs(), read, (row) => `${row.transactionId} ${row.type} ${row.asset}`);
  }

  private async rows<T>(
    endpoint: Endpoint,
    params: Params,
    priority: Priority,
    parse: (row: unknown) => T,
  ): Promise<ReadOutcome<readonly T[]>> {
    return readAnswer(await this.rest.call(endpoint, params, priority), (body) => list(body).map(parse));
  }

  async settings(): Promise<ReadOutcome<AccountSettings>> {
    return readAnswer(await this.rest.call(ENDPOINTS.accountConfig), parseAccountSettings);
  }

  async symbolSettings(symbol: string): Promise<ReadOutcome<SymbolSettings>> {
    const answer = await this.rest.call(ENDPOINTS.symbolConfig, { symbol });
    return readAnswer(answer, (body) => parseSymbolSettings(list(body)[0]));
  }

  setPositionMode(mode: PositionMode): Promise<ReadOutcome<void>> {
    return this.set(ENDPOINTS.positionMode, { dualSidePosition: mode === 'hedge' });
  }

  setLeverage(symbol: string, leverage: number): Promise<ReadOutcome<void>> {
    return this.set(ENDPOINTS.leverage, { symbol, leverage });
  }

  setMarginType(symbol: string, marginType: MarginType): Promise<ReadOutcome<void>> {
    const wanted = marginType === 'isolated' ? 'ISOLATED' : 'CROSSED';
    return this.set(ENDPOINTS.marginType, { symbol, marginType: wanted });
  }

  /** `ok` also when it was so before. */
  private async set(endpoint: Endpoint, params: Params): Promise<ReadOutcome<void>> {
    const outcome = readAnswer(await this.rest.call(endpoint, params, 'entry'), () => undefined);
    const isSoAlready = outcome.kind === 'rejected' && outcome.reason === 'no_change_needed';
    return isSoAlready ? { kind: 'ok', value: undefined } : outcome;
  }

  async keyPermissions(): Promise<ReadOutcome<KeyPermissions>> {
    return readAnswer(await this.rest.call(ENDPOINTS.keyRestrictions), parseKeyPermissions);
  }

  async hasFeeDiscount(): Promise<ReadOutcome<boolean>> {
    return readAnswer(await this.rest.call(ENDPOINTS.feeBurn), parseFeeDiscount);
  }
}
