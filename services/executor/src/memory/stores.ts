/**
 * The ports of the order path on the tables in memory. `access` stands for the way to the database: it may be
 * slow, fail or never answer.
 */
import type { Chance } from '@platform/service-kit';
import type {
  Books,
  Commands,
  Entries,
  FillObserver,
  Fills,
  Intents,
  LiveRuns,
  Orders,
  Positions,
  RecordAccount,
} from '../app/ports';
import { booksIn } from './books';
import { commandsIn } from './commands';
import { entriesIn } from './entries';
import { MemoryFills } from './fills';
import { intentsIn } from './intents';
import { ordersIn } from './orders';
import { positionsIn } from './positions';
import { runsIn } from './runs';
import type { Access, Tables } from './tables';

export interface MemoryStores {
  readonly books: Books;
  readonly intents: Intents;
  readonly entries: Entries;
  readonly orders: Orders;
  readonly positions: Positions;
  readonly recordAccount: RecordAccount;
  openFills(observer: FillObserver): Fills;
  readonly commands: Commands;
  readonly runs: LiveRuns;
}

export function memoryStores(tables: Tables, chance: Chance, access: Access): MemoryStores {
  return {
    books: booksIn(tables, access),
    intents: intentsIn(tables, access),
    entries: entriesIn(tables, chance, access),
    orders: ordersIn(tables, chance, access),
    positions: positionsIn(tables, access),
    recordAccount: (network, _mode, _figures, problem) =>
      access('accounts.record', () => void tables.accounts.set(network, { problem })),
    openFills: (observer) => new MemoryFills(tables, observer, access),
    commands: commandsIn(tables, access),
    runs: runsIn(tables, access),
  };
}
