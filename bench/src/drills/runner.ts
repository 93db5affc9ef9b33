/**
 * Runs drills round by round: breaks, waits for the messages, repairs, and goes on once the platform is well.
 * Nothing stops the rest: a drill that hangs is cut off, one that fails is noted, and a platform that does
 * not recover is started again. What arrived is handed on at once, so that a run that is interrupted
 * has lost nothing. That alerts are over is waited for at the end: one on a counter lasts until its window
 * has passed.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Report } from '../benchmark';
import type { ExpectedAlert, WatchedStack } from '../watching-harness';
import { type Drill, type RaisedAlert, type Repair, repeat } from './drill';
import { LIMITS, type Limits } from './limits';
import { within } from './within';

/** What the runner asks of a stack. */
export type DrilledStack = Pick<WatchedStack, 'notifiedAt' | 'isStanding' | 'judgesAsFiring' | 'restart'>;

export interface Arrival {
  readonly what: string;
  readonly raised: RaisedAlert;
  readonly seconds: number;
}

interface Seen extends Arrival {
  readonly repairedAtMs: number;
}

export interface Run<Stack extends DrilledStack> {
  readonly stack: Stack;
  readonly rounds: readonly (readonly (Omit<Drill, 'break'> & { break(stack: Stack): Promise<Repair> })[])[];
  readonly progress: Report;
  /** Everything is ready and nothing is halted; called again and again until it is. */
  isWell(stack: Stack): Promise<boolean>;
  arrived(arrival: Arrival): void;
  /** Whether the end of such an alert is waited for. */
  ends(raised: RaisedAlert): boolean;
  readonly limits?: Limits;
}

type Drilled<Stack extends DrilledStack> = Run<Stack>['rounds'][number][number];

/** Returns what went wrong, in sentences. */
export async function runDrills<Stack extends DrilledStack>(run: Run<Stack>): Promise<readonly string[]> {
  return await new Runner(run).all();
}

class Runner<Stack extends DrilledStack> {
  private readonly limits: Limits;
  private readonly seen: Seen[] = [];
  private readonly faults: string[] = [];
  private begun = 0;

  constructor(private readonly run: Run<Stack>) {
    this.limits = run.limits ?? LIMITS;
  }

  async all(): Promise<readonly string[]> {
    for (const round of this.run.rounds) {
      await Promise.all(round.map((drill) => this.drill(drill)));
      await this.untilWell();
    }
    const ending = this.seen.filter(({ raised }) => this.run.ends(raised));
    if (ending.length > 0) this.run.progress(`waiting for the end of ${ending.length} alerts`);
    // A breaker that was resumed too early has tripped once more.
    const keepWell = repeat(this.limits.wellPollMs, () => this.run.isWell(this.run.stack));
    await Promise.all(ending.map((each) => this.note(each.what, () => this.untilOver(each))));
    await keepWell();
    return this.faults;
  }

  private async drill(drill: Drilled<Stack>): Promise<void> {
    const { progress, rounds } = this.run;
    const startedMs = Date.now();
    const place = `drill ${++this.begun} of ${rounds.flat().length}, ${drill.what}`;
    progress(place);
    const isDone = await this.note(drill.what, () => this.breakAndRepair(drill));
    const seconds = ((Date.now() - startedMs) / 1000).toFixed(0);
    progress(`${place}: ${isDone ? 'done' : 'FAILED'} after ${seconds} s`);
  }

  private async breakAndRepair(drill: Drilled<Stack>): Promise<void> {
    const { what, raises } = drill;
    await Promise.all(raises.map((raised) => this.untilFallen(raised)));
    const repair = await this.broken(drill);
    const brokenAtMs = Date.now();
    const arriving = raises.map(async (raised) => {
      const limitMs = raised.isSlow === true ? this.limits.slowMessageMs : this.limits.messageMs;
      const seconds = await this.untilNotified(raised, brokenAtMs, limitMs);
      this.run.progress(`${what}: ${raised.alert} after ${seconds.toFixed(1)} s`);
      const arrival = { what, raised, seconds };
      this.run.arrived(arrival);
      return arrival;
    });
    const arrived = await Promise.allSettled(arriving);
    // The message of its end may come before all of it is repaired.
    const repairedAtMs = Date.now();
    const [repaired] = await Promise.allSettled([
      within(this.limits.repairMs, 'the repair', async () => repair()),
    ]);
    for (const outcome of arrived) {
      if (outcome.status === 'fulfilled') this.seen.push({ ...outcome.value, repairedAtMs });
    }
    const faults = [...arrived, repaired].flatMap((each) =>
      each.status === 'rejected' ? [(each.reason as Error).message] : [],
    );
    if (faults.length > 0) throw new Error(faults.join('; '));
  }

  /** One that is through after it was cut off is repaired by itself: no drill waits for it any more. */
  private async broken(drill: Drilled<Stack>): Promise<Repair> {
    const breaking = drill.break(this.run.stack);
    try {
      return await within(this.limits.breakMs, 'breaking it', () => breaking);
    } catch (fault) {
      void breaking.then((repair) => repair()).catch(() => undefined);
      throw fault;
    }
  }

  private async untilOver({ what, raised, repairedAtMs }: Seen): Promise<void> {
    const over = { ...raised, status: 'resolved' } as const;
    const seconds = await this.untilNotified(over, repairedAtMs, this.limits.overMs);
    this.run.progress(`${what}: ${raised.alert} was over ${seconds.toFixed(1)} s after the repair`);
  }

  /** What something else raised before has to be over: nothing is said of an alert twice. */
  private async untilFallen(expected: ExpectedAlert): Promise<void> {
    const lostAtMs = Date.now() + this.limits.overMs;
    while (this.run.stack.isStanding(expected)) {
      if (Date.now() > lostAtMs) throw new Error(`${expected.alert} fired before and was never over`);
      await sleep(this.limits.pollMs);
    }
  }

  private async untilNotified(
    expected: ExpectedAlert & Pick<RaisedAlert, 'isUnsendable'>,
    sinceMs: number,
    limitMs: number,
  ): Promise<number> {
    const { stack } = this.run;
    const isFiring = expected.status !== 'resolved';
    const at = async () => {
      if (expected.isUnsendable !== true) return stack.notifiedAt(expected, sinceMs);
      return (await stack.judgesAsFiring(expected)) === isFiring ? Date.now() : undefined;
    };
    const lostAtMs = Date.now() + limitMs;
    while (Date.now() < lostAtMs) {
      const atMs = await at();
      if (atMs !== undefined) return (atMs - sinceMs) / 1000;
      await sleep(this.limits.pollMs);
    }
    const state = isFiring ? 'firing' : 'over';
    throw new Error(`cut off: nothing said within ${limitMs / 1000} s that ${expected.alert} is ${state}`);
  }

  private async untilWell(): Promise<void> {
    const { stack, isWell, progress } = this.run;
    const untilMs = Date.now() + this.limits.wellMs;
    while (Date.now() < untilMs) {
      await sleep(this.limits.wellPollMs);
      if (await isWell(stack)) return;
    }
    const fault = `the platform was not well ${this.limits.wellMs / 1000} s after a repair and is started again`;
    progress(fault);
    this.faults.push(fault);
    await this.note('a new start', () => stack.restart());
  }

  private async note(what: string, act: () => Promise<void>): Promise<boolean> {
    try {
      await act();
      return true;
    } catch (error) {
      const fault = `${what}: ${(error as Error).message}`;
      this.run.progress(fault);
      this.faults.push(fault);
      return false;
    }
  }
}
