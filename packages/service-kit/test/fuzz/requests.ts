/** Requests for an operation: right, almost right and wrong in path, query, body, content type and token. */
import fc, { type Arbitrary } from 'fast-check';
import type { Operation, Parameter } from './description';
import { almost, around, nastyText } from './values';

const BROKEN = [undefined, '', '{', '{"a":', 'null', '[]', '"text"', '{"__proto__":{"a":1}}', '\ufeff{}'];

export interface FuzzRequest {
  readonly operationId: string;
  readonly method: Operation['method'];
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload: string | undefined;
}

/**
 * Values that exist by the name of a parameter, and good bodies by operation, so that requests get through.
 */
export type Known = ReadonlyMap<string, readonly unknown[]>;

export function requests(
  operations: readonly Operation[],
  known: Known,
  token: Arbitrary<string | undefined>,
): Arbitrary<FuzzRequest> {
  return fc.oneof(...operations.map((operation) => requestsFor(operation, known, token)));
}

function requestsFor(
  operation: Operation,
  known: Known,
  token: Arbitrary<string | undefined>,
): Arbitrary<FuzzRequest> {
  return fc
    .record({
      url: url(operation, known),
      payload: payload(operation, known),
      token,
      contentType: fc.constantFrom(...Array(8).fill('application/json'), 'text/plain', 'multipart/form-data'),
    })
    .map(({ url, payload, token, contentType }) => ({
      operationId: operation.operationId,
      method: operation.method,
      url,
      payload,
      headers: {
        ...(token !== undefined && tokenHeader(operation, token)),
        ...(payload !== undefined && { 'content-type': contentType }),
      },
    }));
}

export function tokenHeader({ guards }: Operation, token: string): Record<string, string> {
  return guards.includes('operatorToken') || guards.length === 0
    ? { 'x-operator-token': token }
    : { authorization: `Bearer ${token}` };
}

export const anyOf = (token: string): Arbitrary<string | undefined> =>
  fc.constantFrom(token, token, token, undefined, 'wrong');
export const noneOf = (token: string): Arbitrary<string | undefined> =>
  fc.constantFrom(undefined, '', 'wrong', `${token} `, `${token}x`);

function url({ path, parameters }: Operation, known: Known): Arbitrary<string> {
  const inPath = parameters.filter((each) => each.in === 'path');
  const inQuery = parameters.filter((each) => each.in === 'query');
  const query = fc.record(
    Object.fromEntries(inQuery.map((each) => [each.name, parameterValue(each, known)])),
    {
      requiredKeys: inQuery.filter((each) => each.required).map((each) => each.name),
    },
  );
  const extra = fc.constantFrom(
    '',
    '',
    '',
    '',
    'no_such_field=1',
    'page_size=1&page_size=2',
    '%ff=%zz',
    'a[b]=c',
  );
  return fc
    .tuple(fc.tuple(...inPath.map((each) => parameterValue(each, known))), query, extra)
    .map(([values, asked, more]) => {
      const filled = inPath.reduce(
        (at, { name }, i) => at.replace(`{${name}}`, inPathOf(values[i] as string)),
        path,
      );
      const pairs = Object.entries(asked).map(([name, value]) => `${name}=${encode(value as string)}`);
      const search = [...pairs, ...(more === '' ? [] : [more])].join('&');
      return search === '' ? filled : `${filled}?${search}`;
    });
}

function parameterValue({ name, schema }: Parameter, known: Known): Arbitrary<string> {
  const described = almost(schema).map((value) =>
    typeof value === 'string' ? value : JSON.stringify(value),
  );
  const existing = known.get(name);
  const arbitrary = existing === undefined ? described : fc.constantFrom(...existing).map(String);
  return fc.oneof(
    { weight: 6, arbitrary },
    { weight: 2, arbitrary: described },
    { weight: 1, arbitrary: nastyText },
  );
}

function payload({ operationId, body, method }: Operation, known: Known): Arbitrary<string | undefined> {
  if (method === 'GET') return fc.constant(undefined);
  const examples = known.get(operationId) ?? [];
  const text = (value: Arbitrary<unknown>) => value.map((each) => JSON.stringify(each));
  return fc.oneof(
    { weight: 4, arbitrary: text(fc.oneof(almost(body ?? {}), ...examples.map(around))) },
    // As they are, since hardly any request gets through that is changed somewhere.
    ...examples.map((example) => ({ weight: 2, arbitrary: text(fc.constant(example)) })),
    { weight: 1, arbitrary: fc.constantFrom(...BROKEN) },
  );
}

/** An empty segment, `.` and `..` would be another path. */
const inPathOf = (text: string) => (/^\.{0,2}$/.test(text) ? '%20' : encode(text));

/** Lone surrogates have no UTF-8 and cannot be sent in a URL; a Buffer replaces them. */
function encode(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString());
}
