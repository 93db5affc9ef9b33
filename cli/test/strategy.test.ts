/**
 * Strategies of one's own as a user meets them: written, checked, refused with the line, bundled and
 * backtested.
 */
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownStrategies, sourceDigest } from '@platform/stack/own-strategies';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CheckLimits, checkStrategy } from '../src/strategy/check';
import { changes, stampOf } from '../src/strategy/commands';
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
const check = (name: string, limits?: Partial<CheckLimits>) =>
  checkStrategy(strategy(name), folder, () => {}, limits);

async function refusal(name: string, limits?: Partial<CheckLimits>): Promise<string> {
  const { lines, isSound } = await check(name, limits);
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

it('strategy check passes the strategy that `new` writes, in both languages', async () => {
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
    'ranges',
    'allocation',
    'speed',
  ];
  expect(lines.map(({ name }) => name)).toEqual([...names, 'python', 'digest']);
});

it.each([
  ['throws', `${EVALUATE} if (i > 950) throw new Error('no idea');`, /look-ahead: throws\.ts:LINE: no idea/],
  [
    'looks_ahead',
    'const close = market.bars.close[i + 1] ?? market.bars.close[i]!;',
    /look-ahead: looks_ahead\.ts:LINE: reads close/,
  ],
  [
    'looks_ahead_by_at',
    'const close = market.bars.close.at(i + 1) ?? market.bars.close[i]!;',
    /look-ahead: looks_ahead_by_at\.ts:LINE: reads close/,
  ],
  [
    'looks_ahead_by_slice',
    'const close = market.bars.close.slice(i, i + 2).at(-1)!;',
    /look-ahead: looks_ahead_by_slice\.ts:LINE: reads close/,
  ],
  [
    'looks_ahead_by_subarray',
    'const close = market.bars.close.subarray(i)[0]!;',
    /look-ahead: looks_ahead_by_subarray\.ts:LINE: reads close/,
  ],
  [
    'looks_ahead_by_reduce',
    'const close = market.bars.close.reduce((sum, x) => sum + x) / market.bars.close.length;',
    /look-ahead: looks_ahead_by_reduce\.ts:LINE: reads close/,
  ],
  [
    'looks_at_the_end',
    'const close = market.bars.close[market.bars.length - 1]!;',
    /look-ahead: looks_at_the_end\.ts:LINE: reads close/,
  ],
  [
    'looks_at_the_length',
    `${EVALUATE} if (market.bars.length > 2_000) return 1;`,
    /determinism: looks_at_the_length\.ts:LINE: fed bar by bar it decides otherwise on bar/,
  ],
  [
    'looks_ahead_late',
    'const close = market.bars.close[i > 3_000 ? i + 1 : i] ?? market.bars.close[i]!;',
    /look-ahead: looks_ahead_late\.ts:LINE: reads close/,
  ],
  [
    'throws_a_text',
    `${EVALUATE} if (i > 950) throw 'no idea';`,
    /look-ahead: throws_a_text\.ts:LINE: throws no idea, which is no Error/,
  ],
  [
    'throws_nothing',
    `${EVALUATE} if (market.bars.close[i]! > 1e8) throw null;`,
    /hostile bars: throws_nothing\.ts:LINE: huge prices: throws null, which is no Error/,
  ],
  [
    'throws_at_the_end_of_a_range',
    `${EVALUATE} if (this.stop > 0.4) throw new Error('too far');`,
    /ranges: stop=0\.5: throws_at_the_end_of_a_range\.ts:LINE: too far/,
  ],
  [
    'answers_nan',
    `${EVALUATE} if (i > 950) return Number.NaN as Target;`,
    /look-ahead: answers_nan\.ts:LINE: what it answers on bar 951 makes no sense: target NaN/,
  ],
  [
    'allocates',
    `${EVALUATE} this.reason = [close, i, this.stop].map((x) => x.toFixed(3)).join();`,
    /allocation: allocates\.ts:LINE: \d+ bytes for every bar/,
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
])('strategy check refuses a strategy that %s, and names the place', async (name, to, expected) => {
  write(name, EVALUATE, to);
  const pattern = expected.source.replace('LINE', String(lineOf(name, to.slice(0, 60))));
  expect(await refusal(name)).toMatch(new RegExp(pattern));
});

it('strategy check refuses a strategy that never comes to an end, and names the line of the loop', async () => {
  write('loops', EVALUATE, `${EVALUATE}\n    while (close > 0) this.sum += 1;`);
  const path = join(folder, 'loops', 'loops.ts');
  const text = readFileSync(path, 'utf8').replace("reason = 'even';", "reason = 'even';\n  sum = 0;");
  writeFileSync(path, text);
  expect(await refusal('loops', { stepMs: 15_000 })).toBe(
    `look-ahead: does not come to an end: loops.ts:${lineOf('loops', 'while (close')}`,
  );
});

it('strategy check refuses a module that never comes to an end, or throws, when it is imported', async () => {
  write('loops_at_once', '\nclass ', '\nlet turns = 0;\nwhile (turns >= 0) turns += 1;\n\nclass ');
  expect(await refusal('loops_at_once', { stepMs: 15_000 })).toBe(
    `import: does not come to an end: loops_at_once.ts:${lineOf('loops_at_once', 'while (turns')}`,
  );
  write('throws_at_once', '\nclass ', "\nif (schema.type) throw new Error('no idea');\n\nclass ");
  expect(await refusal('throws_at_once')).toMatch(
    new RegExp(`import: throws_at_once\\.ts:${lineOf('throws_at_once', 'no idea')}: Error: no idea`),
  );
});

it('strategy check refuses a strategy that takes all memory, and names the line', async () => {
  const to = `${EVALUATE}\n    for (const kept = [close]; ; ) kept.push(...kept.slice(0, 50_000));`;
  write('hoards', EVALUATE, to);
  expect(await refusal('hoards')).toBe(
    `look-ahead: takes all memory: hoards.ts:${lineOf('hoards', 'kept.push')}`,
  );
});

it('strategy check refuses an endless reference in Python, and names the line of the loop', async () => {
  write('loops_in_python');
  const path = join(folder, 'loops_in_python', 'loops_in_python.py');
  const lines = readFileSync(path, 'utf8').split('\n');
  const at = lines.findIndex((line) => line.includes('def update'));
  lines.splice(at + 1, 0, '        while True:', '            pass');
  writeFileSync(path, lines.join('\n'));
  expect(await refusal('loops_in_python', { referenceMs: 15_000 })).toMatch(
    new RegExp(`^python: does not come to an end: loops_in_python\\.py:(${at + 2}|${at + 3})$`),
  );
});

it('strategy check refuses a short warm-up, a taken name, foreign imports and broken source', async () => {
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

it('strategy check names the first signal that differs in Python, and a reference that is missing', async () => {
  write('differs', 'close * (1 - this.stop)', 'close * (1 - 1.01 * this.stop)');
  expect(await refusal('differs')).toMatch(/python: signal \d+ differs: TypeScript .*"sl".*, Python .*"sl"/);
  write('alone');
  rmSync(join(folder, 'alone', 'alone.py'));
  expect(await refusal('alone')).toMatch(/python: alone\.py is missing/);
});

it('strategy check lets a strategy sort a copy of what lies before its bar', async () => {
  write(
    'takes_parts',
    EVALUATE,
    'const close = market.bars.close.slice(Math.max(0, i - 2), i + 1).sort()[0]!;',
  );
  const { lines } = await check('takes_parts');
  expect(lines.find(({ name }) => name === 'determinism')?.ok).toBe(true);
});

it.each([
  ['the clock through global', 'my.ts', '', "const now = global['Date'].now();"],
  ['the clock through an event', 'my.ts', '', "const now = new Event('x').timeStamp;"],
  ['the clock through a file', 'my.ts', '', "const now = new File([], 'x').lastModified;"],
  [
    'the clock through a constructor',
    'my.ts',
    '',
    "const now = (() => 0).constructor('return Date.now()')();",
  ],
  ['the clock through a constructor by text', 'my.ts', '', "const make = (() => 0)['constructor'];"],
  ['the clock through a constructor by parts', 'my.ts', '', 'const { constructor: make } = () => 0;'],
  ['the clock through a constructor assigned', 'my.ts', '', 'let m; ({ constructor: m } = () => 0);'],
  ['a global by passing it on', 'my.ts', '', 'export { Date };'],
  ['the language of numbers', 'my.ts', '', 'const text = (1.5).toLocaleString();'],
  ['a global in short', 'my.ts', '', 'export const all = { process };'],
  ['a global by declaring it', 'my.ts', '', 'declare const process: any; export const id = process.pid;'],
  ['a global beside a local of its name', 'my.ts', '', 'export const f = (self: number) => self, g = self;'],
  ['the clock through self', 'my.ts', '', "const now = self['Date'].now();"],
  ['the language of the machine', 'my.ts', '', 'const format = new Intl.NumberFormat();'],
  ['the clock in a folder below', 'lib/x.ts', "import './lib/x';", 'const now = Date.now();'],
  ['the clock in JavaScript', 'x.js', "import './x.js';", 'const now = Date.now();'],
  ['a file beside its folder', 'my.ts', '', "import '../other/other';"],
  ['a file beside its folder by a detour', 'my.ts', '', "import './../other/other';"],
  ['a file beside its folder from below', 'lib/x.ts', "import './lib/x';", "import '../../other/other';"],
  ['a file beside its folder to pass it on', 'my.ts', '', "export * from '../other/other';"],
  ['a file beside its folder by require', 'my.ts', '', "import other = require('../other/other');"],
])('the source of a strategy must not reach %s, and the line is named', async (_, file, imports, text) => {
  const place = mkdtempSync(join(folder, 'impure-'));
  for (const name of ['my/lib', 'other']) mkdirSync(join(place, name), { recursive: true });
  writeFileSync(join(place, 'other', 'other.ts'), 'export const other = 1;');
  writeFileSync(join(place, 'my', 'my.ts'), imports);
  writeFileSync(join(place, 'my', file), `\n${text}\n`);
  const findings = await impurities(join(place, 'my', 'my.ts'));
  expect(findings.map(({ file: name, line }) => `${name}:${line}`)).toEqual([`${file}:2`]);
});

it('the source of a strategy may import what lies in a folder below, which may import what lies above', async () => {
  const place = mkdtempSync(join(folder, 'pure-'));
  mkdirSync(join(place, 'lib'));
  writeFileSync(join(place, 'my.ts'), "import './lib/x';\nexport const mine = 1;");
  writeFileSync(join(place, 'lib', 'x.ts'), "export { mine } from '../my';");
  expect(await impurities(join(place, 'my.ts'))).toEqual([]);
});

it('the source of a strategy may have members that are called like a global', async () => {
  write(
    'named',
    'private readonly stop: number = Number.NaN;',
    'private readonly stop: number = Number.NaN;\n  process = 1;',
  );
  expect(await impurities(strategy('named').file)).toEqual([]);
});

it('the source of a strategy may have locals, types and labels that are called like a global', async () => {
  const place = mkdtempSync(join(folder, 'local-'));
  writeFileSync(
    join(place, 'my.ts'),
    `import { type Static, Type as global } from 'typebox';
interface File { readonly process: number }
enum Side { console = 1, Event }
type Made = Static<typeof schema> | Date;
export const schema = global.Object({});
export const sum = (self: number, { process: console }: File): number => {
  performance: for (const process of [self, console]) {
    if (process > 1) break performance;
  }
  return Math.max(self, console, Side.Event, Number.NaN);
};
export function made(this: Made, ...rest: readonly number[]): Float64Array {
  try {
    return Float64Array.from(rest);
  } catch (fetch) {
    throw new RangeError(String(fetch), { cause: arguments.length });
  }
}
export { sum as crypto };
export * as Buffer from './other';
`,
  );
  writeFileSync(join(place, 'other.ts'), 'export default class Event { static of = () => new Event(); }\n');
  expect(await impurities(join(place, 'my.ts'))).toEqual([]);
});

it('strategy check names the line of a strategy whose folder lies below packages', async () => {
  const below = join(mkdtempSync(join(folder, 'below-')), 'packages', 'cli');
  mkdirSync(below, { recursive: true });
  write('deep', EVALUATE, `${EVALUATE} if (i > 950) throw new Error('no idea');`);
  renameSync(join(folder, 'deep'), join(below, 'deep'));
  const deep = ownStrategies(below).find(({ name }) => name === 'deep')!;
  const { lines } = await checkStrategy(deep, below, () => {});
  expect(lines.at(-1)?.detail).toMatch(/^deep\.ts:\d+: no idea$/);
});

it('the source of a strategy has a digest that changes with its files and with nothing else', async () => {
  write('digested');
  const { file } = strategy('digested');
  const before = await sourceDigest(file);
  writeFileSync(join(folder, 'digested', 'README.md'), 'other');
  expect(await sourceDigest(file)).toBe(before);
  writeFileSync(file, `${readFileSync(file, 'utf8')}// one more line\n`);
  expect(await sourceDigest(file)).not.toBe(before);
});

it('a watch sees every save of a source in the folder of the strategy, and no other', () => {
  write('watched');
  const place = join(folder, 'watched');
  mkdirSync(join(place, 'lib'));
  for (const name of ['lib/x.ts', 'y.js', 'notes.txt']) writeFileSync(join(place, name), '');
  const watched = strategy('watched');
  const sees = (name: string) => {
    const before = stampOf(watched);
    utimesSync(join(place, name), 0, 0);
    return stampOf(watched) !== before;
  };
  const saved = ['watched.ts', 'watched.py', 'lib/x.ts', 'y.js', 'notes.txt'].filter(sees);
  expect(saved).toEqual(['watched.ts', 'watched.py', 'lib/x.ts', 'y.js']);
  rmSync(watched.file);
  expect(stampOf(watched)).toBe('');
});

it('a watch shows the figures and by how much each changed', () => {
  const before = { total_return: 0.1, sharpe: 1, max_drawdown_pct: 5, trades: 10, win_rate: null };
  const text = changes(before, { ...before, sharpe: 1.25 });
  expect(text).toContain('1.2500  (+0.2500)');
  expect(text.match(/\(/g)).toHaveLength(1);
});
