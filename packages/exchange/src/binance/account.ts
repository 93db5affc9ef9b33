/** The account endpoints behind the port. */
import type { Account, Balance, Income, KeyPermissions, MarginType, Position, Trade } from '../port/account';
import type { TimeRange } from '../port/orders';
import type { Priority, ReadOutcome } from '../port/outcomes';
import { list } from '../transport/fields';
import { parseBalance, parseIncome, parseKeyPermissions, parsePosition } from './parse/account';
import { parseTrade } from './parse/orders';
import { type RestClient, readAnswer } from './rest/client';
import { ENDPOINTS, windowParams } from './rest/endpoints';

export class RestAccount implements Account {
  constructor(private readonly rest: RestClient) {}

  async balances(priority: Priority = 'read'): Promise<ReadOutcome<readonly Balance[]>> {
    const answer = await this.rest.call(ENDPOINTS.balances, {}, priority);
    return readAnswer(answer, (body) => list(body).map(parseBalance));
  }

  async positions(symbol?: string, priority: Priority = 'read'): Promise<ReadOutcome<readonly Position[]>> {
    const answer = await this.rest.call(ENDPOINTS.positions, { symbol }, priority);
    return readAnswer(answer, (body) => list(body).map(parsePosition).filter(isOpen));
  }

  async trades(
    symbol: string,
    range: TimeRange,
    priority: Priority = 'read',
  ): Promise<ReadOutcome<readonly Trade[]>> {
    const answer = await this.rest.call(ENDPOINTS.userTrades, { symbol, ...windowParams(range) }, priority);
    return readAnswer(answer, (body) => list(body).map(parseTrade));
  }

  async income(range: TimeRange & { readonly symbol?: string }): Promise<ReadOutcome<readonly Income[]>> {
    const answer = await this.rest.call(ENDPOINTS.income, { symbol: range.symbol, ...windowParams(range) });
    return readAnswer(answer, (body) => list(body).map(parseIncome));
  }

  async setLeverage(symbol: string, leverage: number): Promise<ReadOutcome<void>> {
    const answer = await this.rest.call(ENDPOINTS.leverage, { symbol, leverage }, 'entry');
    return readAnswer(answer, () => undefined);
  }

  async setMarginType(symbol: string, marginType: MarginType): Promise<ReadOutcome<void>> {
    const wanted = marginType === 'isolated' ? 'ISOLATED' : 'CROSSED';
    const answer = await this.rest.call(ENDPOINTS.marginType, { symbol, marginType: wanted }, 'entry');
    const outcome = readAnswer(answer, () => undefined);
    const isSoAlready = outcome.kind === 'rejected' && outcome.reason === 'no_change_needed';
    return isSoAlready ? { kind: 'ok', value: undefined } : outcome;
  }

  async keyPermissions(): Promise<ReadOutcome<KeyPermissions>> {
    return readAnswer(await this.rest.call(ENDPOINTS.keyRestrictions), parseKeyPermissions);
  }
}

/** The venue also lists symbols that only have open orders. */
function isOpen(position: Position): boolean {
  return /[1-9]/.test(position.quantity);
}
