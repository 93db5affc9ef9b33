import { expect, it } from 'vitest';
import { snakeFields } from './request-text';

it('reads camelCase names as snake_case, but not those of parameters', () => {
  expect(
    snakeFields({
      botName: 'a',
      sizing: { mode: 'fixed' },
      params: { someKey: 1 },
      overlays: [{ params: { aB: 1 } }],
    }),
  ).toEqual({
    bot_name: 'a',
    sizing: { mode: 'fixed' },
    params: { someKey: 1 },
    overlays: [{ params: { aB: 1 } }],
  });
});

it('keeps a name that is given in both spellings, to be refused', () => {
  expect(snakeFields({ botName: 'a', bot_name: 'b' })).toEqual({ botName: 'a', bot_name: 'b' });
});
