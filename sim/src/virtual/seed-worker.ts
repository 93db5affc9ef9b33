/** A thread that runs the seeds it is given, one after the other. */
import { parentPort } from 'node:worker_threads';
import { drawSchedule } from '../schedule/schedule';
import { runVirtual } from './run-seed';

export interface SeedReport {
  readonly seed: number;
  readonly digest: string;
  readonly lastedMs: number;
  readonly violations: readonly { readonly invariant: string; readonly detail: string }[];
  readonly counts: {
    readonly intents: number;
    readonly orders: number;
    readonly fills: number;
    readonly lives: number;
  };
}

export async function reportOf(seed: number): Promise<SeedReport> {
  const { digest, lastedMs, violations, counts } = await runVirtual(drawSchedule(seed));
  return { seed, digest, lastedMs, violations, counts };
}

parentPort?.on('message', (seed: number) => {
  void reportOf(seed).then((report) => parentPort!.postMessage(report));
});
