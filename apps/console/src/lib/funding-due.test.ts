import { expect, it } from 'vitest';
import { fundingDueText } from './funding-due';

const due = (fundingDueUsd: string | null, fundingDueAt: string | null = '2026-11-17T16:00:00.000Z') =>
  fundingDueText({ fundingDueUsd, fundingDueAt });

it('due funding says which way the money goes and when, in UTC', () => {
  expect(due('1234.567')).toBe('1,234.57 to pay at 16:00');
  expect(due('-0.5')).toBe('0.50 to receive at 16:00');
});

it('due funding is nothing without positions, and unknown where a rate could not be read', () => {
  expect(due('0', null)).toBe('0.00');
  expect(due(null)).toBe('–');
});
