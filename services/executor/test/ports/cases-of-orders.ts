/** What the ports promise of intents, entries, orders and commands. */
import { clientOrderId } from '@platform/exchange';
import { expect } from 'vitest';
import type { OrderReport } from '../../src/domain/order';
import {
  AMBER,
  approved,
  BIRCH,
  enter,
  idOf,
  intentOf,
  NETWORK,
  NO_LIMITS,
  type PortCase,
  reportOf,
  SYMBOL,
  stopOf,
  write,
} from './fixture';

export const CASES_OF_ORDERS: readonly PortCase[] = [
  [
    'an intent waits until it has its one outcome',
    async (under) => {
      const { ports } = under;
      await enter(under, 1, AMBER, { isWritten: false });
      expect(await ports.intents.waitingSymbols()).toEqual([{ network: NETWORK, symbol: SYMBOL }]);
      const [intent] = await ports.intents.undecided(NETWORK, SYMBOL);
      expect(intent).toMatchObject({
        intentId: idOf(1),
        isLeaseHeld: true,
        leaseFence: '1',
        entryStatus: null,
      });
      expect(await ports.intents.decide(intent!, { outcome: 'accepted', reason: null })).toBe(true);
      expect(await ports.intents.decide(intent!, { outcome: 'rejected', reason: 'stale_fence' })).toBe(false);
      expect(await ports.intents.undecided(NETWORK, SYMBOL)).toEqual([]);
    },
  ],
  [
    'a bot that asked for something is to be recorded, and its live run begins with what it was given, once',
    async (under) => {
      const { runs } = under.ports;
      await enter(under, 1, AMBER, { isWritten: false });
      await under.addBot(BIRCH.botId, BIRCH.strategy, 'majors');
      expect(await runs.botsToRecord()).toEqual([AMBER.botId]);
      expect(await runs.heldSymbols(AMBER.botId)).toEqual([]);
      expect(await under.initialEquity(AMBER.botId)).toBeNull();
      for (const _ of ['once', 'again']) await runs.record(AMBER.botId, new Map());
      expect(Number(await under.initialEquity(AMBER.botId))).toBe(500);
    },
  ],
  [
    'of two waiting intents of a bot the earlier one is superseded',
    async (under) => {
      await enter(under, 1, AMBER, { isWritten: false });
      await enter(under, 2, AMBER, { isWritten: false });
      await enter(under, 3, BIRCH, { isWritten: false });
      const waiting = await under.ports.intents.undecided(NETWORK, SYMBOL);
      expect(waiting.map(({ intentId, isSuperseded }) => [intentId, isSuperseded])).toEqual([
        [idOf(1), true],
        [idOf(2), false],
        [idOf(3), false],
      ]);
    },
  ],
  [
    'of two intents of one transaction the one of the later bar is the newer, whatever their ids',
    async (under) => {
      await under.addBot(AMBER.botId, AMBER.strategy, 'trend');
      await under.addIntents(
        AMBER.strategy,
        intentOf(2, AMBER, 'long', 3_600_000),
        intentOf(1, AMBER, 'short', 7_200_000),
      );
      const waiting = await under.ports.intents.undecided(NETWORK, SYMBOL);
      expect(waiting.map(({ intentId, isSuperseded }) => [intentId, isSuperseded])).toEqual([
        [idOf(2), true],
        [idOf(1), false],
      ]);
    },
  ],
  [
    'an entry is written once, with its row open and its cap used',
    async (under) => {
      const { ports } = under;
      const order = await enter(under, 1, AMBER);
      expect(order).toMatchObject({
        kind: 'written',
        order: { clientOrderId: clientOrderId(idOf(1), 'entry') },
      });
      const { orders } = await ports.books.load(NETWORK, SYMBOL);
      expect(orders).toMatchObject([
        { intentId: idOf(1), botId: AMBER.botId, leg: 'entry', status: 'submitting' },
      ]);
      const used = (await ports.entries.usage()).map(({ usd, ...of }) => ({ ...of, usd: Number(usd) }));
      expect(used).toEqual([{ network: NETWORK, botId: AMBER.botId, usd: 200 }]);
      await expect(ports.entries.write(await approved(1, AMBER), NO_LIMITS)).rejects.toThrow();
      expect(await ports.books.activeSymbols(NETWORK)).toEqual([SYMBOL]);
    },
  ],
  [
    'no entry is written while halted or paused, with a stale fence, without a lease or past a cap',
    async (under) => {
      const { ports } = under;
      await under.setHalted(true);
      expect(await enter(under, 1, AMBER)).toMatchObject({ kind: 'refused', gate: 'halt' });
      await under.setHalted(false);
      await under.setPaused(AMBER.botId, true);
      expect(await ports.intents.undecided(NETWORK, SYMBOL)).toMatchObject([{ isPaused: true }]);
      expect(await write(ports, 1, AMBER)).toMatchObject({ kind: 'refused', reason: 'bot_paused' });
      await under.setPaused(AMBER.botId, false);
      await under.raiseFence(AMBER.strategy, 2);
      expect(await write(ports, 1, AMBER)).toMatchObject({ kind: 'refused', reason: 'stale_fence' });
      await enter(under, 2, BIRCH, { isWritten: false });
      expect(await write(ports, 2, BIRCH, { perBotDailyUsd: '199' })).toEqual({ kind: 'outdated' });
      expect(await write(ports, 2, BIRCH, { globalDailyUsd: '199' })).toEqual({ kind: 'outdated' });
      await under.releaseLease(BIRCH.strategy);
      expect(await write(ports, 2, BIRCH)).toEqual({ kind: 'outdated' });
      expect((await ports.books.load(NETWORK, SYMBOL)).orders).toEqual([]);
    },
  ],
  [
    'an order only moves forward, and its end is its end',
    async (under) => {
      const { orders, books } = under.ports;
      await enter(under, 1, AMBER);
      const report = (status: OrderReport['status'], filledQuantity: string) =>
        orders.report(NETWORK, reportOf(clientOrderId(idOf(1), 'entry'), status, filledQuantity));
      expect(await report('partially_filled', '1.5')).toBe(true);
      await report('new', '0');
      expect((await books.load(NETWORK, SYMBOL)).orders).toMatchObject([{ status: 'partially_filled' }]);
      expect(Number((await books.load(NETWORK, SYMBOL)).orders[0]!.filledQuantity)).toBe(1.5);
      await report('cancelled', '1.5');
      await orders.settle(clientOrderId(idOf(1), 'entry'), 'rejected', 'too late');
      await report('new', '0');
      expect((await books.load(NETWORK, SYMBOL)).orders).toEqual([]);
      expect(await orders.report(NETWORK, reportOf('unheard-of', 'new', '0'))).toBe(false);
    },
  ],
  [
    'a replaced stop has a number of its own, and what rests without a row is adopted once',
    async (under) => {
      const { orders, books } = under.ports;
      await enter(under, 1, AMBER);
      const first = await orders.writeAhead(stopOf(1));
      const second = await orders.writeAhead(stopOf(1));
      expect([first.clientOrderId, second.clientOrderId]).toEqual([
        clientOrderId(idOf(1), 'sl'),
        clientOrderId(idOf(1), 'sl', 1),
      ]);
      const resting = reportOf(clientOrderId(idOf(1), 'sl', 950), 'new', '0');
      await orders.adopt(stopOf(1), resting);
      await orders.adopt(stopOf(1), resting);
      const inDoubt = { clientOrderId: clientOrderId(idOf(9), 'flatten', 951), exchangeOrderId: null };
      const closing = { ...stopOf(1), intentId: null, leg: 'flatten', space: 'regular' } as const;
      await orders.adopt(closing, { ...inDoubt, status: 'submitting' });
      const open = (await books.load(NETWORK, SYMBOL)).orders;
      expect(open.filter(({ leg }) => leg === 'sl')).toHaveLength(3);
      expect(open.find(({ leg }) => leg === 'flatten')).toMatchObject({
        botId: AMBER.botId,
        intentId: null,
        status: 'submitting',
      });
    },
  ],
  [
    'what left without a row gets one also while the row that it did not wait for is being committed',
    async (under) => {
      const { orders, books } = under.ports;
      await enter(under, 1, AMBER);
      const exit = { ...stopOf(1), leg: 'exit', orderType: 'market', space: 'regular' } as const;
      const left = { clientOrderId: clientOrderId(idOf(1), 'exit', 950), exchangeOrderId: null };
      await under.whileCommitting(exit, () => orders.adopt(exit, { ...left, status: 'submitting' }));
      const exits = (await books.load(NETWORK, SYMBOL)).orders.filter(({ leg }) => leg === 'exit');
      const expected = [clientOrderId(idOf(1), 'exit'), left.clientOrderId];
      expect(exits.map(({ clientOrderId: id }) => id).sort()).toEqual(expected.sort());
    },
  ],
  [
    'a flatten waits until it is done, and a token counts once',
    async (under) => {
      const { commands } = under.ports;
      await under.addBot(AMBER.botId, AMBER.strategy, 'trend');
      await under.addFlatten('all');
      const [command] = await commands.pending();
      expect(command).toMatchObject({ scope: 'all' });
      await commands.markDone(command!.id);
      await commands.markDone(command!.id);
      expect(await commands.pending()).toEqual([]);
      expect(await commands.botsOfCluster('trend')).toEqual([AMBER.botId]);
      const token = idOf(8);
      expect([
        await commands.useConfirmToken(token, 'x'),
        await commands.useConfirmToken(token, 'x'),
      ]).toEqual([true, false]);
    },
  ],
];
