// Stands in for a bot: notes that it started, listens where it is asked to, then lives until it is stopped.
// Files beside it change its ways: it ends at once with the code in <id>.crash or is killed, ignores a
// request to stop, or takes its time to follow it.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';

const { PLATFORM_BOT_ID, PLATFORM_BOT_DATABASE_URL, PLATFORM_BOT_BIND_ADDR, ...rest } = process.env;
// The directory that holds this very file is the test's own.
const file = (kind) => join(dirname(process.argv[1]), `${PLATFORM_BOT_ID}.${kind}`);
const secrets = Object.keys(rest).filter((name) => /MANAGER|TOKEN|SEED/.test(name));
const isStubborn = existsSync(file('stubborn'));
const drainMs = existsSync(file('slow')) ? 1_500 : 0;
process.on('SIGTERM', () => isStubborn || setTimeout(() => process.exit(0), drainMs));
appendFileSync(
  file('starts'),
  `${process.pid} ${PLATFORM_BOT_DATABASE_URL ? 'dsn' : 'none'} ${secrets.join()}\n`,
);
if (existsSync(file('crash'))) process.exit(Number(readFileSync(file('crash'), 'utf8')) || 1);
if (existsSync(file('killed'))) process.kill(process.pid, 'SIGKILL');
const [host, port] = PLATFORM_BOT_BIND_ADDR.split(':');
createServer((_, response) => response.end(PLATFORM_BOT_ID)).listen(Number(port), host);
