/** The manager's reads as types, from the generated client: path in; parameters, query and answer out. */
import type { paths } from '@platform/api-client';

export type ManagerPath = keyof paths;

/** Every path with a GET. */
export type ReadPath = {
  [P in ManagerPath]: paths[P]['get'] extends { responses: unknown } ? P : never;
}[ManagerPath];

type Json<R> = R extends { content: { 'application/json': infer T } } ? T : never;

export type Answer<P extends ReadPath> = paths[P]['get'] extends { responses: { 200: infer R } }
  ? Json<R>
  : never;

export type Query<P extends ReadPath> = paths[P]['get'] extends { parameters: { query?: infer Q } }
  ? Partial<NonNullable<Q>>
  : never;

type ParamNames<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamNames<Rest>
  : never;

export type Params<P extends ReadPath> = Readonly<Record<ParamNames<P>, string>>;

/** One entry of a list answer, e.g. `ItemOf<'/bff/bots'>`. */
export type ItemOf<P extends ReadPath> = Answer<P> extends { items: readonly (infer T)[] } ? T : never;
