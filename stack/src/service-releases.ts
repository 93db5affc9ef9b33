/**
 * Which release each service is started from, and its replacement by another. The choice is kept once the new
 * release is ready, so that a launcher that is killed before starts again with what ran before.
 */
import { createHash } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  DEPLOYABLE_SERVICES,
  type DeployableService,
  OWN_BUILD_TAG,
  type Replacement,
  type SupervisedService,
} from '@platform/contracts';
import { bundlePath } from './build';
import type { Controlled } from './control';
import { OperatorFault } from './fault';
import type { Home } from './home';
import type { StackContext } from './plan/context';
import { serviceProcess } from './plan/services';
import type { ProcessSpec } from './process/spec';
import type { Supervisor } from './process/supervisor';
import { readReleaseManifest, releaseFolder } from './release';

/** From the start of the new release until it must be ready. */
const READY_WITHIN_MS = 60_000;

export class ServiceReleases implements Controlled {
  private readonly replacements = new Map<DeployableService, Replacement>();
  /** Deploys whose former process may be drained. */
  private readonly mayDrain = new Set<string>();

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
      replacement: this.replacements.get(service) ?? null,
    }));
  }

  check(service: DeployableService, tag: string): void {
    programOf(this.context.home, service, tag);
  }

  replace(service: DeployableService, tag: string, deployId: string, mayDrain: boolean): void {
    const current = this.replacements.get(service);
    if (mayDrain) this.mayDrain.add(deployId);
    if (current?.deploy_id === deployId) return;
    if (current !== undefined && current.error === null && current.phase !== 'done') {
      throw new OperatorFault(`the ${service} service is being replaced already`);
    }
    const spec = releasedProcess(service, this.context, tag);
    const note = (phase: Replacement['phase'], error: string | null = null) =>
      this.replacements.set(service, { deploy_id: deployId, release: tag, phase, error });
    note('loading');
    this.report(`${service.padEnd(9)} is replaced by release ${tag}`);
    const onReady = () => keepRelease(this.context.home, service, tag);
    const options = { readyWithinMs: READY_WITHIN_MS, mayDrain: () => this.mayDrain.has(deployId) };
    this.supervisor.replace(spec, { ...options, onPhase: note, onReady }).then(
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

/** The service as that release has it. */
export function releasedProcess(
  service: DeployableService,
  context: StackContext,
  release: string,
): ProcessSpec {
  const program = () => programOf(context.home, service, release);
  return { ...serviceProcess(service, context, release, program()), requireSound: () => void program() };
}

/** The program of a service in a release, every file of it checked against the manifest. */
function programOf(home: Home, service: DeployableService, tag: string): string {
  if (tag === OWN_BUILD_TAG) return bundlePath(service);
  const folder = releaseFolder(home, tag);
  const manifest = readReleaseManifest(folder);
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

function digestOf(file: string): string | undefined {
  try {
    return createHash('sha256').update(readFileSync(file)).digest('hex');
  } catch {
    return undefined;
  }
}
