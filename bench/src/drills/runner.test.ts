/** The runner against a platform that answers as scripted: what is broken raises what the test says. */
import { describe, expect, it } from 'vitest';
import type { ExpectedAlert } from '../watching-harness';
import { atOnce, type RaisedAlert } from './drill';
import type { Limits } from './limits';
import { type DrilledStack, type Run, runDrills } from './runner';

/** Nothing here takes as long; a test of a limit sets that one low. */
const LIMITS: Limits = {
  breakMs: 60_000,
  messageMs: 60_000,
  slowMessageMs: 60_000,
  overMs: 60_000,
  repairMs: 60_000,
  wellMs: 60_000,
  pollMs: 1,
  wellPollMs: 1,
};
const LOW = 50;

class ScriptedStack implements DrilledStack {
  readonly messages: { readonly alert: string; readonly status: string; readonly atMs: number }[] = [];
  restarts = 0;

  /** A moment later, as it does when something has to be noticed first. */
  say(alert: string, status = 'firing'): void {
    setTimeout(() => this.messages.push({ alert, status, atMs: Date.now() }), 5);
  }

  notifiedAt({ alert, status = 'firing' }: ExpectedAlert, afterMs: number): number | undefined {
    return this.messages.find(
      (each) => each.alert === alert && each.status === status && each.atMs >= afterMs,
    )?.atMs;
  }

  isStanding({ alert }: ExpectedAlert): boolean {
    return this.messages.findLast((each) => each.alert === alert)?.status === 'firing';
  }

  judgesAsFiring(expected: ExpectedAlert): Promise<boolean> {
    return Promise.resolve(this.isStanding(expected));
  }

  restart(): Promise<void> {
    this.restarts += 1;
    return Promise.resolve();
  }
}

type ScriptedDrill = Run<ScriptedStack>['rounds'][number][number];

const halts: ScriptedDrill = {
  what: 'an operator halts',
  raises: [atOnce('TradingHalted')],
  break: (stack) => {
    stack.say('TradingHalted');
    return Promise.resolve(() => stack.say('TradingHalted', 'resolved'));
  },
};

async function run(
  rounds: readonly (readonly ScriptedDrill[])[],
  {
    limits,
    ...given
  }: Partial<Omit<Run<ScriptedStack>, 'limits'>> & { readonly limits?: Partial<Limits> } = {},
) {
  const stack = new ScriptedStack();
  const arrived: string[] = [];
  const said: string[] = [];
  const faults = await runDrills({
    stack,
    rounds,
    progress: (line) => said.push(line),
    isWell: () => Promise.resolve(true),
    arrived: ({ raised }) => arrived.push(raised.alert),
    ends: () => true,
    limits: { ...LIMITS, ...limits },
    ...given,
  });
  return { stack, arrived, said, faults };
}

describe('a run of drills', () => {
  it('a run of drills says which drill of how many it is at and how long each took, and hands on what arrived', async () => {
    const { arrived, said, faults } = await run([[halts]]);
    expect(faults).toEqual([]);
    expect(arrived).toEqual(['TradingHalted']);
    expect(said).toContain('drill 1 of 1, an operator halts');
    expect(said).toContainEqual(expect.stringMatching(/^drill 1 of 1, an operator halts: done after \d+ s$/));
  });

  it('a drill that hangs while it breaks is cut off and repaired later, and the others are run', async () => {
    let isRepaired = false;
    let go = () => {};
    const hangs: ScriptedDrill = {
      what: 'a drill that hangs',
      raises: [atOnce('BusDown')],
      break: async () => {
        await new Promise<void>((resolve) => {
          go = resolve;
        });
        return () => {
          isRepaired = true;
        };
      },
    };
    const { arrived, faults } = await run([[hangs], [halts]], { limits: { breakMs: LOW } });
    expect(faults).toEqual(['a drill that hangs: cut off: breaking it hung for 0.05 s']);
    expect(arrived).toEqual(['TradingHalted']);
    go();
    await expect.poll(() => isRepaired).toBe(true);
  });

  it('a drill names an alert that does not arrive, repairs all the same, and keeps those that did', async () => {
    const half: ScriptedDrill = { ...halts, raises: [...halts.raises, atOnce('BusDown')] };
    const { stack, arrived, faults } = await run([[half]], { limits: { messageMs: LOW } });
    expect(faults).toEqual(['an operator halts: cut off: nothing said within 0.05 s that BusDown is firing']);
    expect(arrived).toEqual(['TradingHalted']);
    await expect.poll(() => stack.isStanding({ alert: 'TradingHalted' })).toBe(false);
  });

  it('a repair that hangs is given up, and the run of drills says so beside what arrived', async () => {
    const unrepaired: ScriptedDrill = {
      ...halts,
      break: async (stack) => {
        const repair = await halts.break(stack);
        return async () => {
          await repair();
          await new Promise<never>(() => {});
        };
      },
    };
    const { arrived, faults } = await run([[unrepaired]], { limits: { repairMs: LOW } });
    expect(faults).toEqual(['an operator halts: cut off: the repair hung for 0.05 s']);
    expect(arrived).toEqual(['TradingHalted']);
  });

  it('a platform that does not recover is started again, and the drills go on', async () => {
    const { stack, arrived, faults } = await run([[halts]], {
      isWell: () => Promise.resolve(false),
      limits: { wellMs: LOW },
    });
    expect(arrived).toEqual(['TradingHalted']);
    expect(stack.restarts).toBe(1);
    expect(faults).toEqual(['the platform was not well 0.05 s after a repair and is started again']);
  });

  it('a drill does not take what another one raised for its own message, and waits until that is over', async () => {
    const again: ScriptedDrill = { ...halts, what: 'a second operator halts' };
    const { arrived, faults } = await run([[halts], [again]]);
    expect(faults).toEqual([]);
    expect(arrived).toEqual(['TradingHalted', 'TradingHalted']);
  });

  it('a drill goes on to make the platform well until its last alert is over', async () => {
    let looks = 0;
    const trips: ScriptedDrill = {
      ...halts,
      break: async (stack) => {
        await halts.break(stack);
        return () => undefined;
      },
    };
    const { faults } = await run([[trips]], {
      isWell: (stack) => {
        looks += 1;
        // Resumed once, too early, and once more while its end is waited for.
        if (looks === 3) stack.say('TradingHalted', 'resolved');
        return Promise.resolve(true);
      },
    });
    expect(faults).toEqual([]);
  });

  it('a drill looks for an alert whose messenger is down where rules are judged', async () => {
    const raised: RaisedAlert = { ...atOnce('AlertmanagerDown'), isUnsendable: true };
    const silent: ScriptedDrill = {
      what: 'Alertmanager does not answer',
      raises: [raised],
      break: (stack) => {
        stack.notifiedAt = () => undefined;
        stack.say(raised.alert);
        return Promise.resolve(() => stack.say(raised.alert, 'resolved'));
      },
    };
    const { arrived, faults } = await run([[silent]]);
    expect(faults).toEqual([]);
    expect(arrived).toEqual(['AlertmanagerDown']);
  });
});
