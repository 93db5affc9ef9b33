import { expect, it } from 'vitest';
import { flattenConsequence, positionsIn, scopeChoices } from './flatten-scope';

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
  expect(scopeChoices(POSITIONS, BOTS).map(({ value }) => value)).toEqual([
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

it('says exactly what a scope touches before it is flattened', () => {
  const say = (scope: string) => flattenConsequence(positionsIn(scope, POSITIONS, BOTS));
  expect(say('all')).toBe('Closes 4 positions of 3 bots on prod and testnet.');
  expect(say('bot:a')).toBe('Closes 1 position of 1 bot on testnet.');
  expect(say('symbol:BTCUSDT')).toBe('Closes 2 positions of 1 bot on testnet.');
  expect(say('cluster:majors')).toBe('Closes 2 positions of 2 bots on testnet.');
  expect(say('symbol:XRPUSDT')).toBe('Closes no position: none is open in this scope.');
});
