/** docs/glossary.md is the list; this is what holds the repository to it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '@platform/stack';
import { describe, expect, it } from 'vitest';
import { repositoryFiles } from './repository.fixture';

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
/** Each with the places in which it is refused. */
const retiredAround = ['candle', 'venue', 'stretch'].map(
  (word) => [word, pathsAfter(`Rooms of ${word}`)] as const,
);
const rooms = pathsAfter('Rooms');
const exceptions = [
  ...pathsAfter('Exceptions'),
  ...pathsAfter('Files of that table'),
  ...pathsAfter('Apart from').slice(0, 1),
  GLOSSARY,
  'cli/src/quality/glossary.test.ts',
];

/**
 * Names such as `market.klines` and `perp_klines` are the exchange's and the tables'; `stretch: 1.5` is a
 * strategy's parameter.
 */
function found(words: readonly string[], text: string): string[] {
  const prose = text.replaceAll(
    /\w*_klines\b|\bmarket\.klines\b|\/klines?\b|'[./]*kline'|\bstretch: [\d.]+|\bis None\b/g,
    '',
  );
  return words.filter((word) => new RegExp(`\\b${word}\\b`, 'i').test(prose));
}

/** What users' settings, tables, metrics and alerts carry, as the glossary lists it. */
const KEPT =
  /\bcandle(_s|S)ource\b|[A-Z_]*CANDLE_(SOURCES?|GAP)\b|\b(platform_bot_)?candles(_processed_total|_skipped_total|Processed|Skipped)\b|Candlestick|BotWithoutCandles|VenueDrift|(simulated|Simulated) venues?\b|'(candle|venue)'|\bdegraded bus, venue\b|\bvenue stream\b/g;

/** Of one word, as a whole or as a part of a name. */
function isNamed(word: string, text: string): boolean {
  const parts = text.replaceAll(KEPT, '').replaceAll(/([a-z0-9])(?=[A-Z])|_/g, '$1 ');
  return new RegExp(`\\b${word}(e?s)?\\b`, 'i').test(parts);
}

/** What is written by hand: applied migrations stay as they were applied. */
function writtenFiles(): string[] {
  return repositoryFiles()
    .filter((path) => /\.(tsx?|[cm]?js|py|md|css|html|ya?ml|sh)$/.test(path))
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
  it('the glossary lists every word once, and uses none that it retires', () => {
    const words = wordsOf('Words');
    expect(words.length).toBeGreaterThan(20);
    expect(words).toEqual([...new Set(words)]);
    expect(words.filter((word) => [...retired, ...retiredInTheCore].includes(word))).toEqual([]);
  });

  it('a retired word is noticed in a name, a comment and a test name', () => {
    expect(found(retired, '// whoever asks')).toEqual(['whoever']);
    expect(found(retired, "it('is told of it', () => {})")).toEqual(['told']);
    expect(found(retired, 'if price is None:')).toEqual([]);
    expect(found(retiredInTheCore, 'for (const candle of Candles)')).toEqual(['candle', 'candles']);
    expect(found(retiredInTheCore, 'SELECT open FROM market.klines')).toEqual([]);
  });

  it('the glossary is kept: no retired word is used anywhere', () => {
    const files = writtenFiles();
    expect(files.length).toBeGreaterThan(1_000);
    expect(offences(retired, files)).toEqual([]);
  });

  it('a word that is retired around the core is noticed in a part of a name, and what keeps its name is left', () => {
    expect(isNamed('candle', 'class CandleSource {}')).toBe(true);
    expect(isNamed('venue', 'const venueNowMs = 0; // at_venue')).toBe(true);
    expect(isNamed('candle', "settings.candle_source, 'BOT_CANDLE_GAP', candlesSkipped")).toBe(false);
    expect(isNamed('venue', 'revenue of a simulated venue: VenueDrift')).toBe(false);
  });

  it.each(retiredAround.flatMap(([word, places]) => places.map((place) => [word, place] as const)))(
    'the glossary is kept: %s is not used in %s',
    (word, place) => {
      const files = writtenFiles().filter(
        (path) => path.startsWith(`${place}/`) && !path.includes('.generated.'),
      );
      expect(files.length).toBeGreaterThan(0);
      expect(files.filter((path) => isNamed(word, readFileSync(join(REPOSITORY, path), 'utf8')))).toEqual([]);
    },
  );

  it.each(rooms)('the glossary is kept: the exchange’s words are not used in %s', (room) => {
    const files = writtenFiles().filter((path) => path.startsWith(`${room}/`) && path.endsWith('.ts'));
    expect(files.length).toBeGreaterThan(0);
    expect(offences(retiredInTheCore, files)).toEqual([]);
  });
});
