/**
 * A bug that somebody once shipped, put where a service is composed: it replaces a port, the exchange adapter
 * or a setting of one life. The service's own code knows nothing of it. Where the executor is protected
 * twice, the second protection goes too, or the bug could not show.
 */
import type { Surroundings as BotSurroundings, BotTables } from '@platform/bot/core';
import type { Exchange, Transport } from '@platform/exchange';
import type { Access, Surroundings, Tables } from '@platform/executor/core';
import type { Surroundings as RiskSurroundings, RiskTables } from '@platform/risk/core';
import type { Chance, Time } from '@platform/service-kit';

/** One life of the executor, as far as a bug may want to know it. */
export interface Scene {
  readonly tables: Tables;
  readonly time: Time;
  readonly chance: Chance;
  readonly access: Access;
  /** A way to the database that waits for an answer without end. */
  readonly endlessAccess: Access;
  readonly secret: string;
}

export interface Plant {
  transport?(transport: Transport): Transport;
  exchange?(exchange: Exchange): Exchange;
  surroundings?(given: Surroundings): Surroundings;
}

export interface PlantedBug {
  readonly name: string;
  readonly story: string;
  /** The invariants that it violates: another one being violated is no proof that the bug was seen. */
  readonly breaks: readonly string[];
  /** Called in every life of the executor. */
  plant?(scene: Scene): Plant;
  /** Called in every life of the risk engine. */
  plantInRisk?(scene: RiskScene, given: RiskSurroundings): RiskSurroundings;
  /** Called in every life of a bot. */
  plantInBot?(scene: BotScene, given: BotSurroundings): BotSurroundings;
}

export interface BotScene extends Pick<Scene, 'time' | 'chance' | 'access'> {
  readonly tables: BotTables;
}

export type { BotSurroundings };

export interface RiskScene extends Pick<Scene, 'time' | 'chance' | 'access'> {
  readonly tables: RiskTables;
}

/** The same thing with some of its members replaced. */
export function replaced<T extends object>(original: T, changes: Partial<T>): T {
  return new Proxy(original, {
    get(target, key) {
      if (key in changes) return changes[key as keyof T];
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/** The tables as a bug sees them: what it does not replace is the same, also to write to. */
export function seenAs(tables: Tables, differently: Partial<Tables>): Tables {
  return replaced(tables, differently);
}

type Stores = Surroundings['stores'];

export function withStores(change: (stores: Stores) => Partial<Stores>): Plant {
  return {
    surroundings: (given) => ({ ...given, stores: replaced(given.stores, change(given.stores)) }),
  };
}

type Books = Stores['books'];
export type Book = Awaited<ReturnType<Books['load']>>;
export type Intent = Awaited<ReturnType<Books['loadWithIntents']>>['intents'][number];

/** What is believed of a symbol, wherever it is read. */
export function withBooks(change: (book: Book, symbol: string) => Book): Plant {
  return withStores(({ books }) => ({
    books: replaced(books, {
      load: async (network, symbol) => change(await books.load(network, symbol), symbol),
      loadWithIntents: async (network, symbol) => {
        const { intents, ...book } = await books.loadWithIntents(network, symbol);
        return { ...change(book, symbol), intents };
      },
    }),
  }));
}

/** Some of the intents that wait are given an outcome as soon as they are read. */
export function withVerdict(judge: (intent: Intent, given: Surroundings) => 'rejected' | undefined): Plant {
  return {
    surroundings: (given) => {
      const { books, intents } = given.stores;
      const loadWithIntents: Books['loadWithIntents'] = async (network, symbol) => {
        const read = await books.loadWithIntents(network, symbol);
        const left: Intent[] = [];
        for (const intent of read.intents) {
          const outcome = judge(intent, given);
          if (outcome === undefined) left.push(intent);
          else await intents.decide(intent, { outcome, reason: 'entry_submission_failed' });
        }
        return { ...read, intents: left };
      };
      return {
        ...given,
        stores: replaced(given.stores, { books: replaced(books, { loadWithIntents }) }),
      };
    },
  };
}

type Place<Space extends 'orders' | 'conditionalOrders'> = Exchange[Space]['place'];

export function withPlacing(
  change: (place: Place<'orders'>, exchange: Exchange) => Place<'orders'>,
): Required<Plant>['exchange'] {
  return (exchange) =>
    replaced(exchange, {
      orders: replaced(exchange.orders, {
        place: change((request) => exchange.orders.place(request), exchange),
      }),
    });
}

export function withStopPlacing(
  change: (place: Place<'conditionalOrders'>, exchange: Exchange) => Place<'conditionalOrders'>,
): Required<Plant>['exchange'] {
  return (exchange) =>
    replaced(exchange, {
      conditionalOrders: replaced(exchange.conditionalOrders, {
        place: change((request) => exchange.conditionalOrders.place(request), exchange),
      }),
    });
}
