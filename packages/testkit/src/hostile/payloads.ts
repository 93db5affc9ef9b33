/** Hostile payloads of notifications and bus messages, for every channel and every subject alike. */
const nested = (depth: number, open: string, close: string) => `${open.repeat(depth)}0${close.repeat(depth)}`;

/** PostgreSQL takes less than 8,000 bytes. */
export const HOSTILE_NOTIFICATIONS: readonly string[] = [
  '',
  'x',
  '{',
  'null',
  '0',
  '[]',
  '{}',
  '"text"',
  'undefined',
  '{"halted":"yes"}',
  '{"halted":null}',
  '{"__proto__":{"halted":true}}',
  '{"market":"perp"}',
  '{"market":"__proto__","symbol":"constructor"}',
  '{"market":"perp","symbol":"NOSUCHPAIR"}',
  '{"market":7,"symbol":{}}',
  '{"network":"__proto__","symbol":"toString"}',
  '{"network":"testnet","symbol":["BTCUSDT"]}',
  '{"network":"prod","symbol":"NOSUCHPAIR"}',
  '{"kind":"KlineWritten"}',
  '{"kind":"flatten","id":"9223372036854775807","bot_id":7}',
  '{"event_type":{"a":1}}',
  '{"source":[]}',
  '{"id":{}}',
  `{"id":"j","deep":${nested(1_200, '{"a":', '}')}}`,
  nested(3_900, '[', ']'),
  'x'.repeat(7_900),
  `{"halted":true,"filler":"${'x'.repeat(7_800)}"}`,
  '{"halted":true,"changed_at":"\\ud800\\u0000"}',
];

export const HOSTILE_MESSAGES: readonly Uint8Array[] = [
  ...HOSTILE_NOTIFICATIONS.map((text) => new TextEncoder().encode(text)),
  Uint8Array.from([0xff, 0xfe, 0x00, 0x80]),
  new TextEncoder().encode(nested(500_000, '[', ']')),
  new TextEncoder().encode(`{"open_time":${nested(50_000, '{"a":', '}')}}`),
  new TextEncoder().encode(`{"event_id":"x","created_at":9e99,"metadata":${nested(20_000, '[', ']')}}`),
  new TextEncoder().encode(`"${'x'.repeat(500_000)}"`),
];
