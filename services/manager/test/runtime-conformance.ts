/**
 * What the reconciler relies on, whatever bots run in. Every driver of the port runs this suite against the
 * real thing.
 */
import { newId } from '@platform/service-kit';
import { eventually } from '@platform/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BotRuntime, Launch, RunningInstance } from '../src/app/ports';

export interface RuntimeHarness {
  /**
   * A manager's view of the runtime: each is what a new manager would have after the one before was killed.
   */
  manager(): BotRuntime;
  /** How long a bot of its may take to end before it is killed. */
  readonly drainMs: number;
  /** The same with hardly any time to drain. */
  impatient(): BotRuntime;
  /** What is left of a start whose manager was killed before the bot's process was there. */
  cutShort(launch: Launch): void;
  /** How the bot's program behaves from its next start on. */
  behave(
    botId: string,
    behaviour: 'crashes with 3' | 'is killed' | 'ignores being asked to stop' | 'drains slowly',
  ): void;
  /** Ends everything that may still run. */
  close(): Promise<void>;
}

export function runtimeConformance(name: string, open: () => Promise<RuntimeHarness>): void {
  describe(`the ${name} runtime`, () => {
    let harness: RuntimeHarness;
    beforeEach(async () => {
      harness = await open();
    });
    afterEach(() => harness.close());

    const launch = (overrides: Partial<Launch> = {}): Launch => ({
      bot: {
        id: newId(),
        strategy: 'supertrend',
        network: 'testnet' as const,
        candle_source: 'data-ws' as const,
        warmup_mode: 'strict' as const,
      },
      slot: 'blue',
      generation: 1,
      imageTag: 'latest',
      params: null,
      deployId: null,
      ...overrides,
    });
    const placeOf = ({ bot, slot }: Launch) => ({ botId: bot.id, slot });
    const find = async (runtime: BotRuntime, { bot, slot }: Launch) =>
      (await runtime.list()).find((instance) => instance.botId === bot.id && instance.slot === slot);
    const until = (runtime: BotRuntime, asked: Launch, isReached: (found: RunningInstance) => boolean) =>
      eventually(async () => {
        const found = await find(runtime, asked);
        return found !== undefined && isReached(found) && found;
      });
    const listening = (runtime: BotRuntime, asked: Launch) =>
      until(runtime, asked, ({ address }) => address !== null);
    const exited = (runtime: BotRuntime, asked: Launch) =>
      until(runtime, asked, ({ state }) => state === 'exited');

    it('starts a bot once, shows what it is and where it listens, and refuses a second start of the place', async () => {
      const [runtime, asked] = [harness.manager(), launch({ generation: 7 })];
      await runtime.start(asked);
      const found = await listening(runtime, asked);
      expect(found).toMatchObject({
        state: 'running',
        generation: 7,
        imageTag: 'latest',
        isAskedToStop: false,
        exitCode: null,
      });
      expect(await (await fetch(`http://${found.address}`)).text()).toBe(asked.bot.id);
      await expect(runtime.start(asked)).rejects.toThrow();
      await expect(harness.manager().start({ ...asked, generation: 8 })).rejects.toThrow();
      expect(await runtime.list()).toHaveLength(1);
      expect(await find(runtime, asked)).toMatchObject({ state: 'running', generation: 7 });
    });

    it('of two managers that start the same place at once, lets one', async () => {
      const asked = launch();
      const starts = await Promise.allSettled(
        Array.from({ length: 8 }, () => harness.manager().start(asked)),
      );
      expect(starts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      const runtime = harness.manager();
      await listening(runtime, asked);
      expect(await runtime.list()).toHaveLength(1);
    });

    it('runs both places of a bot beside each other, and stopping or forgetting one leaves the other alone', async () => {
      const [runtime, blue] = [harness.manager(), launch()];
      const green = { ...blue, slot: 'green' as const, generation: 2, deployId: newId() };
      await runtime.start(blue);
      await runtime.start(green);
      const [first, second] = [await listening(runtime, blue), await listening(runtime, green)];
      expect(first.address).not.toBe(second.address);
      expect([first.generation, second.generation]).toEqual([1, 2]);
      expect([first.deployId, second.deployId]).toEqual([null, green.deployId]);
      await runtime.stop(placeOf(green));
      await exited(runtime, green);
      await runtime.forget(placeOf(green));
      expect(await runtime.list()).toMatchObject([{ slot: 'blue', state: 'running', isAskedToStop: false }]);
    });

    it('shows the next manager everything, which can stop and forget what it did not start', async () => {
      const asked = launch({ slot: 'green' });
      await harness.manager().start(asked);
      const next = harness.manager();
      await listening(next, asked);
      await next.stop(placeOf(asked));
      const ended = await exited(next, asked);
      expect(ended.isAskedToStop).toBe(true);
      await next.forget(placeOf(asked));
      expect(await harness.manager().list()).toEqual([]);
    });

    it('ends a bot that ignores being asked to stop once its time to drain is over', async () => {
      const [runtime, asked] = [harness.impatient(), launch()];
      harness.behave(asked.bot.id, 'ignores being asked to stop');
      await runtime.start(asked);
      await listening(runtime, asked);
      await eventually(async () => {
        await runtime.stop(placeOf(asked));
        return (await find(runtime, asked))?.state === 'exited';
      });
    });

    it('leaves a bot the 30 s that it may drain for before it is killed', () => {
      expect(harness.drainMs).toBeGreaterThanOrEqual(30_000);
    });

    it('shows the end of a bot by a signal as 128 and its number, as where memory runs out', async () => {
      const [runtime, asked] = [harness.manager(), launch()];
      harness.behave(asked.bot.id, 'is killed');
      await runtime.start(asked);
      const ended = await until(runtime, asked, ({ exitCode }) => exitCode !== null);
      expect(ended).toMatchObject({ state: 'exited', exitCode: 137, isAskedToStop: false });
    });

    it('leaves a bot that drains slowly alone until it has ended by itself', async () => {
      const [runtime, asked] = [harness.manager(), launch()];
      harness.behave(asked.bot.id, 'drains slowly');
      await runtime.start(asked);
      await listening(runtime, asked);
      await eventually(async () => {
        await runtime.stop(placeOf(asked));
        return (await find(runtime, asked))?.state === 'exited';
      });
      expect(await until(runtime, asked, ({ exitCode }) => exitCode !== null)).toMatchObject({
        exitCode: 0,
        isAskedToStop: true,
      });
    });

    it('refuses to forget a bot that runs, which is found and stopped as before', async () => {
      const [runtime, asked] = [harness.manager(), launch({ generation: 7 })];
      await runtime.start(asked);
      await expect(runtime.forget(placeOf(asked))).rejects.toThrow(/runs/);
      expect(await listening(runtime, asked)).toMatchObject({ state: 'running', generation: 7 });
      await expect(harness.manager().forget(placeOf(asked))).rejects.toThrow(/runs/);
      await runtime.stop(placeOf(asked));
      await exited(runtime, asked);
      await runtime.forget(placeOf(asked));
      expect(await runtime.list()).toEqual([]);
    });

    it('shows a start that was cut short as ended, to be forgotten and started again', async () => {
      const [runtime, asked] = [harness.manager(), launch({ generation: 7 })];
      harness.cutShort(asked);
      expect(await find(runtime, asked)).toMatchObject({
        state: 'exited',
        generation: 7,
        isAskedToStop: false,
        exitCode: null,
      });
      await expect(runtime.start(asked)).rejects.toThrow();
      await runtime.forget(placeOf(asked));
      await runtime.start(asked);
      await listening(runtime, asked);
    });

    it('shows the end of a bot that was not stopped with its exit code, says so, and starts it again only when forgotten', async () => {
      const [runtime, asked] = [harness.manager(), launch()];
      let ends = 0;
      runtime.onExit(() => {
        ends += 1;
      });
      harness.behave(asked.bot.id, 'crashes with 3');
      await runtime.start(asked);
      const ended = await until(
        runtime,
        asked,
        ({ state, exitCode }) => state === 'exited' && exitCode !== null,
      );
      expect(ended).toMatchObject({ exitCode: 3, isAskedToStop: false });
      await eventually(() => ends === 1);
      await expect(runtime.start(asked)).rejects.toThrow();
      await runtime.forget(placeOf(asked));
      await runtime.start({ ...asked, generation: 2 });
      expect(await find(runtime, asked)).toMatchObject({ generation: 2 });
    });

    it('starts nothing of a release that does not exist, and leaves no trace of the attempt', async () => {
      const runtime = harness.manager();
      await expect(runtime.start(launch({ imageTag: 'no-such-release' }))).rejects.toThrow(/no release/);
      expect(await runtime.list()).toEqual([]);
    });

    it('takes stopping or forgetting what is not there for done', async () => {
      const runtime = harness.manager();
      await runtime.stop(placeOf(launch()));
      await runtime.forget(placeOf(launch()));
      expect(await runtime.list()).toEqual([]);
    });
  });
}
