import { buildExecutor } from './src/build/executor-bundle';
import { runSeed } from './src/world/run-seed';
import { Servers } from './src/world/servers';

const bundle = '/work/main/dist/safety/executor.mjs';
await buildExecutor({ timeFactor: 4, patches: [], outfile: bundle });
console.time('servers');
const servers = await Servers.start();
console.timeEnd('servers');
for (const seed of process.argv.slice(2).map(Number)) {
  const r = await runSeed({
    servers,
    seed,
    bundle,
    databaseSetup: [],
    timeFactor: 4,
    logDirectory: `/work/main/dist/safety/seed-${seed}`,
  });
  console.log(
    seed,
    (r.tookMs / 1000).toFixed(1),
    JSON.stringify(r.counts),
    JSON.stringify(r.violations, null, 1),
  );
}
await servers.close();
process.exit(0);
