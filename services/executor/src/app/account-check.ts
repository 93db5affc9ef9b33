/**
 * Whether the account behind the keys can be traded as it is. What can be set right without touching a position is set; what cannot is
 * one clear problem, shown by /readyz, logged once and kept in trading.accounts. While there is one no entry is sent.
 */
import type { KeyPermissions, MarkPrice, PositionMode } from '@platform/exchange';
import { type ErrorLog, isTransientDbError } from '@platform/service-kit';
import { Decimal } from 'decimal.js';
import { clockProblem, keyProblem, modeProblem, unreadableBecause } from '../domain/account-rules';
import { type FundingDue, fundingDue } from '../domain/funding-due';
import type { AccountFigures, Accounts, Venue } from './ports';

export interface AccountCheckParts {
  readonly venue: Venue;
  readonly accounts: Accounts;
  readonly errors: ErrorLog;
}

export class AccountCheck {
  #problem: string | null = null;
  #checking: Promise<boolean> | undefined;
  #key: KeyPermissions | undefined;

  constructor(private readonly parts: AccountCheckParts) {}

  problem(): string | null {
    return this.#problem;
  }

  /** True when the account can be looked after; entries need that there is no problem at all. An account that was fit stays so while the exchange merely does not answer. */
  check(): Promise<boolean> {
    this.#checking ??= this.#check().finally(() => {
      this.#checking = undefined;
    });
    return this.#checking;
  }

  /** At startup silence is a problem too: nothing is known of the account yet. */
  async checkAtStart(): Promise<boolean> {
    const { clock, account } = this.parts.venue.exchange;
    const synced = await clock.resync();
    if (synced.kind === 'ok') {
      const permissions = await account.keyPermissions();
      if (permissions.kind === 'ok') this.#key = permissions.value;
      return this.check();
    }
    await this.#conclude(unreadableBecause(synced), undefined);
    return false;
  }

  async #check(): Promise<boolean> {
    const { account, clock, positionMode: wanted } = this.parts.venue.exchange;
    const settings = await account.settings();
    if (settings.kind !== 'ok') {
      const isCertain = settings.kind === 'rejected';
      if (isCertain || this.#problem !== null) await this.#conclude(unreadableBecause(settings), undefined);
      return false;
    }
    const { positionMode } = settings.value;
    const unfit = keyProblem(settings.value, this.#key);
    if (unfit !== null) {
      await this.#conclude(unfit, positionMode);
      return false;
    }
    const setMode = positionMode === wanted ? undefined : await account.setPositionMode(wanted);
    const unfitMode = modeProblem(settings.value, wanted, setMode);
    const problem = unfitMode ?? clockProblem(clock.offsetMs());
    await this.#conclude(problem, setMode?.kind === 'ok' ? wanted : positionMode);
    return unfitMode === null;
  }

  /** Reported once per problem, not once per look. */
  async #conclude(problem: string | null, mode: PositionMode | undefined): Promise<void> {
    const { venue, accounts, errors } = this.parts;
    const { network } = venue;
    const isNew = problem !== this.#problem;
    this.#problem = problem;
    if (isNew && problem !== null) errors.report('EXECUTOR_ACCOUNT_PROBLEM', { network, message: problem });
    const figures = mode === undefined ? undefined : await this.#figures();
    try {
      await accounts.record(network, mode ?? venue.exchange.positionMode, figures, problem);
    } catch (error) {
      if (!isTransientDbError(error)) throw error;
    }
  }

  async #figures(): Promise<AccountFigures | undefined> {
    const { venue } = this.parts;
    const balances = await venue.exchange.account.balances('read');
    if (balances.kind !== 'ok') return undefined;
    let wallet = new Decimal(0);
    let unrealised = new Decimal(0);
    for (const { asset, wallet: amount, unrealizedPnl } of balances.value) {
      wallet = wallet.plus((await venue.usdOf(amount, asset)) ?? 0);
      unrealised = unrealised.plus((await venue.usdOf(unrealizedPnl, asset)) ?? 0);
    }
    const available = new Decimal(await venue.availableUsd(balances.value));
    const used = Decimal.max(0, wallet.plus(unrealised).minus(available));
    const funding = await this.#fundingDue();
    return {
      walletUsd: wallet.toFixed(),
      unrealisedPnlUsd: unrealised.toFixed(),
      marginUsedUsd: used.toFixed(),
      availableUsd: available.toFixed(),
      fundingDueUsd: funding?.usd ?? null,
      fundingDueAtMs: funding?.atMs ?? null,
    };
  }

  async #fundingDue(): Promise<FundingDue | undefined> {
    const { venue } = this.parts;
    const positions = await venue.positions(undefined, 'read');
    if (positions.kind !== 'ok') return undefined;
    const marks = new Map<string, MarkPrice>();
    for (const symbol of new Set(positions.value.map((position) => position.symbol))) {
      const mark = await venue.readMark(symbol);
      if (mark.kind === 'ok') marks.set(symbol, mark.value);
    }
    return fundingDue(positions.value, marks);
  }
}
