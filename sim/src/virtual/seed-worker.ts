/** A thread that runs the seeds it is given, one after the other. */
import { parentPort } from 'node:worker_threads';
import { plantedBug } from '../planted';
import { drawSchedule } from '../schedule/schedule';
import { runVirtual } from './run-seed';

export interface SeedReport {
  readonly seed: number;
  readonly digest: string;
  readonly lastedMs: number;
  /** How much of the schedule excuses a position without a stop: 0 to 1. */
  readonly excused: number;
  readonly violations: readonly { readonly invariant: string; readonly detail: string }[];
  readonly counts: {
    readonly intents: number;
    readonly orders: number;
    readonly fills: number;
    readonly lives: number;
  };
}

/** A seed, and the name of the planted bug to run it with. */
export interface SeedOrder {
  readonly seed: number;
  readonly bug?: string | undefined;
}

async function reportOf({ seed, bug }: SeedOrder): Promise<SeedReport> {
  const planted = bug === undefined ? undefined : plantedBug(bug);
  const { digest, lastedMs, excused, violations, counts } = await runVirtual(drawSchedule(seed), planted);
  return { seed, digest, lastedMs, excused, violations, counts };
}

parentPort?.on('message', (order: SeedOrder) => {
  void reportOf(order).then((report) => parentPort!.postMessage(report));
});
