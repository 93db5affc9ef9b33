import type { ServiceName } from '@platform/contracts';

const SERVER = ['--enable-source-maps', '--max-semi-space-size=4', '--v8-pool-size=1'];

/**
 * The data service has its work to do when a minute ends, together with the database and the bus. Threads
 * that help to collect garbage would then be in the way. And V8 discards code once the last object of a kind
 * that the code was made for is collected: between two minutes none is left, so the service would compile
 * most of its code again after every collection, in the middle of its work.
 */
const DATA = [
  '--enable-source-maps',
  '--max-semi-space-size=8',
  '--no-parallel-scavenge',
  '--v8-pool-size=1',
  '--no-memory-reducer',
  '--retain-maps-for-n-gc=1000000',
];

/**
 * How Node runs each of them. A small young generation keeps an idle service some 20 MiB smaller, and one
 * helper thread of V8 instead of four some 10 MiB; a bot, of which a machine runs hundreds, holds a few
 * thousand bars and gets by with less of everything.
 */
export const NODE_OPTIONS: Readonly<Record<ServiceName, readonly string[]>> = {
  data: DATA,
  risk: SERVER,
  manager: SERVER,
  bot: ['--enable-source-maps', '--max-semi-space-size=1', '--max-old-space-size=64', '--v8-pool-size=1'],
  executor: SERVER,
};
