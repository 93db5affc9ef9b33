/** docs/glossary.md is the list; this is what holds the repository to it. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '@platform/stack';
import { describe, expect, it } from 'vitest';

const GLOSSARY = 'docs/glossary.md';
const glossary = readFileSync(join(REPOSITORY, GLOSSARY), 'utf8');

const rowsOf = (heading: string) =>
  [
    ...glossary
      .split(`## ${heading}\n`)[1]!
      .split('\n## ')[0]!
      .matchAll(/^\| (.+?) \| (.+) \|$/gm),
  ]
    .map(([, word, meaning]) => ({ word: word!, meaning: meaning! }))
    .slice(1);
const wordsOf = (heading: string) => rowsOf(heading).flatMap(({ word }) => word.split(', '));
const pathsAfter = (label: string) =>
  [
    ...glossary
      .split(`\n${label}: `)[1]!
      .split('\n\n')[0]!
      .matchAll(/`([^`]+)`/g),
  ].map(([, path]) => path!);

const retired = wordsOf('Retired words');
const retiredInTheCore = wordsOf('Retired in the core');
const rooms = pathsAfter('Rooms');
const exceptions = [
  ...pathsAfter('Exceptions'),
  ...pathsAfter('Files of that table'),
  ...[GLOSSARY, 'cli/src/quality/glossary.test.ts'],
];

/** Names such as `market.klines` and `perp_klines` are the exchange's and the tables'; `stretch: 1.5` is a strategy's parameter. */
function found(words: readonly string[], text: string): string[] {
  const prose = text.replaceAll(
    /\w*_klines\b|\bmarket\.klines\b|\/klines?\b|'[./]*kline'|\bstretch: [\d.]+|\bis None\b/g,
    '',
  );
  return words.filter((word) => new RegExp(`\\b${word}\\b`, 'i').test(prose));
}

/** What is written by hand: applied migrations stay as they were applied. */
function writtenFiles(): string[] {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    ...{ cwd: REPOSITORY, encoding: 'utf8' },
  });
  return listed
    .split('\n')
    .filter((path) => /\.(ts|tsx|py|md|css|html|ya?ml|sh)$/.test(path) && existsSync(join(REPOSITORY, path)))
    .filter(
      (path) => !exceptions.some((exception) => path === exception || path.startsWith(`${exception}/`)),
    );
}

function offences(words: readonly string[], paths: readonly string[]): string[] {
  return paths.flatMap((path) =>
    found(words, readFileSync(join(REPOSITORY, path), 'utf8')).map((word) => `${path}: ${word}`),
  );
}

describe('the glossary', () => {
  it('lists every word once, and uses none that it retires', () => {
    const words = wordsOf('Words');
    expect(words.length).toBeGreaterThan(20);
    expect(words).toEqual([...new Set(words)]);
    expect(words.filter((word) => [...retired, ...retiredInTheCore].includes(word))).toEqual([]);
  });

  it('notices a retired word in a name, a comment and a test name', () => {
    expect(found(retired, '// whoever asks')).toEqual(['whoever']);
    expect(found(retired, "it('is told of it', () => {})")).toEqual(['told']);
    expect(found(retired, 'if price is None:')).toEqual([]);
    expect(found(retiredInTheCore, 'for (const candle of Candles)')).toEqual(['candle', 'candles']);
    expect(found(retiredInTheCore, 'SELECT open FROM market.klines')).toEqual([]);
  });

  it('is kept: no retired word is used anywhere', () => {
    const files = writtenFiles();
    expect(files.length).toBeGreaterThan(1_000);
    expect(offences(retired, files)).toEqual([]);
  });

  it.each(rooms)('is kept: the exchange’s words are not used in %s', (room) => {
    const files = writtenFiles().filter((path) => path.startsWith(`${room}/`) && path.endsWith('.ts'));
    expect(files.length).toBeGreaterThan(0);
    expect(offences(retiredInTheCore, files)).toEqual([]);
  });
});
