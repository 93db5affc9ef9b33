/** docs/glossary.md is the list; this is what holds the rooms it names to it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { REPOSITORY } from '@platform/stack';
import { describe, expect, it } from 'vitest';

const glossary = readFileSync(join(REPOSITORY, 'docs/glossary.md'), 'utf8');

const rowsOf = (heading: string) =>
  [
    ...glossary
      .split(`## ${heading}\n`)[1]!
      .split('\n## ')[0]!
      .matchAll(/^\| (.+?) \| (.+) \|$/gm),
  ]
    .map(([, word, meaning]) => ({ word: word!, meaning: meaning! }))
    .slice(1);
const pathsAfter = (label: string) =>
  [
    ...glossary
      .split(`\n${label}: `)[1]!
      .split('\n\n')[0]!
      .matchAll(/`([^`]+)`/g),
  ].map(([, path]) => path!);

const retired = rowsOf('Retired words').flatMap(({ word }) => word.split(', '));
const rooms = pathsAfter('Rooms');
const exceptions = pathsAfter('Exceptions');

/** Names such as `market.klines` and `perp_klines` are the exchange's and the tables'; `stretch: 1.5` is a strategy's parameter. */
function retiredIn(text: string): string[] {
  const prose = text.replaceAll(
    /\w*_klines\b|\bmarket\.klines\b|\/klines?\b|'[./]*kline'|\bstretch: [\d.]+/g,
    '',
  );
  return retired.filter((word) => new RegExp(`\\b${word}\\b`, 'i').test(prose));
}

function* filesIn(directory: string): Generator<string> {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory() && !['node_modules', 'dist'].includes(entry.name)) yield* filesIn(path);
    else if (entry.isFile() && entry.name.endsWith('.ts')) yield path;
  }
}

describe('the glossary', () => {
  it('names every word once, and retires none that it uses', () => {
    const words = rowsOf('Words').flatMap(({ word }) => word.split(', '));
    expect(words.length).toBeGreaterThan(20);
    expect(words).toEqual([...new Set(words)]);
    expect(words.filter((word) => retired.includes(word))).toEqual([]);
  });

  it('notices a retired word in a name, a comment and a test name', () => {
    expect(retiredIn('// whoever asks')).toEqual(['whoever']);
    expect(retiredIn("it('is told of Candles', () => {})")).toEqual(['candles', 'told']);
    expect(retiredIn('SELECT open FROM market.klines')).toEqual([]);
  });

  it.each(rooms)('no retired word is used in %s', (room) => {
    const found = [...filesIn(join(REPOSITORY, room))]
      .map((path) => relative(REPOSITORY, path))
      .filter((path) => !exceptions.some((exception) => path.startsWith(`${exception}/`)))
      .flatMap((path) =>
        retiredIn(readFileSync(join(REPOSITORY, path), 'utf8')).map((word) => `${path}: ${word}`),
      );
    expect(found).toEqual([]);
  });
});
