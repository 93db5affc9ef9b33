import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fetchDebian } from './fetch';

const path = process.env['PATH'];
let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'fetch-'));
});
afterEach(() => {
  process.env['PATH'] = path;
  rmSync(directory, { recursive: true, force: true });
});

/** A package with one program in it, and an apt-get that hands it out. */
function offerPackage(): void {
  const tree = join(directory, 'tree');
  mkdirSync(join(tree, 'DEBIAN'), { recursive: true });
  mkdirSync(join(tree, 'usr/bin'), { recursive: true });
  const control =
    'Package: tool\nVersion: 1\nArchitecture: all\nMaintainer: t <t@example.org>\nDescription: t\n';
  writeFileSync(join(tree, 'DEBIAN/control'), control);
  writeFileSync(join(tree, 'usr/bin/tool'), '#!/bin/sh\n');
  expect(spawnSync('dpkg-deb', ['-b', tree, join(directory, 'tool.deb')]).status).toBe(0);
  mkdirSync(join(directory, 'bin'));
  writeFileSync(join(directory, 'bin/apt-get'), `#!/bin/sh\ncp ${join(directory, 'tool.deb')} .\n`);
  chmodSync(join(directory, 'bin/apt-get'), 0o755);
  process.env['PATH'] = `${join(directory, 'bin')}:${path}`;
}

test.skipIf(spawnSync('dpkg-deb', ['--version']).status !== 0)(
  'a program that the packages of some releases lack is left out, and one that is needed fails the fetch',
  async () => {
    offerPackage();
    const tools = join(directory, 'tools');
    const tool = { from: 'usr/bin/tool', to: 'tool' };
    const other = { from: 'usr/bin/other', to: 'other' };
    await fetchDebian(tools, { packages: ['tool'], files: [tool, { ...other, isOptional: true }] });
    expect([existsSync(join(tools, 'tool')), existsSync(join(tools, 'other'))]).toEqual([true, false]);
    await expect(fetchDebian(tools, { packages: ['tool'], files: [other] })).rejects.toThrow('ENOENT');
  },
);
