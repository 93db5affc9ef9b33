/** Releases that are like another one but for one program, with a manifest that agrees. */
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RELEASE_MANIFEST, type ReleaseManifest, type ServiceName } from '@platform/contracts';
import type { Home } from '../src/home';
import { releaseFolder } from '../src/release';
import { REPOSITORY } from '../src/repository';

export interface Alteration {
  readonly of: string;
  readonly tag: string;
  readonly service: ServiceName;
  readonly program: (original: string) => string;
  /** The strategies that it says to decide otherwise. */
  readonly strategies?: readonly string[];
}

export function alteredRelease(home: Home, { of, tag, service, program, strategies = [] }: Alteration): void {
  const [original, altered] = [releaseFolder(home, of), releaseFolder(home, tag)];
  const manifest = JSON.parse(readFileSync(join(original, RELEASE_MANIFEST), 'utf8')) as ReleaseManifest;
  mkdirSync(altered);
  for (const name of Object.keys(manifest.files)) copyFileSync(join(original, name), join(altered, name));
  symlinkSync(join(REPOSITORY, 'node_modules'), join(altered, 'node_modules'));
  const name = `${service}.mjs`;
  const text = program(readFileSync(join(original, name), 'utf8'));
  const digest = createHash('sha256').update(text).digest('hex');
  writeFileSync(join(altered, name), text);
  const decidedBy = {
    ...manifest.strategies,
    ...Object.fromEntries(strategies.map((each) => [each, digest])),
  };
  const files = { ...manifest.files, [name]: digest };
  writeFileSync(
    join(altered, RELEASE_MANIFEST),
    JSON.stringify({ ...manifest, tag, files, strategies: decidedBy }),
  );
}
