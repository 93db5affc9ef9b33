/** PLATFORM_HOME: the one directory that holds all state of one stack. */
import { mkdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { OperatorFault } from './fault';
import { REPOSITORY } from './repository';

export interface Home {
  readonly root: string;
  readonly secrets: string;
  readonly logs: string;
  readonly run: string;
  readonly nats: string;
  readonly postgres: string;
  readonly tools: string;
  readonly watching: string;
}

export function homeFromEnvironment(environment: NodeJS.ProcessEnv): Home {
  const invokedFrom = environment['PLATFORM_INVOKED_FROM'] ?? process.cwd();
  const root = resolve(invokedFrom, environment['PLATFORM_HOME'] || join(REPOSITORY, '.platform'));
  return {
    root,
    secrets: join(root, 'secrets.json'),
    logs: join(root, 'logs'),
    run: join(root, 'run'),
    nats: join(root, 'nats'),
    postgres: join(root, 'postgres'),
    tools: join(root, 'tools'),
    watching: join(root, 'watching'),
  };
}

/** Makes the directories. A home belongs to one user; mixing owners is what later fails in strange places. */
export function openHome(home: Home): void {
  // The account that runs PostgreSQL must be able to pass through the root; everything private is below.
  mkdirSync(home.root, { recursive: true, mode: 0o711 });
  const owner = statSync(home.root).uid;
  const user = process.getuid?.() ?? owner;
  if (owner !== user) {
    throw new OperatorFault(
      `${home.root} belongs to user ${owner} and you are user ${user}: run as its owner, or set PLATFORM_HOME to a directory of your own.`,
    );
  }
  for (const directory of [home.logs, home.run, home.nats]) {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
  }
  mkdirSync(home.tools, { recursive: true });
}
