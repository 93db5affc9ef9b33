import { describe, expect, it } from 'vitest';
import { classify } from './classify';
import { ERROR_CODES } from './error-codes';

/** What must hold for a submit that got this answer: status, code, verdict, and the reason or cause. */
const ROWS: readonly (readonly [
  status: number,
  code: number | undefined,
  verdict: string,
  detail?: string,
])[] = [
  [503, -1000, 'unknown', 'exchange_unsure'],
  [400, -1000, 'unknown', 'exchange_unsure'],
  [400, -1001, 'unknown', 'exchange_unsure'],
  [401, -1002, 'rejected', 'credentials'],
  [429, -1003, 'throttled', 'all'],
  [418, -1003, 'throttled', 'all'],
  [500, -1006, 'unknown', 'exchange_unsure'],
  [400, -1006, 'unknown', 'exchange_unsure'],
  [408, -1007, 'unknown', 'exchange_unsure'],
  [400, -1007, 'unknown', 'exchange_unsure'],
  [503, -1008, 'throttled', 'all_but_exits'],
  [400, -1008, 'throttled', 'all_but_exits'],
  [400, -1010, 'unknown', 'exchange_unsure'],
  [400, -1013, 'rejected', 'bad_request'],
  [429, -1015, 'throttled', 'all'],
  [503, -1016, 'unknown', 'exchange_unavailable'],
  [400, -1021, 'resync'],
  [400, -1022, 'rejected', 'credentials'],
  [400, -1102, 'rejected', 'bad_request'],
  [400, -1111, 'rejected', 'precision'],
  [400, -1121, 'rejected', 'symbol_not_tradable'],
  [400, -1125, 'rejected', 'bad_request'],
  [400, -2010, 'rejected', 'other'],
  [400, -2011, 'absent'],
  [400, -2012, 'unknown', 'exchange_unsure'],
  [400, -2013, 'absent'],
  [401, -2014, 'rejected', 'credentials'],
  [401, -2015, 'rejected', 'credentials'],
  [400, -2018, 'rejected', 'margin_insufficient'],
  [400, -2019, 'rejected', 'margin_insufficient'],
  [400, -2020, 'rejected', 'not_fillable'],
  [400, -2021, 'rejected', 'would_trigger_immediately'],
  [400, -2022, 'rejected', 'reduce_only_refused'],
  [400, -2023, 'rejected', 'in_liquidation'],
  [400, -2025, 'rejected', 'too_many_orders'],
  [400, -2027, 'rejected', 'position_limit'],
  [400, -4003, 'rejected', 'quantity_out_of_bounds'],
  [400, -4004, 'rejected', 'quantity_out_of_bounds'],
  [400, -4005, 'rejected', 'quantity_out_of_bounds'],
  [400, -4014, 'rejected', 'precision'],
  [400, -4016, 'rejected', 'price_out_of_bounds'],
  [400, -4023, 'rejected', 'precision'],
  [400, -4024, 'rejected', 'price_out_of_bounds'],
  [400, -4045, 'rejected', 'too_many_orders'],
  [400, -4046, 'rejected', 'no_change_needed'],
  [400, -4061, 'rejected', 'account_restricted'],
  [400, -4087, 'rejected', 'account_restricted'],
  [400, -4116, 'unknown', 'duplicate_client_order_id'],
  [400, -4118, 'rejected', 'reduce_only_conflict'],
  [400, -4120, 'rejected', 'conditional_orders_only_elsewhere'],
  [400, -4131, 'rejected', 'not_fillable'],
  [400, -4140, 'rejected', 'symbol_not_tradable'],
  [400, -4164, 'rejected', 'notional_too_small'],
  [400, -4509, 'rejected', 'reduce_only_refused'],
  [400, -5021, 'rejected', 'not_fillable'],
  [400, -5022, 'rejected', 'not_fillable'],
  [400, -5028, 'rejected', 'clock'],
  [403, undefined, 'throttled', 'all'],
  [401, undefined, 'rejected', 'credentials'],
  [408, undefined, 'unknown', 'exchange_unsure'],
  [418, undefined, 'throttled', 'all'],
  [429, undefined, 'throttled', 'all'],
  [451, undefined, 'rejected', 'account_restricted'],
  [500, undefined, 'unknown', 'exchange_unsure'],
  [502, undefined, 'unknown', 'exchange_unsure'],
  [503, undefined, 'unknown', 'exchange_unsure'],
  [504, undefined, 'unknown', 'exchange_unsure'],
  [400, undefined, 'unknown', 'unclassified_answer'],
  [404, undefined, 'unknown', 'unclassified_answer'],
  [302, undefined, 'unknown', 'unclassified_answer'],
];

const detailOf = (verdict: ReturnType<typeof classify>) =>
  Object.values(verdict).find((value) => value !== verdict.kind);

describe('what an answer means', () => {
  for (const [status, code, kind, detail] of ROWS) {
    it(`HTTP ${status} with code ${code} is ${kind} ${detail}`, () => {
      const verdict = classify(status, code, 'words');
      expect([verdict.kind, detailOf(verdict)]).toEqual([kind, detail]);
    });
  }

  it.each(ERROR_CODES)(
    'code %s %s means the same with HTTP 400, and never more than doubt with HTTP 500',
    (code, _name, verdict) => {
      expect(classify(400, code, '')).toEqual(verdict);
      expect(classify(500, code, '').kind).toBe(code === -1008 ? 'throttled' : 'unknown');
    },
  );

  it('an unlisted code is unknown, never failed', () => {
    const listed = new Set(ERROR_CODES.map(([code]) => code));
    for (let code = -1000; code > -6000; code--) {
      if (!listed.has(code)) expect(classify(400, code, '').kind, String(code)).toBe('unknown');
    }
  });

  it('every code is listed once', () => {
    expect(new Set(ERROR_CODES.map(([code]) => code)).size).toBe(ERROR_CODES.length);
  });

  it('the two 503 bodies are both unknown, with different causes', () => {
    expect(classify(503, undefined, 'Unknown error, please check your request or try again later.')).toEqual({
      kind: 'unknown',
      cause: 'exchange_unsure',
    });
    expect(classify(503, undefined, 'Service Unavailable.')).toEqual({
      kind: 'unknown',
      cause: 'exchange_unavailable',
    });
  });
});
