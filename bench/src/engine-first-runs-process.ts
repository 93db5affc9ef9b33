/** Entry of the processes that measureFirstRuns starts; prints one line of JSON. */
import { runBacktest } from '@platform/engine';
import { findStrategy } from '@platform/strategies';
import { BAR_COUNT, benchInput, benchMarket, bestSpeed } from './engine';

const market = benchMarket();
const speeds = process.argv.slice(2).map((name) => {
  const strategy = findStrategy(name);
  if (strategy === undefined) throw new Error(`no strategy called ${name}`);
  const input = benchInput(strategy, market);
  return bestSpeed(BAR_COUNT, 1, () => runBacktest(input));
});
process.stdout.write(`${JSON.stringify(speeds)}\n`);
