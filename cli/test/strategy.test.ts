/** Strategies of one's own as a user meets them: written, checked, refused with the line, bundled and backtested. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownStrategies, sourceDigest } from '@platform/stack/own-strategies';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkStrategy } from '../src/strategy/check';
import { changes } from '../src/strategy/commands';
import { impurities } from '../src/strategy/purity';
import { templateFiles } from '../src/strategy/template';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'own-strategies-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The template with one line changed. */
function write(name: string, from = '', to = ''): void {
  mkdirSync(join(folder, name), { recursive: true });
  for (const [file, text] of Object.entries(templateFiles(name))) {
    const changed = file === `${name}.ts` ? text.replace(from, to) : text;
    if (file === `${name}.ts` && from !== '') expect(changed).not.toBe(text);
    writeFileSync(join(folder, name, file), changed);
  }
}

const strategy = (name: string) => ownStrategies(folder).find((each) => each.name === name)!;
const check = (name: string, mostStepMs?: number) =>
  checkStrategy(strategy(name), folder, () => {}, mostStepMs);

async function refusal(name: string, mostStepMs?: number): Promise<string> {
  const { lines, isSound } = await check(name, mostStepMs);
  expect(isSound).toBe(false);
  const { name: step, detail } = lines.at(-1)!;
  return `${step}: ${detail}`;
}

const EVALUATE = 'const close = market.bars.close[i]!;';
/** The line of the template that the changed code lands on. */
function lineOf(name: string, text: string): number {
  const lines = readFileSync(join(folder, name, `${name}.ts`), 'utf8').split('\n');
  return lines.findIndex((line) => line.includes(text)) + 1;
}

describe('strategy check', () => {
  it('passes the strategy that `new` writes, in both languages', async () => {
    write('my_cross');
    const { lines, isSound } = await check('my_cross');
    expect(isSound, JSON.stringify(lines)).toBe(true);
    const names = [
      'purity',
      'schema',
      'look-ahead',
      'determinism',
      'warm-up',
      'hostile bars',
      'allocation',
      'speed',
    ];
    expect(lines.map(({ name }) => name)).toEqual([...names, 'python', 'digest']);
  });

  it.each([
    [
      'throws',
      `${EVALUATE} if (i > 950) throw new Error('no idea');`,
      /look-ahead: throws\.ts:LINE: no idea/,
    ],
    [
      'looks_ahead',
      'const close = market.bars.close[i + 1] ?? market.bars.close[i]!;',
      /look-ahead: looks_ahead\.ts:LINE: reads close/,
    ],
    [
      'answers_nan',
      `${EVALUATE} if (i > 950) return Number.NaN as Target;`,
      /look-ahead: .* bar 951 makes no sense: target NaN/,
    ],
    [
      'allocates',
      `${EVALUATE} this.reason = [close, i, this.stop].map((x) => x.toFixed(3)).join();`,
      /allocation: \d+ bytes for every bar/,
    ],
    [
      'reads_clock',
      `${EVALUATE} if (Date.now() < 0) return 1;`,
      /purity: reads_clock\.ts:LINE: Date reads a clock/,
    ],
    [
      'rolls_dice',
      `${EVALUATE} if (Math.random() < 0) return 1;`,
      /purity: rolls_dice\.ts:LINE: Math\.random is chance/,
    ],
    [
      'uses_exp',
      `${EVALUATE} if (Math.exp(close) < 0) return 1;`,
      /purity: uses_exp\.ts:LINE: Math\.exp differs/,
    ],
  ])('refuses one that %s, and names the place', async (name, to, expected) => {
    write(name, EVALUATE, to);
    const pattern = expected.source.replace('LINE', String(lineOf(name, to.slice(0, 60))));
    expect(await refusal(name)).toMatch(new RegExp(pattern));
  });

  it('refuses one that never comes to an end, and names the line of the loop', async () => {
    write('loops', EVALUATE, `${EVALUATE}\n    while (close > 0) this.sum += 1;`);
    const path = join(folder, 'loops', 'loops.ts');
    const text = readFileSync(path, 'utf8').replace("reason = 'even';", "reason = 'even';\n  sum = 0;");
    writeFileSync(path, text);
    expect(await refusal('loops', 4_000)).toBe(
      `look-ahead: does not come to an end: loops.ts:${lineOf('loops', 'while (close')}`,
    );
  });

  it('refuses a warm-up that is too short, the name of a built-in one, imports from elsewhere and broken source', async () => {
    write('hasty', 'Math.ceil(18.5 * (slow + 1))', 'slow');
    expect(await refusal('hasty')).toMatch(/warm-up: .* the warm-up is too short/);
    write('supertrend');
    expect(await refusal('supertrend')).toMatch(/schema: supertrend is the name of a built-in strategy/);
    write(
      'reads_files',
      'import type { Static }',
      "import { readFileSync } from 'node:fs';\nimport type { Static }",
    );
    expect(await refusal('reads_files')).toMatch(
      /purity: reads_files\.ts:\d+: a strategy may import .* not 'node:fs'/,
    );
    write('broken', EVALUATE, 'const const');
    expect(await refusal('broken')).toMatch(/broken\.ts:\d+/);
  });

  it('names the first signal in which Python and TypeScript differ, and a reference that is missing', async () => {
    write('differs', 'close * (1 - this.stop)', 'close * (1 - 1.01 * this.stop)');
    expect(await refusal('differs')).toMatch(
      /python: signal \d+ differs: TypeScript .*"sl".*, Python .*"sl"/,
    );
    write('alone');
    rmSync(join(folder, 'alone', 'alone.py'));
    expect(await refusal('alone')).toMatch(/python: alone\.py is missing/);
  });
});

describe('the source of a strategy', () => {
  it('may have members that are called like a global', () => {
    write(
      'named',
      'private readonly stop: number = Number.NaN;',
      'private readonly stop: number = Number.NaN;\n  process = 1;',
    );
    expect(impurities(strategy('named').file)).toEqual([]);
  });

  it('has a digest that changes with any of its files and with nothing else', async () => {
    write('digested');
    const { file } = strategy('digested');
    const before = await sourceDigest(file);
    writeFileSync(join(folder, 'digested', 'README.md'), 'other');
    expect(await sourceDigest(file)).toBe(before);
    writeFileSync(file, `${readFileSync(file, 'utf8')}// one more line\n`);
    expect(await sourceDigest(file)).not.toBe(before);
  });
});

it('a watch shows the figures and by how much each changed', () => {
  const before = { total_return: 0.1, sharpe: 1, max_drawdown_pct: 5, trades: 10, win_rate: null };
  const text = changes(before, { ...before, sharpe: 1.25 });
  expect(text).toContain('1.2500  (+0.2500)');
  expect(text.match(/\(/g)).toHaveLength(1);
});
