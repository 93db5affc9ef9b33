import { expect, it } from 'vitest';
import { camelFields } from './camel-case';

it('names for the browser are camelCase at every level, and values are left alone', () => {
  const at = new Date(0);
  expect(camelFields({ bot_id: 'a_b', rows: [{ open_time: 1 }], updated_at: at })).toEqual({
    botId: 'a_b',
    rows: [{ openTime: 1 }],
    updatedAt: at,
  });
});

it('names for the browser are found in any payload, however deep somebody made it', () => {
  const bomb: unknown = JSON.parse(`${'{"a_b":['.repeat(50_000)}1${']}'.repeat(50_000)}`);
  const shown = JSON.stringify(camelFields({ trade_id: '1', deep: bomb }));
  expect(shown).toContain('"tradeId":"1"');
  expect(shown.length).toBeLessThan(1_000);
});
