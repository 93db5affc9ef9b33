import { expect, it } from 'vitest';
import { Reports } from './reports';

function bench() {
  const asked: { source: string; answer: (error?: Error) => void }[] = [];
  let nowMs = 0;
  const reports = new Reports(
    (source) =>
      new Promise((resolve, reject) => {
        asked.push({ source, answer: (error) => (error === undefined ? resolve([]) : reject(error)) });
      }),
    () => nowMs,
  );
  const turns = () => new Promise((resolve) => setImmediate(resolve));
  return { reports, asked, turns, pass: (ms: number) => (nowMs += ms) };
}

it('coverage reports are computed once for everyone who asks, and remembered for a while', async () => {
  const { reports, asked, turns, pass } = bench();
  const all = Array.from({ length: 16 }, () => reports.get('klines'));
  await turns();
  expect(asked).toHaveLength(1);
  asked[0]!.answer();
  await Promise.all(all);
  await reports.get('klines');
  expect(asked).toHaveLength(1);
  pass(10_001);
  void reports.get('klines');
  await turns();
  expect(asked).toHaveLength(2);
});

it('coverage reports of different sources are computed one after the other', async () => {
  const { reports, asked, turns } = bench();
  void reports.get('klines');
  const funding = reports.get('funding');
  await turns();
  expect(asked.map(({ source }) => source)).toEqual(['klines']);
  asked[0]!.answer();
  await turns();
  expect(asked.map(({ source }) => source)).toEqual(['klines', 'funding']);
  asked[1]!.answer();
  await funding;
});

it('coverage reports that failed are not remembered and do not hold up the next', async () => {
  const { reports, asked, turns } = bench();
  const failing = reports.get('klines');
  await turns();
  asked[0]!.answer(new Error('no'));
  await expect(failing).rejects.toThrow('no');
  void reports.get('klines');
  await turns();
  expect(asked).toHaveLength(2);
});

it('coverage reports begun before a change are not given to those who ask afterwards', async () => {
  const { reports, asked, turns } = bench();
  const before = reports.get('klines');
  await turns();
  reports.forget('klines');
  const after = reports.get('klines');
  asked[0]!.answer();
  await before;
  await turns();
  expect(asked).toHaveLength(2);
  asked[1]!.answer();
  await after;
});
