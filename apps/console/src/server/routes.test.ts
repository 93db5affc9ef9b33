import { expect, it } from 'vitest';
import { findRoute } from './routes';

it('browsers reach the routes of the contract and nothing else', () => {
  expect(findRoute('GET', '/portfolio')?.auth).toBe('none');
  expect(findRoute('POST', '/bots/0190a000-0000-7000-8000-000000000000/start')?.auth).toBe('operator');
  expect(findRoute('POST', '/portfolio')).toBeUndefined();
  expect(findRoute('GET', '/no/such/path')).toBeUndefined();
});

it('browsers reach neither the socket, nor bus credentials, nor metrics', () => {
  expect(findRoute('GET', '/ws')).toBeUndefined();
  expect(findRoute('POST', '/bff/bus-token')).toBeUndefined();
  expect(findRoute('GET', '/metrics')).toBeUndefined();
});

it('a route takes no parameter that could leave its path segment', () => {
  for (const trick of [
    '/bots/..',
    '/bots/%2e%2e',
    '/bots/a%2Fb',
    '/bots/a/../../config',
    '/bots//',
    '/bots/a?b',
  ]) {
    expect(findRoute('GET', trick), trick).toBeUndefined();
  }
});
