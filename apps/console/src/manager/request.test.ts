import { expect, it } from 'vitest';
import { pathOf } from './request';

it('a path is filled with encoded parameters and only the query that is set', () => {
  expect(pathOf('/bots/{id}/runs', { id: 'a/b' }, { kind: 'live', cursor: undefined, symbol: '' })).toBe(
    '/bots/a%2Fb/runs?kind=live',
  );
  expect(pathOf('/portfolio')).toBe('/portfolio');
});
