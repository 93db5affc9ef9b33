import { expect, it } from 'vitest';
import { labelFault, labelForm, labelRequest, tagsOf } from './label';

const form = (tags: string) => ({ name: '', note: '', tags });

it('the label of a run has tags separated by spaces and commas, each once', () => {
  expect(tagsOf(' wide, slow  wide\ncandidate ')).toEqual(['wide', 'slow', 'candidate']);
});

it('the label of a run sends an emptied name as null', () => {
  expect(labelRequest({ name: '  ', note: ' why ', tags: '' })).toEqual({
    name: null,
    note: 'why',
    tags: [],
  });
});

it('the label form begins with what the run has', () => {
  expect(labelForm({ name: null, note: null, tags: ['a', 'b'] })).toEqual({
    name: '',
    note: '',
    tags: 'a b',
  });
});

it('the label form refuses too many and too long tags before they are sent', () => {
  expect(labelFault(form('a b'))).toBeNull();
  expect(labelFault(form(Array.from({ length: 17 }, (_, i) => `t${i}`).join(' ')))).toBe('At most 16 tags');
  expect(labelFault(form('x'.repeat(33)))).toBe('A tag has at most 32 characters');
});
