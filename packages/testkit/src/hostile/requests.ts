/**
 * The corpus of hostile requests: what has broken services, or could. Each entry is data; who sends it
 * decides the route and the token. An input that is found to break something is added here, and every service
 * meets it from then on.
 */

/** Request targets as they stand in the first line, with and without an upgrade. */
export const HOSTILE_TARGETS: readonly string[] = [
  '//',
  '///',
  '//evil.example/ws',
  '/\\',
  '/\\\\evil.example',
  'http://[',
  'http://',
  'http://[::1',
  'http://evil.example//',
  '*',
  '/%',
  '/%00',
  '/%zz',
  '/%ff%fe',
  '/%2e%2e%2f%2e%2e',
  '/..//..',
  '/;/',
  '/?',
  '/?%',
  '/?a[b]=c&a=%',
  '/?__proto__=1&constructor=2',
  `/?${'a=1&'.repeat(2_000)}`,
  '/ws',
  '/ws/',
  '//ws',
  '/ws?%',
  '/ws#x',
  '/docs/..%2f..%2fpackage.json',
  '/docs/%',
  '/healthz/%',
  '/__proto__',
  '/constructor',
  `/${'a'.repeat(8_000)}`,
  `/${'%41'.repeat(4_000)}`,
];

/** Values of the Upgrade header; undefined where none is sent. */
export const HOSTILE_UPGRADES: readonly (string | undefined)[] = [
  undefined,
  'websocket',
  'h2c',
  'WebSocket, h2c',
  'TLS/1.0',
  ',',
];

export const HOSTILE_METHODS: readonly string[] = [
  'HEAD',
  'OPTIONS',
  'TRACE',
  'CONNECT',
  'PROPFIND',
  'PURGE',
];

export const HOSTILE_CONTENT_TYPES: readonly string[] = [
  'text/plain',
  'multipart/form-data',
  'application/x-www-form-urlencoded',
  'application/json; charset=utf-16',
  'application/json;;;',
  'application/json, text/plain',
  '*/*',
  ';',
];

/** Lines of a head that no honest client sends, each in a request of its own. */
export const HOSTILE_HEADERS: readonly (readonly string[])[] = [
  [`x-huge: ${'x'.repeat(20_000)}`],
  [`authorization: Bearer ${'x'.repeat(12_000)}`],
  Array.from({ length: 500 }, (_, i) => `x-${i}: ${i}`),
  ['content-length: -1'],
  ['content-length: 99999999999999999999'],
  ['content-length: 5', 'content-length: 6'],
  ['content-length: 5', 'transfer-encoding: chunked'],
  ['transfer-encoding: chunked, identity'],
  ['expect: 100-continue'],
  ['expect: the unexpected'],
  ['x-trace-id: ../../etc/passwd'],
  ['x-operator-token: \x80\xff'],
  ['x-actor: \x01\x02'],
  ['no colon at all'],
  [': no name'],
  ['x-folded: a', ' b'],
  ['connection: upgrade, close, keep-alive'],
  ['http2-settings: AAMAAABkAARAAAAAAAIAAAAA', 'upgrade: h2c', 'connection: upgrade, http2-settings'],
];

const nested = (depth: number, open: string, close: string) => `${open.repeat(depth)}0${close.repeat(depth)}`;

/** Bodies by name, all sent as JSON. */
export const HOSTILE_BODIES: Readonly<Record<string, string>> = {
  'nested arrays, 6 KB': nested(3_000, '[', ']'),
  'nested arrays, 60 KB': nested(30_000, '[', ']'),
  'nested arrays, 1 MB': nested(500_000, '[', ']'),
  'nested objects, 60 KB': nested(10_000, '{"a":', '}'),
  'a bomb in a known field': `{"params":${nested(9_000, '{"a":', '}')},"overlays":${nested(9_000, '[', ']')}}`,
  'a thousand empty objects': `{"datasets":[${'{},'.repeat(999)}{}]}`,
  'twenty thousand empty objects': `{"datasets":[${'{},'.repeat(20_000)}{}]}`,
  'as many empty objects as 1 MiB holds': `{"datasets":[${'{},'.repeat(340_000)}{}]}`,
  'a million empty objects': `[${'{},'.repeat(999_999)}{}]`,
  'ten thousand overlays': `{"overlays":[${'{"name":"x"},'.repeat(10_000)}0]}`,
  'ten thousand names': `{${Array.from({ length: 5_000 }, (_, i) => `"k${i}":0`).join()}}`,
  'a name of 60 KB': `{"${'k'.repeat(60_000)}":0}`,
  'text of 60 KB': `"${'x'.repeat(60_000)}"`,
  'text of 2 MB': `"${'x'.repeat(2_000_000)}"`,
  'prototype names': '{"__proto__":{"a":1},"constructor":{"prototype":{"a":1}}}',
  'constructor only': '{"constructor":{"prototype":{"a":1}},"toString":1,"valueOf":null}',
  'the same name twice': '{"reason":"a","reason":{"b":1}}',
  'an invalid number': '{"a":1e999,"b":-1e999,"c":-0,"d":123456789012345678901234567890}',
  'half a body': '{"a":',
  'nothing but a mark': '\ufeff{}',
  'a NUL': '{"reason":"a\\u0000b"}',
  'a lone surrogate': '{"reason":"\\ud800"}',
  'bytes that are not UTF-8': '{"reason":"\xff\xfe"}',
  null: 'null',
  'a bare number': '0',
  'an empty array': '[]',
};
