/**
 * The program that does trials, built with the user's own strategies. It is read once: threads run the text
 * that the digest was taken of, however late they start and whatever has been built in its place since.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { bundle } from '../bundles';

export interface TrialProgram {
  readonly codeDigest: string;
  startThread(): Worker;
}

export function readTrialProgram(from: URL = bundle('manager-trials')): TrialProgram {
  const text = readFileSync(from, 'utf8');
  // Names of files are not part of it.
  const digested = text.replace(/^\/\/.*$/gm, '');
  // A text has no place beside which its source map could lie.
  const whole = text.replace(/^\/\/# sourceMappingURL=.*$/gm, '');
  const url = new URL(`data:text/javascript;base64,${Buffer.from(whole).toString('base64')}`);
  return {
    codeDigest: createHash('sha256').update(digested).digest('hex').slice(0, 32),
    startThread: () => new Worker(url),
  };
}
