/**
 * How a simulated venue is set up. Every option has a default that gives a healthy market of three symbols.
 */
import { HOUR_MS } from '@platform/core';
import type { ReplayBars } from './domain/market/csv';
import { DEFAULT_LIMITS, type RateLimitOptions } from './domain/rate-limits';
import { MACHINE_TIME, type SimTime } from './time';

export interface ApiKey {
  readonly key: string;
  readonly secret: string;
  readonly account: string;
  readonly canTrade: boolean;
  readonly canWithdraw: boolean;
  /** An Ed25519 key in PEM; requests are then signed with its private half instead of the secret. */
  readonly publicKey?: string;
}

/** What can be wrong with a key that used to work, or with the account behind it. */
export const KEY_STATES = ['active', 'deleted', 'ip_refused', 'account_inactive'] as const;
export type KeyState = (typeof KEY_STATES)[number];

/** Well-known keys of a venue that exists only on this machine; they open nothing anywhere else. */
export const SIM_KEYS = {
  trading: key('simulated-trading-key', true, false),
  readOnly: key('simulated-read-only-key', false, false),
  withdrawing: key('simulated-withdrawing-key', true, true),
} as const;

function key(name: string, canTrade: boolean, canWithdraw: boolean): ApiKey {
  return { key: name, secret: `${name}-secret`, account: 'main', canTrade, canWithdraw };
}

export interface SimOptions {
  readonly host: string;
  readonly port: number;
  readonly seed: number;
  /** 1 is real time, 0 stands still until moved by the admin API, 60 makes a minute of each second. */
  readonly speed: number;
  /** Where the venue's clock starts; the machine's time when absent. */
  readonly startMs: number | undefined;
  readonly symbols: readonly string[];
  readonly replay: ReadonlyMap<string, ReplayBars>;
  readonly keys: readonly ApiKey[];
  readonly initialBalance: string;
  /** BNB that fees can be paid with. */
  readonly initialBnb: string;
  /** Whether accounts begin in hedge mode; the venue's own default is one-way. */
  readonly hedgeMode: boolean;
  readonly makerFee: string;
  readonly takerFee: string;
  readonly fundingIntervalMs: number;
  readonly limits: RateLimitOptions;
  readonly listenKeyLifetimeMs: number;
  readonly socketLifetimeMs: number;
  readonly fredApiKey: string;
  /** The machine's time unless the caller moves time itself. */
  readonly time: SimTime;
  /**
   * A file that keeps what happened, so that a restart forgets nothing; without one everything is forgotten.
   */
  readonly journal: string | undefined;
}

export const DEFAULT_OPTIONS: SimOptions = {
  host: '127.0.0.1',
  port: 0,
  seed: 1,
  speed: 1,
  startMs: undefined,
  symbols: ['BTCUSDT', 'ETHUSDT', 'SOLUSDT'],
  replay: new Map(),
  keys: Object.values(SIM_KEYS),
  initialBalance: '100000',
  initialBnb: '0',
  hedgeMode: false,
  makerFee: '0.0002',
  takerFee: '0.0004',
  fundingIntervalMs: 8 * HOUR_MS,
  limits: DEFAULT_LIMITS,
  listenKeyLifetimeMs: HOUR_MS,
  socketLifetimeMs: 24 * HOUR_MS,
  fredApiKey: 'abcdefghijklmnopqrstuvwxyz123456',
  time: MACHINE_TIME,
  journal: undefined,
};
