import { describe, expect, it } from 'vitest';
import {
  type Account,
  allocationFault,
  allocationForm,
  allocationObstacle,
  allocationOf,
  allocationText,
} from './allocation';

const usd = (allocationValue: string) => ({ allocationMode: 'usd', allocationValue });
const share = (allocationValue: string) => ({ allocationMode: 'share', allocationValue });

describe('an allocation in a form', () => {
  it.each([
    [usd('2500'), { mode: 'usd', value: 2_500 }, '2,500.00 USD'],
    [share('1'), { mode: 'share', value: 0.01 }, '1.00 % of the wallet'],
    [share('33.3'), { mode: 'share', value: 0.333 }, '33.30 % of the wallet'],
  ])('%j is %j and back', (form, allocation, text) => {
    expect(allocationOf(form)).toEqual(allocation);
    expect(allocationForm(allocation)).toEqual(form);
    expect(allocationText(form)).toBe(text);
  });

  it.each([
    [usd(''), 'A number above 0'],
    [usd('0'), 'A number above 0'],
    [usd('many'), 'A number above 0'],
    [share('101'), 'At most 100 %'],
    [share('100'), null],
    [usd('101'), null],
  ])('an allocation in a form of %j has the fault %j', (form, fault) =>
    expect(allocationFault(form)).toBe(fault),
  );
});

describe('what stands against a start', () => {
  const account = (rest: Partial<Account>) =>
    ({ network: 'testnet', walletUsd: '10000', allocatedUsd: '6000', stale: false, ...rest }) as Account;

  it('a start is held up by the wallet when all allocations together exceed it', () => {
    const accounts = [account({})];
    expect(allocationObstacle(usd('4000'), 'testnet', accounts)).toBeNull();
    expect(allocationObstacle(share('40'), 'testnet', accounts)).toBeNull();
    expect(allocationObstacle(usd('4001'), 'testnet', accounts)).toMatch(/^10,001.*wallet holds 10,000/);
    expect(allocationObstacle(share('41'), 'testnet', accounts)).toMatch(/^10,100/);
  });

  it('a start is held up by an unknown wallet, except on a testnet that was never reported', () => {
    expect(allocationObstacle(usd('1'), 'testnet', [])).toBeNull();
    expect(allocationObstacle(usd('1'), 'prod', [account({})])).toMatch(/prod is not known/);
    expect(allocationObstacle(usd('1'), 'testnet', [account({ walletUsd: null })])).toMatch(
      /could not be read/,
    );
    expect(allocationObstacle(usd('1'), 'testnet', [account({ stale: true })])).toMatch(/could not be read/);
  });
});
