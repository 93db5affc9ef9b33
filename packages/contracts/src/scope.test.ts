import { expect, it } from 'vitest';
import { covers, readScope, scopesCovering, scopeText } from './scope';

const BOT = { botId: '01923456-789A-7000-8000-000000000001', symbol: 'BTCUSDT', clusterId: 'majors' };

it.each(['all', `bot:${BOT.botId.toLowerCase()}`, 'symbol:BTCUSDT', 'cluster:a:b'])(
  'the text of the scope %s reads back',
  (text) => {
    expect(scopeText(readScope(text)!)).toBe(text);
  },
);

it.each(['', 'bot', 'bot:', 'everything', 'All', ':x', 'symbols:BTCUSDT'])(
  '"%s" is not the text of a scope',
  (text) => {
    expect(readScope(text)).toBeNull();
  },
);

it('a scope covers exactly what the list of covering scopes names, whatever the case of the bot id', () => {
  const texts = [
    'all',
    `bot:${BOT.botId}`,
    'bot:other',
    'symbol:BTCUSDT',
    'symbol:ETHUSDT',
    'cluster:majors',
    'cluster:x',
  ];
  const covering = texts.filter((text) => covers(readScope(text)!, BOT));
  expect(covering.map((text) => scopeText(readScope(text)!)).sort()).toEqual([...scopesCovering(BOT)].sort());
  expect(scopesCovering({ botId: null, symbol: 'BTCUSDT', clusterId: null })).toEqual([
    'all',
    'symbol:BTCUSDT',
  ]);
});
