/**
 * A stored backtest computed once more, as `./platform verify` does it: the same settings over the bars that
 * are stored now, through the engine that is here now. Nothing is written.
 */
import { createHash } from 'node:crypto';
import type { Certificate as StoredCertificate } from '@platform/contracts';
import { err, isTimeframe, ok, type Result } from '@platform/core';
import { type BacktestSettings, type Certificate, certify, runBacktest } from '@platform/engine';
import { findStrategy } from '@platform/strategies';
import pg from 'pg';
import { MissingHistory, readMarket } from './store/market';

/** A run as the manager gives it and as the console exports it. */
export interface CertifiedRun {
  readonly strategy: string;
  readonly symbol: string;
  readonly timeframe: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly costs: Readonly<Record<string, unknown>>;
  readonly fromTs: number;
  readonly toTs: number;
  readonly certificate: StoredCertificate;
}

export interface Verification {
  readonly barCount: number;
  /** The digests that are not the certified ones. */
  readonly differences: readonly Difference[];
}

export interface Difference {
  readonly part: string;
  readonly certified: string;
  readonly recomputed: string;
}

/** In the order in which one explains the next: other bars make other decisions. */
const PARTS: readonly (readonly [string, keyof StoredCertificate, keyof Certificate])[] = [
  ['engine version', 'codeVersion', 'version'],
  ['code', 'codeDigest', 'code'],
  ['parameters', 'paramsDigest', 'params'],
  ['costs', 'costsDigest', 'costs'],
  ['data', 'dataDigest', 'data'],
  ['coverage', 'coverageDigest', 'coverage'],
  ['decisions', 'decisionsDigest', 'decisions'],
];

/** Years of minutes are read in one statement. */
const WITHIN = { connectionTimeoutMillis: 5_000, statement_timeout: 120_000 };

/** The error is a sentence for the operator. */
export async function verifyStoredRun(
  run: CertifiedRun,
  databaseUrl: string,
): Promise<Result<Verification, string>> {
  const { symbol, timeframe, certificate } = run;
  const strategy = findStrategy(run.strategy);
  if (strategy === undefined) return err(`strategy ${run.strategy} is not in the registry here`);
  const parsed = strategy.parse(run.params);
  if (!parsed.ok || !isTimeframe(timeframe))
    return err(`${run.strategy} does not run with these parameters here`);
  const params = parsed.value;
  const settings = run.costs as unknown as BacktestSettings;
  const asked = { fromMs: run.fromTs, toMs: run.toTs };
  const plan = { ...run, timeframe, settings, ...asked, allowsPartialData: true, botId: null };
  const client = new pg.Client({ connectionString: databaseUrl, ...WITHIN });
  const lane = new pg.Client({ connectionString: databaseUrl, ...WITHIN });
  await Promise.all([client.connect(), lane.connect()]);
  try {
    const reader = { client, openLane: async () => lane, cache: undefined, nowMs: Date.now() };
    const needs = strategy.datasets(params, timeframe);
    const { market } = await readMarket(reader, plan, strategy.warmupBars(params, timeframe), needs);
    const input = { strategy, params, symbol, timeframe, market, settings, span: asked };
    const made = certify(input, runBacktest(input), { newSha256: () => createHash('sha256') });
    return ok({ barCount: market.bars.length, differences: differencesOf(certificate, made) });
  } catch (error) {
    if (error instanceof MissingHistory) return err(error.message);
    throw error;
  } finally {
    await Promise.all([client.end(), lane.end()]);
  }
}

/** A digest that the certificate does not have, because the run is older than it, says nothing. */
function differencesOf(certificate: StoredCertificate, made: Certificate): Difference[] {
  return PARTS.flatMap(([part, stored, here]) => {
    const certified = certificate[stored];
    const recomputed = String(made[here]);
    return certified === null || certified === recomputed ? [] : [{ part, certified, recomputed }];
  });
}
