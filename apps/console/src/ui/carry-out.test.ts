import { createElement } from 'react';
import { expect, it } from 'vitest';
import { textOf } from '../features/rendered.fixture';
import { consoleError } from '../lib/errors';
import { ManagerError } from '../manager/request';
import { carryOut } from './carry-out';
import { ErrorPanel } from './states';

const { signal } = new AbortController();
const flatten = {
  title: 'Flatten',
  act: async () => ({ data: { positionsTargeted: 2 }, traceId: 't-1' }),
  outcome: ({ positionsTargeted }: { positionsTargeted: number }) => `${positionsTargeted} positions`,
};

it('a confirmed action is said in the words of the moment, with its trace', async () => {
  expect(await carryOut(flatten, '', signal)).toEqual({
    title: 'Flatten',
    said: '2 positions',
    traceId: 't-1',
  });
});

it('a confirmed action is an error with something to do when the manager refused it', async () => {
  const refusal = new ManagerError(403, consoleError('CONSOLE_FORBIDDEN'));
  expect(await carryOut({ ...flatten, act: () => Promise.reject(refusal) }, '', signal)).toBe(refusal);
});

it('a confirmed action whose answer makes no sense is an error, and may have been done', async () => {
  const act = async () => ({ data: null as never, traceId: null });
  const error = (await carryOut({ ...flatten, act }, '', signal)) as ManagerError;
  expect(textOf(createElement(ErrorPanel, { error: error.view }))).toContain(
    'It may have been done: look before pressing again.',
  );
});
