import { expect, it } from 'vitest';
import { flattenConsequence, positionsIn, scopeChoices, scopeLabel } from './flatten-scope';

const BOTS = [
  { botId: 'a', botName: 'btc trend', clusterId: 'majors' },
  { botId: 'b', botName: 'eth slow', clusterId: 'majors' },
  { botId: 'c', botName: 'sol fast', clusterId: null },
];
const POSITIONS = [
  { network: 'testnet', symbol: 'BTCUSDT', botId: 'a' },
  { network: 'testnet', symbol: 'ETHUSDT', botId: 'b' },
  { network: 'prod', symbol: 'SOLUSDT', botId: 'c' },
  { network: 'testnet', symbol: 'BTCUSDT', botId: null },
];

it('offers everything, and each bot, symbol and cluster that there is', () => {
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

it('keeps offering the chosen scope when nothing is held in it any more', () => {
  expect(scopeChoices([], BOTS, 'symbol:XRPUSDT').at(-1)).toEqual({
    value: 'symbol:XRPUSDT',
    label: 'Symbol XRPUSDT – nothing held',
  });
  expect(scopeChoices(POSITIONS, BOTS, 'bot:a').filter(({ value }) => value === 'bot:a')).toHaveLength(1);
});

it('names a scope as a sentence does', () => {
  expect(['all', 'bot:a', 'bot:gone', 'symbol:BTCUSDT'].map((scope) => scopeLabel(scope, BOTS))).toEqual([
    ...['everything', 'bot btc trend', 'bot gone', 'symbol BTCUSDT'],
  ]);
});

it('says exactly what a scope touches before it is flattened', () => {
  const say = (scope: string) => flattenConsequence(positionsIn(scope, POSITIONS, BOTS));
  expect(say('all')).toBe('Closes 4 positions of 3 bots on prod and testnet.');
  expect(say('bot:a')).toBe('Closes 1 position of 1 bot on testnet.');
  expect(say('symbol:BTCUSDT')).toBe('Closes 2 positions of 1 bot on testnet.');
  expect(say('cluster:majors')).toBe('Closes 2 positions of 2 bots on testnet.');
  expect(say('symbol:XRPUSDT')).toBe('Closes no position: none is open in this scope.');
});
