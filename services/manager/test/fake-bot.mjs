// Stands in for a bot: notes that it started, then lives until it is told to stop, or ends at once where a file says so.
import { appendFileSync, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

const { PLATFORM_BOT_ID, PLATFORM_BOT_DATABASE_URL, ...rest } = process.env;
// The directory that holds this very file is the test's own.
const file = (kind) => join(dirname(process.argv[1]), `${PLATFORM_BOT_ID}.${kind}`);
const secrets = Object.keys(rest).filter((name) => /MANAGER|TOKEN|SEED/.test(name));
appendFileSync(
  file('starts'),
  `${process.pid} ${PLATFORM_BOT_DATABASE_URL ? 'dsn' : 'none'} ${secrets.join()}\n`,
);
if (existsSync(file('crash'))) process.exit(1);
process.on('SIGTERM', () => process.exit(0));
setInterval(() => undefined, 60_000);
