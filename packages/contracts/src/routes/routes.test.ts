import { Value } from 'typebox/value';
import { expect, it } from 'vitest';
import {
  errorRegistry,
  MAX_BODY_BYTES,
  type RouteSpec,
  routesByService,
  SERVICES,
  unauthorizedCode,
} from '../index';

const all = SERVICES.flatMap((service) =>
  Object.values<RouteSpec>(routesByService[service]).map((route) => ({
    service,
    route,
    name: `${service} ${route.method} ${route.path}`,
  })),
);

it('route tables name no method and path twice within a service', () => {
  const names = all.map(({ name }) => name);
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
});

it('route tables answer only with codes that have an HTTP status', () => {
  for (const { route, name } of all) {
    for (const code of [route.invalid, ...route.errors]) {
      expect(errorRegistry[code].status, `${code} of ${name}`).not.toBeNull();
    }
  }
});

it('route tables declare the unauthorized code of their service exactly where a token is asked for', () => {
  for (const { service, route, name } of all) {
    expect(route.errors.includes(unauthorizedCode(service)), name).toBe(route.auth !== 'none');
  }
});

it('route tables guard every route of the manager that changes something', () => {
  const open = all.filter(
    ({ service, route }) => service === 'manager' && route.method !== 'GET' && route.auth === 'none',
  );
  expect(open.map(({ name }) => name)).toEqual([]);
});

it('route tables take the token as Bearer on /bff/emergency-flatten and on break-glass only', () => {
  const bearer = all.filter(({ route }) => route.auth === 'bearer' || route.auth === 'break-glass');
  expect(bearer.map(({ name }) => name)).toEqual([
    'manager POST /bff/emergency-flatten',
    'executor POST /executor/break-glass/flatten',
  ]);
});

it('route tables describe every parameter of their path', () => {
  for (const { route, name } of all) {
    const inPath = [...route.path.matchAll(/:(\w+)/g)].map((match) => match[1]!);
    const described = Object.keys((route.params as { properties?: object } | undefined)?.properties ?? {});
    expect(described, name).toEqual(inPath);
  }
});

it('route tables refuse unknown fields in every query and every body that has a shape', () => {
  for (const { route, name } of all) {
    for (const schema of [route.query, route.body, route.params]) {
      if (schema === undefined || !('type' in schema || 'anyOf' in schema)) continue;
      expect(Value.Check(schema, { no_such_field: 1 }), name).toBe(false);
    }
  }
});

it('route tables take no body over 64 KiB without strategy parameters, and none over 1 MiB', () => {
  const large = all.filter(({ route }) => route.maxBodyBytes !== undefined);
  expect(large.map(({ name }) => name)).toEqual([
    'manager POST /bots',
    'manager PUT /bots/:id',
    'manager PATCH /bots/:id',
    'manager POST /backtest',
    'manager POST /runs',
  ]);
  expect(new Set(large.map(({ route }) => route.maxBodyBytes))).toEqual(new Set([MAX_BODY_BYTES]));
});

it('route tables bound every list that a request may hold', () => {
  const unbounded = (schema: unknown): boolean => {
    if (typeof schema !== 'object' || schema === null) return false;
    const { type, maxItems } = schema as { type?: unknown; maxItems?: unknown };
    return (type === 'array' && maxItems === undefined) || Object.values(schema).some(unbounded);
  };
  for (const { route, name } of all) {
    for (const schema of [route.body, route.query, route.params]) expect(unbounded(schema), name).toBe(false);
  }
});
