/** Entry of the process that measureAlone starts; prints one line of JSON. */
import { runBacktest } from '@platform/engine';
import { findStrategy } from '@platform/strategies';
import { BAR_COUNT, benchInput, benchMarket, bestSpeed } from './engine';

const strategy = findStrategy(process.argv[2] ?? '');
if (strategy === undefined) throw new Error(`no strategy called ${process.argv[2]}`);
const input = benchInput(strategy, benchMarket());
const cold = bestSpeed(BAR_COUNT, 1, () => runBacktest(input));
const warm = bestSpeed(BAR_COUNT, 10, () => runBacktest(input));
process.stdout.write(`${JSON.stringify([cold, warm])}\n`);
