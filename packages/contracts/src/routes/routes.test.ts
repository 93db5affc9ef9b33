import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { errorRegistry, type RouteSpec, routesByService, SERVICES, unauthorizedCode } from '../index';

const all = SERVICES.flatMap((service) =>
  Object.values<RouteSpec>(routesByService[service]).map((route) => ({
    service,
    route,
    name: `${service} ${route.method} ${route.path}`,
  })),
);

describe('route tables', () => {
  it('name no method and path twice within a service', () => {
    const names = all.map(({ name }) => name);
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
  });

  it('answer only with codes that have an HTTP status', () => {
    for (const { route, name } of all) {
      for (const code of [route.invalid, ...route.errors]) {
        expect(errorRegistry[code].status, `${code} of ${name}`).not.toBeNull();
      }
    }
  });

  it('declare the unauthorized code of their service exactly where a token is asked for', () => {
    for (const { service, route, name } of all) {
      expect(route.errors.includes(unauthorizedCode(service)), name).toBe(route.auth !== 'none');
    }
  });

  it('guard every route of the manager that changes something', () => {
    const open = all.filter(
      ({ service, route }) => service === 'manager' && route.method !== 'GET' && route.auth === 'none',
    );
    expect(open.map(({ name }) => name)).toEqual([]);
  });

  it('take the token as Bearer on /bff/emergency-flatten and on break-glass only', () => {
    const bearer = all.filter(({ route }) => route.auth === 'bearer' || route.auth === 'break-glass');
    expect(bearer.map(({ name }) => name)).toEqual([
      'manager POST /bff/emergency-flatten',
      'executor POST /executor/break-glass/flatten',
    ]);
  });

  it('describe every parameter of their path', () => {
    for (const { route, name } of all) {
      const inPath = [...route.path.matchAll(/:(\w+)/g)].map((match) => match[1]!);
      const described = Object.keys((route.params as { properties?: object } | undefined)?.properties ?? {});
      expect(described, name).toEqual(inPath);
    }
  });

  it('refuse unknown fields in every query and every body that has a shape', () => {
    for (const { route, name } of all) {
      for (const schema of [route.query, route.body, route.params]) {
        if (schema === undefined || !('type' in schema || 'anyOf' in schema)) continue;
        expect(Value.Check(schema, { no_such_field: 1 }), name).toBe(false);
      }
    }
  });
});
