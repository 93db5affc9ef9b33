/** Planted bugs of bots: a lease that is ignored, and bars that are old or not over. */
import { type BotTables, memoryBot } from '@platform/bot/core';
import { memoryStores } from '@platform/executor/core';
import {
  type BotScene,
  type BotSurroundings,
  type PlantedBug,
  replaced,
  seenAs,
  withStores,
} from './planted-bug';

type Source = ReturnType<BotSurroundings['openSource']>;

/** Decisions by tables that the bug sees differently. */
function deciding(
  { tables, chance, access }: BotScene,
  given: BotSurroundings,
  differently: Partial<BotTables>,
): BotSurroundings {
  const { settings, holderId } = given;
  const { decisions } = memoryBot(replaced(tables, differently), settings, holderId, chance, access);
  return { ...given, decisions };
}

function seeing(given: BotSurroundings, change: (source: Source) => Partial<Source>): BotSurroundings {
  return {
    ...given,
    openSource: (settings, onFault) => {
      const source = given.openSource(settings, onFault);
      return replaced(source, change(source));
    },
  };
}

export const BUGS_OF_BOTS: readonly PlantedBug[] = [
  {
    name: 'two-of-one-lease',
    story: 'a bot that has lost its lease goes on asking, and what it asks for is traded',
    breaks: ['I11'],
    plant: ({ tables, chance, access }) => {
      const careless = seenAs(tables, {
        get intents() {
          // Those of live bots: what the schedule asks for stays as fenced as it is.
          return tables.intents.map((row) => {
            const lease = row.barOpenTime === null ? undefined : tables.leaseOf(row.symbol, row.strategy);
            return { ...row, fence: lease?.fence ?? row.fence };
          });
        },
      });
      const { books, entries } = memoryStores(careless, chance, access);
      return withStores(() => ({ books, entries }));
    },
    plantInBot: (scene, given) => {
      const { tables } = scene;
      let held: string | null = null;
      const believing = deciding(scene, given, {
        leaseOf: (of) => {
          const row = tables.leaseOf(of);
          if (row === undefined || held === null) return row;
          return { ...row, fence: Number(held), holderId: given.holderId, isReleased: false };
        },
      });
      return {
        ...believing,
        lease: replaced(given.lease, {
          tryAcquire: async () => {
            held = await given.lease.tryAcquire();
            return held;
          },
          renew: async () => {
            await given.lease.renew();
            return 'held';
          },
        }),
      };
    },
  },
  {
    name: 'trade-the-past',
    story: 'a bot that starts decides on bars from minutes ago as if they were new',
    breaks: ['I16'],
    plantInBot: (_scene, given) =>
      seeing(given, (source) => ({
        warmup: async (plan) => {
          const answer = await source.warmup({ ...plan, warmupBars: plan.warmupBars + 6 });
          return { ...answer, bars: answer.bars.slice(0, -5) };
        },
        isBehind: () => false,
      })),
  },
  {
    name: 'bar-not-over',
    story: 'a bar is decided on before it is over, with the price it has then',
    breaks: ['I16'],
    plantInBot: (_scene, given) =>
      seeing(given, (source) => ({
        start: ({ deliver, lastOpenTimeMs }) =>
          source.start({
            lastOpenTimeMs,
            deliver: (bars) => deliver(bars.map((bar) => ({ ...bar, close: bar.open }))),
          }),
      })),
  },
];
