import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BENCHMARKS, runBenchCommand } from './index';

describe('the registry of benchmarks', () => {
  it.each(Object.entries(BENCHMARKS))(
    'the benchmark %s is registered under its own name, and its parts can be named in a file',
    async (name, load) => {
      const { benchmark } = await load();
      expect(benchmark.name).toBe(name);
      expect(benchmark.summary).not.toBe('');
      const parts = benchmark.parts ?? [];
      expect(new Set(parts).size).toBe(parts.length);
      for (const part of [name, ...parts]) expect(part).toMatch(/^[a-z]+(-[a-z]+)*$/);
    },
  );
});

describe('what does not exist', () => {
  let said: string;
  beforeEach(() => {
    said = '';
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
      said += String(text);
      return true;
    });
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('a benchmark that does not exist is refused, and those that do are named', async () => {
    expect(await runBenchCommand('moon', {})).toBe(2);
    for (const name of Object.keys(BENCHMARKS)) expect(said).toContain(name);
  });

  it('a part that a benchmark does not have is refused, and those it has are named', async () => {
    expect(await runBenchCommand('risk:moon', {})).toBe(2);
    expect(said).toContain('there are: risk, risk:halt, risk:evaluation');
  });

  it('a long run is refused where a benchmark has none', async () => {
    expect(await runBenchCommand('risk', { long: true })).toBe(2);
    expect(said).toContain('the benchmark risk has no --long');
  });
});
