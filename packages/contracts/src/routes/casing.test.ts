import type { TSchema } from 'typebox';
import { describe, expect, it } from 'vitest';
import { bffRoutes, type RouteSpec, readRoutes, routesByService } from './index';

/** The two names that the contract spells literally in the console's world, beside their camelCase form. */
const LITERAL = ['run_id', 'next_cursor'];

/** Every property name in a schema, at any depth. */
function propertyNames(schema: unknown): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties } = schema as { properties?: Record<string, TSchema> };
  const own = properties === undefined ? [] : Object.keys(properties);
  return [...own, ...Object.values(schema).flatMap(propertyNames)];
}

/** Success answers only: the error body is the same everywhere. */
function answerNames(routes: Readonly<Record<string, RouteSpec>>): readonly string[] {
  return Object.values(routes).flatMap(({ responses }) =>
    Object.entries(responses).flatMap(([status, schema]) =>
      Number(status) < 400 ? propertyNames(schema) : [],
    ),
  );
}

describe('casing', () => {
  it('the console gets camelCase, and the two literal names only beside their camelCase form', () => {
    const names = answerNames({ ...bffRoutes, ...readRoutes });
    expect(names.filter((name) => name.includes('_') && !LITERAL.includes(name))).toEqual([]);
    expect(names).toEqual(expect.arrayContaining([...LITERAL, 'runId', 'nextCursor']));
  });

  it('every answer but the console’s is in snake_case, and every request is written in it', () => {
    const console = new Set<string>([...Object.keys(bffRoutes), ...Object.keys(readRoutes)]);
    for (const table of Object.values<Readonly<Record<string, RouteSpec>>>(routesByService)) {
      for (const [key, route] of Object.entries(table)) {
        const requests = [route.params, route.query, route.body].flatMap(propertyNames);
        const answers =
          table === routesByService.manager && console.has(key) ? [] : answerNames({ [key]: route });
        expect(
          [...requests, ...answers].filter((name) => /[A-Z]/.test(name)),
          route.path,
        ).toEqual([]);
      }
    }
  });
});
