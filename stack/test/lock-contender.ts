/**
 * One of several processes that want the same locks at the same moments: argv names the folder, the number of
 * rounds and the first moment.
 */
import { join } from 'node:path';
import { takeLockFile } from '../src/lock';

const [folder, rounds, firstMs, stepMs] = process.argv.slice(2);
const won: number[] = [];
for (let round = 0; round < Number(rounds); round++) {
  const atMs = Number(firstMs) + round * Number(stepMs);
  while (Date.now() < atMs);
  if (takeLockFile(join(folder!, `${round}.lock`))) won.push(round);
}
// A holder that is alive keeps what it won until everybody has tried.
process.stdout.write(`${JSON.stringify(won)}\n`);
process.stdin.on('end', () => process.exit(0)).resume();
