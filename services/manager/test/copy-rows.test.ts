import { copyIn } from '@platform/columns';
import { createTestDatabase } from '@platform/testkit';
import fc from 'fast-check';
import pg from 'pg';
import { expect, it } from 'vitest';
import { CopyRows } from '../src/store/copy-rows';

it('rows written in bulk arrive as they were meant: amounts of any size, times, figures and words', async () => {
  const database = await createTestDatabase();
  const owner = new pg.Client({ connectionString: database.adminUrl });
  await owner.connect();
  const id = '01923456-789a-7000-8000-0000000000bb';
  const amounts = [
    0,
    1e-8,
    -1e-8,
    0.99999999,
    0.999999999,
    1,
    -9999.5,
    1e4,
    99999999.99999999,
    1e8,
    2 ** 53,
    -1e20,
  ];
  const row = fc.record({
    seq: fc.nat(2 ** 31 - 1),
    ts: fc.maxSafeNat(),
    amount: fc.oneof(
      fc.constantFrom(...amounts),
      fc.integer({ min: -1e15, max: 1e15 }).map((n) => n / 1e8),
    ),
    figure: fc.double({ noNaN: true }),
    word: fc.string({ maxLength: 900 }),
  });
  const rows = fc.sample(row, 2_000);
  const written = new CopyRows(id, 6);
  for (const { seq, ts, amount, figure, word } of rows) {
    written.begin().integer(seq).time(ts).amount(amount).double(figure).text(word.replaceAll('\0', ' '));
  }
  await owner.query(
    'CREATE TEMPORARY TABLE written (run_id uuid, seq int, ts bigint, amount numeric, figure float8, word text)',
  );
  await copyIn(owner, 'COPY written FROM STDIN (FORMAT binary)', written.bytes());
  const { rows: stored } = await owner.query('SELECT run_id, seq, ts, amount, figure, word FROM written');
  await owner.end();
  await database.drop();
  expect(stored).toEqual(
    rows.map(({ seq, ts, amount, figure, word }) => ({
      run_id: id,
      seq,
      ts: String(ts),
      amount: (amount || 0).toFixed(8),
      figure,
      word: word.replaceAll('\0', ' '),
    })),
  );
  expect(() => written.begin().amount(Number.NaN)).toThrow(RangeError);
});
