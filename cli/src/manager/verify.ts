/** A certified run from the manager or from a file, computed once more. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createManagerClient } from '@platform/api-client';
import { isUuid } from '@platform/core';
import { type CertifiedRun, type Verification, verifyStoredRun } from '@platform/manager';
import { OperatorFault, shellEnvironment } from '@platform/stack';
import { printLine } from '../operator-action';

export interface VerifyFlags {
  readonly database?: string;
  readonly url?: string;
  readonly json?: boolean;
}

const NOTHING_TO_VERIFY = 2;

export async function verify(subject: string, flags: VerifyFlags): Promise<number> {
  const isComplete = flags.database !== undefined && (flags.url !== undefined || !isUuid(subject));
  const stack = isComplete ? {} : shellEnvironment(process.env);
  const run = isUuid(subject)
    ? await readRun(subject, flags.url ?? stack['PLATFORM_MANAGER_URL'] ?? '')
    : readFile(subject);
  if (typeof run === 'string') return decline(run);
  const result = await verifyStoredRun(run, flags.database ?? stack['PLATFORM_DATABASE_URL'] ?? '');
  if (!result.ok) return decline(result.error);
  printLine(flags.json === true ? JSON.stringify(result.value) : describe(result.value));
  return result.value.differences.length === 0 ? 0 : 1;
}

function decline(reason: string): number {
  process.stderr.write(`platform: ${reason}\n`);
  return NOTHING_TO_VERIFY;
}

function describe({ barCount, differences }: Verification): string {
  if (differences.length === 0) return `match: every digest is the certified one, over ${barCount} bars`;
  const lines = differences.flatMap(({ part, certified, recomputed }) => [
    `difference: the ${part} digest is not the certified one`,
    `  certified:  ${certified}`,
    `  recomputed: ${recomputed}`,
  ]);
  const isDecidedAlike = differences.every(({ part }) => part === 'engine version' || part === 'code');
  if (isDecidedAlike) lines.push('Made by other code, which decided the same: every other digest matches.');
  return lines.join('\n');
}

/** A sentence where there is nothing to verify. */
async function readRun(id: string, baseUrl: string): Promise<CertifiedRun | string> {
  const client = createManagerClient({ baseUrl, operatorToken: '', actor: 'command line' });
  const answer = await client.GET('/runs/{id}', { params: { path: { id } } }).catch(() => {
    throw new OperatorFault('the manager does not answer: is the platform up?');
  });
  return answer.data === undefined ? answer.error.message : certified(answer.data);
}

function readFile(path: string): CertifiedRun | string {
  try {
    const file = resolve(process.env['PLATFORM_INVOKED_FROM'] ?? process.cwd(), path);
    const content = JSON.parse(readFileSync(file, 'utf8')) as { run?: unknown };
    return certified((content.run ?? content) as Partial<CertifiedRun>);
  } catch (error) {
    return `${path} is neither the id of a run nor a file with one (${(error as Error).message})`;
  }
}

type Candidate = { readonly [K in keyof CertifiedRun]?: CertifiedRun[K] | null };

function certified(run: Candidate & { readonly kind?: string }): CertifiedRun | string {
  if (run.kind === 'live')
    return 'a live run has no certificate: ./platform parity <bot_id> audits its decisions';
  const { strategy, symbol, timeframe, params, costs, fromTs, toTs, certificate } = run;
  if (strategy == null || symbol == null || timeframe == null || params == null || costs == null) {
    return 'this is not a run: strategy, symbol, time frame, parameters and costs are needed';
  }
  if (fromTs == null || toTs == null || certificate == null) return 'this run has no certificate';
  return { strategy, symbol, timeframe, params, costs, fromTs, toTs, certificate };
}
