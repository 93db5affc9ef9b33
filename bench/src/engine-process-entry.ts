/** Entry of the processes of engine-process.ts: runs the strategy named in each message and answers with its speed. */
import { findStrategy } from '@platform/strategies';
import { benchInput, benchMarket, speedOf } from './engine';

const market = benchMarket();
process.on('message', (name: string) => {
  const strategy = findStrategy(name);
  if (strategy === undefined) throw new Error(`no strategy called ${name}`);
  process.send!(speedOf(benchInput(strategy, market)));
});
