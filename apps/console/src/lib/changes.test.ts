import { expect, it } from 'vitest';
import { changesOf } from './changes';

it('only what changed is shown, without bookkeeping', () => {
  const before = { status: 'live', leverage: 1, params: { a: 1 }, updated_at: '1', generation: 1 };
  const after = { status: 'live', leverage: 2, params: { a: 2 }, updated_at: '2', generation: 2 };
  expect(changesOf(before, after)).toEqual([
    { field: 'leverage', before: '1', after: '2' },
    { field: 'params', before: '{"a":1}', after: '{"a":2}' },
  ]);
  expect(changesOf(null, { status: 'stopped' })).toEqual([
    { field: 'status', before: '–', after: 'stopped' },
  ]);
  expect(changesOf(null, null)).toEqual([]);
});
