import { expect, it } from 'vitest';
import {
  botKlinesDurable,
  fillsSubject,
  INTENTS_SUBJECT,
  klineMessageId,
  klineSubject,
  riskEventSubject,
  warmupTopic,
} from './subjects';

const BOT = '01923456-789a-7000-8000-000000000001';

it('bus names are spelled as the contract spells them, symbols in lower case', () => {
  expect(klineSubject('spot', 'BTCUSDT', '1h')).toBe('market.klines.exchange.spot.btcusdt.1h');
  expect(klineSubject('perp', 'BTCUSDT', '1w')).toBe('market.klines.exchange.perp.btcusdt.1w');
  expect(INTENTS_SUBJECT).toBe('intents.executor');
  expect(riskEventSubject('vpin')).toBe('risk.events.vpin');
  expect(fillsSubject(BOT)).toBe(`trading.fills.${BOT}`);
  expect(warmupTopic(BOT)).toBe(`bot:${BOT}:warmup`);
  expect(botKlinesDurable(BOT, 'BTCUSDT', '1h')).toBe(`bot-${BOT}-btcusdt-1h-klines`);
  expect(botKlinesDurable(BOT, 'BTCUSDT', '1h', true)).toBe(`bot-${BOT}-btcusdt-1h-klines-shadow`);
});

it('bus names differ for two candles by market, symbol, time frame and open time', () => {
  const ids = [
    klineMessageId('spot', 'BTCUSDT', '1h', 0),
    klineMessageId('perp', 'BTCUSDT', '1h', 0),
    klineMessageId('spot', 'ETHUSDT', '1h', 0),
    klineMessageId('spot', 'BTCUSDT', '2h', 0),
    klineMessageId('spot', 'BTCUSDT', '1h', 3_600_000),
  ];
  expect(new Set(ids).size).toBe(ids.length);
});
