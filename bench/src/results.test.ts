import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keepResults, keptResults } from './results';

let directory: string;
let folder: URL;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'bench-results-'));
  folder = pathToFileURL(`${directory}/`);
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const RESULTS = [{ name: 'a halt: TradingHalted', value: 3, unit: 's' }];

describe('what was measured', () => {
  it('a result is read again as it was kept', () => {
    keepResults('watching:drills', RESULTS, folder);
    expect(keptResults('watching:drills', folder)).toEqual(RESULTS);
  });

  it('a benchmark that was never run has no kept results', () => {
    expect(keptResults('watching:drills', folder)).toEqual([]);
  });

  it('results of another machine are not mixed with those of this one', () => {
    keepResults('watching:drills', RESULTS, folder);
    const file = join(directory, 'watching-drills.json');
    const kept = JSON.parse(readFileSync(file, 'utf8')) as { machine: object };
    writeFileSync(file, JSON.stringify({ ...kept, machine: { ...kept.machine, cpu: 'another' } }));
    expect(keptResults('watching:drills', folder)).toEqual([]);
  });
});
