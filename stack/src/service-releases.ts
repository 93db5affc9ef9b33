/**
 * Which release each service is started from, and its replacement by another. The choice is kept once the new release is ready, so that a
 * launcher that is killed before starts again with what ran before.
 */
import { createHash } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  DEPLOYABLE_SERVICES,
  type DeployableService,
  OWN_BUILD_TAG,
  RELEASE_MANIFEST,
  type ReleaseManifest,
  type Replacement,
  type SupervisedService,
} from '@platform/contracts';
import { bundlePath } from './build';
import type { Controlled } from './control';
import { OperatorFault } from './fault';
import type { Home } from './home';
import type { StackContext } from './plan/context';
import { serviceProcess } from './plan/services';
import type { Supervisor } from './process/supervisor';
import { releaseFolder } from './release';

/** From the start of the new release until it must be ready. */
const READY_WITHIN_MS = 60_000;

export class ServiceReleases implements Controlled {
  readonly #replacements = new Map<DeployableService, Replacement>();

  constructor(
    private readonly context: StackContext,
    private readonly supervisor: Supervisor,
    private readonly report: (line: string) => void,
  ) {}

  list(): readonly SupervisedService[] {
    const chosen = chosenReleases(this.context.home);
    return DEPLOYABLE_SERVICES.map((service) => ({
      service,
      release: chosen[service] ?? OWN_BUILD_TAG,
      replacement: this.#replacements.get(service) ?? null,
    }));
  }

  check(service: DeployableService, tag: string): void {
    programOf(this.context.home, service, tag);
  }

  replace(service: DeployableService, tag: string, deployId: string): void {
    const current = this.#replacements.get(service);
    if (current?.deploy_id === deployId) return;
    if (current !== undefined && current.error === null && current.phase !== 'done') {
      throw new OperatorFault(`the ${service} service is being replaced already`);
    }
    const spec = serviceProcess(service, this.context, tag, programOf(this.context.home, service, tag));
    const note = (phase: Replacement['phase'], error: string | null = null) =>
      this.#replacements.set(service, { deploy_id: deployId, release: tag, phase, error });
    note('loading');
    this.report(`${service.padEnd(9)} is replaced by release ${tag}`);
    const onReady = () => keepRelease(this.context.home, service, tag);
    this.supervisor.replace(spec, { readyWithinMs: READY_WITHIN_MS, onPhase: note, onReady }).then(
      () => note('done'),
      (error: Error) => {
        this.report(`${service.padEnd(9)} keeps its release: ${error.message}`);
        note('failed', error.message);
      },
    );
  }
}

const choiceFile = (home: Home) => join(home.root, 'releases.json');

/** Those that run another release than the platform's own build. */
export function chosenReleases(home: Home): Partial<Record<DeployableService, string>> {
  const file = choiceFile(home);
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Partial<Record<DeployableService, string>>;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw new OperatorFault(
      `${file}, which says what release each service runs, cannot be read: restore it, or remove it to run the platform's own build.`,
    );
  }
}

function keepRelease(home: Home, service: DeployableService, tag: string): void {
  const partial = `${choiceFile(home)}.partial`;
  const chosen = { ...chosenReleases(home), [service]: tag };
  writeFileSync(partial, `${JSON.stringify(chosen, null, 2)}\n`, { mode: 0o600 });
  renameSync(partial, choiceFile(home));
}

/** The program of a service in a release, every file of it checked against the manifest. */
export function programOf(home: Home, service: DeployableService, tag: string): string {
  if (tag === OWN_BUILD_TAG) return bundlePath(service);
  const folder = releaseFolder(home, tag);
  const manifest = readManifest(folder);
  if (manifest?.tag !== tag) throw new OperatorFault(`there is no release ${tag}`);
  const program = `${service}.mjs`;
  const files = Object.keys(manifest.files).filter(
    (name) => name.endsWith('.mjs') && (name === program || name.startsWith(`${service}-`)),
  );
  const isSound =
    files.includes(program) && files.every((name) => digestOf(join(folder, name)) === manifest.files[name]);
  if (!isSound) {
    throw new OperatorFault(
      `the ${service} service of release ${tag} is not what its manifest says: build the release again`,
    );
  }
  return join(folder, program);
}

function readManifest(folder: string): ReleaseManifest | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, RELEASE_MANIFEST), 'utf8')) as ReleaseManifest;
  } catch {
    return undefined;
  }
}

function digestOf(file: string): string | undefined {
  try {
    return createHash('sha256').update(readFileSync(file)).digest('hex');
  } catch {
    return undefined;
  }
}
