/**
 * The walks of ARCHITECTURE.md are drawn from files: each of them is there, and they are as many as it says.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '@platform/stack';
import { describe, expect, it } from 'vitest';
import { repositoryFiles } from './repository.fixture';

const page = readFileSync(join(REPOSITORY, 'ARCHITECTURE.md'), 'utf8').split('## Three walks')[1]!;
const files = repositoryFiles();

interface Leg {
  /** Who walks it. */
  readonly part: string;
  readonly stations: readonly string[];
  readonly helpers: readonly string[];
  readonly count: number;
}

/** A line that begins at the margin begins a leg; its last number says how many stations the leg has. */
function legsOf(drawing: string): Leg[] {
  const legs = drawing.trim().split(/\n(?=\S)/);
  return legs.map((text) => {
    const [, part, way, count] = /^(\w+)\s+(.*?)\s+(\d+)$/s.exec(text.trim())!;
    const plain = way!.replaceAll(/\([^)]*\)/g, '');
    const helpers = [...plain.matchAll(/\[([^\]]*)\]/g)].flatMap(([, inside]) => inside!.split(', '));
    const stations = plain
      .replaceAll(/\[[^\]]*\]/g, '')
      .split('→')
      .map((station) => station.trim().split(/[\s,;]/)[0]!);
    return { part: part!, helpers, stations: [...new Set(stations)], count: Number(count) };
  });
}

const walks = [...page.matchAll(/\*\*(A .*?)\*\*, (\d+) stations.*?\n+```\n(.*?)```/gs)].map(
  ([, name, total, drawing]) => ({ name: name!, total: Number(total), legs: legsOf(drawing!) }),
);

/** Where the files of a leg may be: in the part itself or in the packages. */
function roomOf(part: string): RegExp {
  return new RegExp(`^(services/${part}|apps/${part}|packages)/`);
}

/** `store/bars`: a file or folder of that name, somewhere in a folder of that name. */
function isThere(name: string, part: string): boolean {
  const [file, ...folders] = name.replace('<name>', '\\w+').split('/').reverse();
  const within = folders.reverse().map((folder) => `${folder}/(?:.*/)?`);
  const path = new RegExp(`/${within.join('')}${file}(?:\\.tsx?$|/)`);
  return files.some((each) => roomOf(part).test(each) && path.test(`/${each}`));
}

/** Carried by something that is no file of ours. */
const CARRIERS = ['NATS', 'NOTIFY'];

describe('the walks of ARCHITECTURE.md', () => {
  it('the walks of ARCHITECTURE.md are three', () => {
    expect(walks.length).toBe(3);
  });

  it.each(walks)('$name: has as many stations as it says, each counted once', ({ total, legs }) => {
    expect(legs.map(({ part, stations }) => `${part} ${stations.length}`)).toEqual(
      legs.map(({ part, count }) => `${part} ${count}`),
    );
    expect(legs.reduce((sum, { count }) => sum + count, 0)).toBe(total);
  });

  it.each(walks)('$name: passes only files that exist', ({ legs }) => {
    const missing = legs.flatMap(({ part, stations, helpers }) =>
      [...stations, ...helpers]
        .filter((name) => !CARRIERS.includes(name) && !isThere(name, part))
        .map((name) => `${part}: ${name}`),
    );
    expect(missing).toEqual([]);
  });

  it('a walk through a file that is gone is noticed', () => {
    expect(isThere('store/bars', 'data')).toBe(true);
    expect(isThere('store/candlesticks', 'data')).toBe(false);
    expect(isThere('symbol-desk', 'data')).toBe(false);
  });
});
