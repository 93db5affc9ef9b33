import { expect, it } from 'vitest';
import { flattenConsequence, haltConsequence, positionsIn, scopeChoices, scopeLabel } from './flatten-scope';

const BOTS = [
  { botId: 'a', botName: 'btc trend', symbol: 'BTCUSDT', clusterId: 'majors' },
  { botId: 'b', botName: 'eth slow', symbol: 'ETHUSDT', clusterId: 'majors' },
  { botId: 'c', botName: 'sol fast', symbol: 'SOLUSDT', clusterId: null },
];
const POSITIONS = [
  { network: 'testnet', symbol: 'BTCUSDT', botId: 'a' },
  { network: 'testnet', symbol: 'ETHUSDT', botId: 'b' },
  { network: 'prod', symbol: 'SOLUSDT', botId: 'c' },
  { network: 'testnet', symbol: 'BTCUSDT', botId: null },
];

it('the flatten scopes are everything, and each bot, symbol and cluster that there is', () => {
  expect(scopeChoices(POSITIONS, BOTS, 'all').map(({ value }) => value)).toEqual([
    'all',
    'bot:a',
    'bot:b',
    'bot:c',
    'symbol:BTCUSDT',
    'symbol:ETHUSDT',
    'symbol:SOLUSDT',
    'cluster:majors',
  ]);
});

it('the chosen flatten scope stays on offer when nothing is held in it any more', () => {
  expect(scopeChoices([], BOTS, 'symbol:XRPUSDT').at(-1)).toEqual({
    value: 'symbol:XRPUSDT',
    label: 'Symbol XRPUSDT – nothing held',
  });
  expect(scopeChoices(POSITIONS, BOTS, 'bot:a').filter(({ value }) => value === 'bot:a')).toHaveLength(1);
});

it('a flatten scope is named as a sentence does', () => {
  expect(['all', 'bot:a', 'bot:gone', 'symbol:BTCUSDT'].map((scope) => scopeLabel(scope, BOTS))).toEqual([
    'everything',
    'bot btc trend',
    'bot gone',
    'symbol BTCUSDT',
  ]);
});

it('a flatten scope says exactly what it touches before it is flattened', () => {
  const say = (scope: string) => flattenConsequence(positionsIn(scope, POSITIONS, BOTS));
  expect(say('all')).toBe('Closes 4 positions of 3 bots on prod and testnet.');
  expect(say('bot:a')).toBe('Closes 1 position of 1 bot on testnet.');
  expect(say('symbol:BTCUSDT')).toBe('Closes 2 positions of 1 bot on testnet.');
  expect(say('cluster:majors')).toBe('Closes 2 positions of 2 bots on testnet.');
  expect(say('symbol:XRPUSDT')).toBe('Closes no position: none is open in this scope.');
});

it('a flatten scope never says that nothing is held while what is held cannot be read', () => {
  const whatever = 'What is held cannot be read now: everything in this scope is closed, whatever it is.';
  for (const scope of ['all', 'bot:a', 'symbol:BTCUSDT', 'cluster:majors']) {
    expect(flattenConsequence(positionsIn(scope, undefined, BOTS))).toBe(whatever);
  }
  expect(flattenConsequence(positionsIn('cluster:majors', POSITIONS, undefined))).toBe(whatever);
  expect(haltConsequence(undefined)).toBe('What is held cannot be read now; it stays open.');
  expect(haltConsequence([])).toBe('Nothing is held.');
  expect(haltConsequence(POSITIONS)).toBe('4 positions stay open, each under its stop.');
  expect(scopeChoices(undefined, BOTS, 'symbol:XRPUSDT').at(-1)?.label).toBe('Symbol XRPUSDT');
});

it('the flatten scopes include traded symbols while what is held cannot be read', () => {
  const offered = scopeChoices(undefined, BOTS, 'all').map(({ value }) => value);
  expect(offered).toEqual(expect.arrayContaining(['symbol:BTCUSDT', 'symbol:ETHUSDT', 'symbol:SOLUSDT']));
});
