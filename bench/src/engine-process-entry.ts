/** Entry of the processes of engine-process.ts: times what each message names and answers with its speed. */
import { benchMarket, speedOf } from './engine';

const market = benchMarket();
process.on('message', (name: string) => {
  process.send!(speedOf(name, market));
});
