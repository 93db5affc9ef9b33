/**
 * What must be true of a bot once its deploy has ended, whatever was killed meanwhile. Each look gives a list
 * of faults; those that may pass are looked at again until they are gone or the bound is over, so that every
 * run has a verdict.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { HOUR_MS } from '@platform/core';
import { needlessStopChanges, violationsOf } from '@platform/sim';
import type { DeployWorld } from './deploy-world';

/** Longer than all waiting times of a deploy together: a lease that runs out, a drain, backoffs, a replay. */
const REST_WITHIN_MS = 150_000;
const LOOK_EVERY_MS = 250;

export interface Deployed {
  readonly id: string;
  readonly symbol: string;
  readonly targetTag: string;
  /** The fence of the lease before the deploy. */
  readonly fence: number;
  /** A bot that was never deployed. */
  readonly reference: string;
  /** Bars that it must go on to decide after the end. */
  readonly barsAfter: number;
}

interface Fault {
  readonly what: string;
  /** It does not pass with time. */
  readonly isFinal: boolean;
}

const final = (what: string): Fault => ({ what, isFinal: true });
const passing = (what: string): Fault => ({ what, isFinal: false });

/** Empty where everything is as it must be. */
export async function judge(world: DeployWorld, deployed: Deployed): Promise<string[]> {
  const deadlineMs = performance.now() + REST_WITHIN_MS;
  const looker = new Looker(world, deployed);
  for (;;) {
    const faults = await looker.look();
    const isOver = performance.now() > deadlineMs || faults.some(({ isFinal }) => isFinal);
    if (faults.length === 0 || isOver) return faults.map(({ what }) => what);
    await sleep(LOOK_EVERY_MS);
  }
}

class Looker {
  /** Bars decided when the end was first seen. */
  private decidedAtEnd: number | undefined;

  constructor(
    private readonly world: DeployWorld,
    private readonly deployed: Deployed,
  ) {}

  async look(): Promise<Fault[]> {
    const { world } = this;
    const { id, reference } = this.deployed;
    const lasting = [
      ...(await ledgerFaults(world, id)),
      ...(await decisionFaults(world, id, reference)),
      ...(await world.desk.undecidedIntents(id)).map(
        (bar) => `an intent on bar ${bar} that no decision led to`,
      ),
    ].map(final);
    const { status, waiting_for: waitingFor, finished_at: finishedAt, error } = await world.latest(id);
    if (finishedAt === null) return [...lasting, passing(`the deploy is ${status}: ${waitingFor}`)];
    const hasReason = (error !== null) === (status === 'failed');
    const faults = [
      ...lasting,
      ...(hasReason ? [] : [final(`the deploy is ${status} with the error ${error}`)]),
      ...(await this.inCharge(status === 'completed')),
      ...(await this.leases()),
    ];
    return faults.length > 0 ? faults : this.trading();
  }

  private async inCharge(isSwapped: boolean): Promise<Fault[]> {
    const { world } = this;
    const { id, targetTag, fence, barsAfter } = this.deployed;
    const { image_tag: tag, active_slot: slot, generation } = await world.bot(id);
    const faults: Fault[] = [];
    if ((tag === targetTag) !== isSwapped) faults.push(final(`release ${tag} is in charge`));
    if ((slot === 'green') !== isSwapped) faults.push(final(`the ${slot} place is in charge`));
    if (isSwapped && (await world.fence(id)) <= fence) faults.push(final('the fence was not raised'));
    // A deploy ends when the former release is gone, not before.
    if (isSwapped && world.living(id).some((instance) => instance.slot !== slot)) {
      faults.push(final('the former release is alive'));
    }
    const living = world.living(id).map((instance) => instance.slot);
    if (living.length !== 1 || living[0] !== slot)
      faults.push(passing(`alive: ${living.join(' and ') || 'none'}`));
    const decided = await world.decided(id, generation);
    this.decidedAtEnd ??= decided;
    if (decided < this.decidedAtEnd + barsAfter)
      faults.push(passing('the release in charge decides nothing'));
    return faults;
  }

  private async leases(): Promise<Fault[]> {
    const rows = await this.world.rows<{ shadow: boolean }>(
      `SELECT shadow FROM trading.bot_leases WHERE bot_id = $1 AND released_at IS NULL AND expires_at > now()`,
      [this.deployed.id],
    );
    const held = rows.map(({ shadow }) => (shadow ? "the shadow's" : 'its own'));
    return held.length === 1 && held[0] === 'its own'
      ? []
      : [passing(`leases held: ${held.join(' and ') || 'none'}`)];
  }

  /**
   * What passes with time is judged when the bot has stopped: until then there is always something under way.
   */
  private async trading(): Promise<Fault[]> {
    const history = await this.world.desk.history(this.deployed.symbol, this.deployed.id);
    const violations = violationsOf(history).filter(({ isFinal }) => isFinal);
    const broken = violations.map(({ invariant, detail }) => `${invariant} ${detail}`);
    return [...broken, ...needlessStopChanges(history)].map(final);
  }
}

/** Of a bot that is stopped: what the executor still owes. */
export async function judgeRest(world: DeployWorld, { id, symbol }: Deployed): Promise<string[]> {
  const deadlineMs = performance.now() + REST_WITHIN_MS;
  for (;;) {
    const violations = await world.desk.violations(symbol, id);
    if (violations.length === 0 || performance.now() > deadlineMs) {
      return violations.map(({ invariant, detail }) => `${invariant} ${detail}`);
    }
    await sleep(LOOK_EVERY_MS);
  }
}

/**
 * Over all generations: each bar once, none missing, each digest covering the one before, and at most one
 * intent per decision.
 */
export async function ledgerFaults(world: DeployWorld, id: string): Promise<string[]> {
  const rows = await world.rows<{ bar_open_time: string; previous: string; digest: string }>(
    `SELECT bar_open_time, encode(previous_digest, 'hex') AS previous, encode(digest, 'hex') AS digest
     FROM trading.bar_decisions WHERE bot_id = $1 ORDER BY bar_open_time, generation`,
    [id],
  );
  const faults = rows.flatMap((row, k) => {
    const before = rows[k - 1];
    if (before === undefined) return [];
    const bars = (Number(row.bar_open_time) - Number(before.bar_open_time)) / HOUR_MS;
    if (bars !== 1) return [`bar ${k} of the ledger is ${bars} bars after the one before`];
    return row.previous === before.digest ? [] : [`bar ${k} of the ledger begins another chain`];
  });
  const doubles = await world.rows<{ bar_open_time: string }>(
    `SELECT bar_open_time FROM trading.order_intents WHERE bot_id = $1 AND signal_digest IS NOT NULL
     GROUP BY bar_open_time HAVING count(*) > 1`,
    [id],
  );
  return [...faults.slice(0, 1), ...doubles.map((row) => `two intents on bar ${row.bar_open_time}`)];
}

/**
 * A digest covers every bar and decision since the chain began, and all bots of a world decide the same
 * script: at each bar, a bot that was never deployed has the same digest.
 */
async function decisionFaults(world: DeployWorld, id: string, reference: string): Promise<string[]> {
  const rows = await world.rows<{ bar: string }>(
    `SELECT own.bar_open_time AS bar FROM trading.bar_decisions own JOIN trading.bar_decisions reference USING (bar_open_time)
     WHERE own.bot_id = $1 AND reference.bot_id = $2 AND own.digest <> reference.digest ORDER BY own.bar_open_time LIMIT 1`,
    [id, reference],
  );
  return rows.map(({ bar }) => `a bot that was never deployed decided otherwise on bar ${bar}`);
}
