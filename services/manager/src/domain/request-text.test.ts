import { expect, it } from 'vitest';
import { snakeFields } from './request-text';

it('camelCase names of a request are read as snake_case, but not those of parameters', () => {
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

it('a name that is given in both spellings is kept, to be refused', () => {
  expect(snakeFields({ botName: 'a', bot_name: 'b' })).toEqual({ botName: 'a', bot_name: 'b' });
});
