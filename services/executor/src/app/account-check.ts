/**
 * Whether the account behind the keys can be traded as it is. What can be set right without touching a
 * position is set; what cannot is one clear problem, shown by /readyz, logged once and kept in
 * trading.accounts. While there is one no entry is sent; what the exchange refuses of one symbol's settings
 * stands beside it and keeps entries off that symbol. Multi-assets mode and the discount on fees are traded
 * with either way: they are read, logged and shown.
 */
import { REPORT_AGAIN_MS } from '@platform/contracts';
import type { KeyPermissions, MarkPrice, PositionMode, ReadOutcome } from '@platform/exchange';
import { type ErrorLog, isTransientDbError, type Logger } from '@platform/service-kit';
import { Decimal } from 'decimal.js';
import {
  clockProblem,
  keyProblem,
  modeProblem,
  unknownKeyProblem,
  unreadable,
} from '../domain/account-rules';
import { type FundingDue, fundingDue } from '../domain/funding-due';
import type { AccountFigures, NetworkExchange, RecordAccount } from './ports';

/** Somebody may change what a key may do, or how fees are paid, while it is in use. */
const KNOWN_FOR_MS = 3_600_000;
/** Outside multi-assets mode nothing else is margin. */
const MARGIN_ASSET = 'USDT';

export interface AccountCheckParts {
  readonly exchange: NetworkExchange;
  readonly recordAccount: RecordAccount;
  readonly errors: ErrorLog;
  readonly log: Pick<Logger, 'info'>;
  /** Of the monotonic clock. */
  nowMs(): number;
}

/** What is tolerated either way; null until it was read. */
export interface AccountSetup {
  readonly isMultiAssets: boolean | null;
  readonly hasFeeDiscount: boolean | null;
}

export class AccountCheck {
  private accountProblem: string | null = null;
  private checking: Promise<boolean> | undefined;
  private key: (ReadOutcome<KeyPermissions> & { readonly kind: 'ok' }) | undefined;
  private keyReadMs = Number.NEGATIVE_INFINITY;
  private readonly symbolProblems = new Map<string, string>();
  /** Shown and reported like a problem, but it keeps nothing from being traded. */
  private unpriced: string | null = null;
  private known: AccountSetup = { isMultiAssets: null, hasFeeDiscount: null };
  private discountReadMs = Number.NEGATIVE_INFINITY;
  /** Of the discount, while it was never read. */
  private unread: { readonly problem: string; readonly reportedMs: number } | null = null;

  constructor(private readonly parts: AccountCheckParts) {}

  /** Of the account and of symbols, in words for an operator. */
  problem(): string | null {
    const problems = [this.accountProblem ?? [], ...this.symbolProblems.values()].flat();
    return problems.length === 0 ? null : problems.join('; ');
  }

  setup(): AccountSetup {
    return this.known;
  }

  /** Nothing keeps entries off the account as a whole. */
  isFit(): boolean {
    return this.accountProblem === null;
  }

  /** Null when it has passed. */
  noteSymbol(symbol: string, problem: string | null): void {
    const known = this.symbolProblems.get(symbol) ?? null;
    if (problem === known) return;
    if (problem === null) this.symbolProblems.delete(symbol);
    else {
      this.symbolProblems.set(symbol, problem);
      this.report(problem, symbol);
    }
  }

  /**
   * True when the account can be looked after; entries need that there is no problem at all. An account that
   * was fit stays so while the exchange merely does not answer.
   */
  check(isStart = false): Promise<boolean> {
    this.checking ??= this.checkNow(isStart).finally(() => {
      this.checking = undefined;
    });
    return this.checking;
  }

  /** At startup silence is a problem too: nothing is known of the account yet. */
  async checkAtStart(): Promise<boolean> {
    const synced = await this.parts.exchange.port.clock.resync();
    if (synced.kind === 'ok') return this.check(true);
    await this.conclude(unreadable('the time of the exchange', synced), undefined);
    return false;
  }

  private async checkNow(isStart: boolean): Promise<boolean> {
    const { account, clock, positionMode: wanted } = this.parts.exchange.port;
    const settings = await account.settings();
    if (settings.kind !== 'ok') {
      if (isStart || settings.kind === 'rejected' || this.accountProblem !== null)
        await this.conclude(unreadable('the settings of the account', settings), undefined);
      return false;
    }
    const { positionMode } = settings.value;
    const key = await this.readKey();
    const unfit = keyProblem(settings.value, key.kind === 'ok' ? key.value : undefined);
    if (unfit !== null) {
      await this.conclude(unfit, positionMode);
      return false;
    }
    await this.readSetup(settings.value.isMultiAssets);
    const setMode = positionMode === wanted ? undefined : await account.setPositionMode(wanted);
    const unfitMode = modeProblem(settings.value, wanted, setMode);
    const { network } = this.parts.exchange;
    const problem = unfitMode ?? unknownKeyProblem(network, key) ?? clockProblem(clock.offsetMs());
    await this.conclude(problem, setMode?.kind === 'ok' ? wanted : positionMode);
    return unfitMode === null;
  }

  /**
   * Asked again while it is unknown, and every hour. What was known stays so while the exchange merely does
   * not answer.
   */
  private async readKey(): Promise<ReadOutcome<KeyPermissions>> {
    const nowMs = this.parts.nowMs();
    if (this.key !== undefined && nowMs - this.keyReadMs < KNOWN_FOR_MS) return this.key;
    const answer = await this.parts.exchange.port.account.keyPermissions();
    if (answer.kind !== 'ok') return this.key ?? answer;
    this.key = answer;
    this.keyReadMs = nowMs;
    return answer;
  }

  private async readSetup(isMultiAssets: boolean): Promise<void> {
    const hasFeeDiscount = await this.readFeeDiscount();
    const { known } = this;
    if (isMultiAssets === known.isMultiAssets && hasFeeDiscount === known.hasFeeDiscount) return;
    this.known = { isMultiAssets, hasFeeDiscount };
    const { log, exchange } = this.parts;
    const shown = { network: exchange.network, multi_assets: isMultiAssets, fee_discount: hasFeeDiscount };
    log.info(shown, 'how the account is set up');
  }

  /**
   * Asked again every hour, and at every look while the exchange did not answer. An exchange that refuses to
   * tell is left alone for as long; fees are booked as they were paid whatever it says.
   */
  private async readFeeDiscount(): Promise<boolean | null> {
    const nowMs = this.parts.nowMs();
    const { hasFeeDiscount } = this.known;
    if (nowMs - this.discountReadMs < KNOWN_FOR_MS) return hasFeeDiscount;
    const answer = await this.parts.exchange.port.account.hasFeeDiscount();
    if (answer.kind === 'ok' || answer.kind === 'rejected') this.discountReadMs = nowMs;
    if (answer.kind !== 'ok' && hasFeeDiscount === null)
      this.noteUnread(unreadable('how fees are paid', answer));
    if (answer.kind !== 'unknown' && answer.kind !== 'throttled') this.unread = null;
    return answer.kind === 'ok' ? answer.value : hasFeeDiscount;
  }

  private noteUnread(problem: string): void {
    const { exchange, errors, nowMs } = this.parts;
    const reportedMs = this.unread?.reportedMs ?? Number.NEGATIVE_INFINITY;
    const isDue = nowMs() - reportedMs >= REPORT_AGAIN_MS;
    if (isDue) errors.report('EXECUTOR_BOOT_DEGRADED', { network: exchange.network, message: problem });
    this.unread = { problem, reportedMs: isDue ? nowMs() : reportedMs };
  }

  /** Reported once per problem, not once per look. */
  private async conclude(problem: string | null, mode: PositionMode | undefined): Promise<void> {
    const { exchange, recordAccount } = this.parts;
    const isNew = problem !== this.accountProblem;
    this.accountProblem = problem;
    if (isNew && problem !== null) this.report(problem);
    const figures = mode === undefined ? undefined : await this.figures();
    try {
      const shown = [this.problem() ?? [], this.unpriced ?? [], this.unread?.problem ?? []].flat().join('; ');
      await recordAccount(
        exchange.network,
        mode ?? exchange.port.positionMode,
        figures,
        shown === '' ? null : shown,
      );
    } catch (error) {
      if (!isTransientDbError(error)) throw error;
    }
  }

  private noteUnpriced(assets: readonly string[]): void {
    const problem =
      assets.length === 0 ? null : `the wallet is not known: no price of ${assets.join(', ')} can be read`;
    if (problem !== null && problem !== this.unpriced) this.report(problem);
    this.unpriced = problem;
  }

  private report(message: string, symbol?: string): void {
    const { exchange, errors } = this.parts;
    const of = symbol === undefined ? {} : { symbol };
    errors.report('EXECUTOR_ACCOUNT_PROBLEM', { network: exchange.network, ...of, message });
  }

  /**
   * None while the price of anything that the account holds is not known: a part of the wallet would look
   * like a loss.
   */
  private async figures(): Promise<AccountFigures | undefined> {
    const { exchange } = this.parts;
    const balances = await exchange.port.account.balances('read');
    if (balances.kind !== 'ok') return undefined;
    let wallet = new Decimal(0);
    let unrealised = new Decimal(0);
    let margin = new Decimal(0);
    const unpriced: string[] = [];
    for (const { asset, wallet: amount, unrealizedPnl } of balances.value) {
      const walletUsd = await exchange.usdOf(amount, asset);
      const unrealisedUsd = await exchange.usdOf(unrealizedPnl, asset);
      if (walletUsd === null || unrealisedUsd === null) unpriced.push(asset);
      wallet = wallet.plus(walletUsd ?? 0);
      unrealised = unrealised.plus(unrealisedUsd ?? 0);
      if (this.known.isMultiAssets !== false || asset === MARGIN_ASSET)
        margin = margin.plus(walletUsd ?? 0).plus(unrealisedUsd ?? 0);
    }
    this.noteUnpriced(unpriced);
    if (unpriced.length > 0) return undefined;
    const available = new Decimal(await exchange.availableUsd(balances.value));
    const used = Decimal.max(0, margin.minus(available));
    const funding = await this.fundingDue();
    return {
      walletUsd: wallet.toFixed(),
      unrealisedPnlUsd: unrealised.toFixed(),
      marginUsedUsd: used.toFixed(),
      availableUsd: available.toFixed(),
      fundingDueUsd: funding?.usd ?? null,
      fundingDueAtMs: funding?.atMs ?? null,
    };
  }

  private async fundingDue(): Promise<FundingDue | undefined> {
    const { exchange } = this.parts;
    const positions = await exchange.positions(undefined, 'read');
    if (positions.kind !== 'ok') return undefined;
    const marks = new Map<string, MarkPrice>();
    for (const symbol of new Set(positions.value.map((position) => position.symbol))) {
      const mark = await exchange.readMark(symbol);
      if (mark.kind === 'ok') marks.set(symbol, mark.value);
    }
    return fundingDue(positions.value, marks);
  }
}
