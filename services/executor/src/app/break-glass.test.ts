import { systemTime } from '@platform/service-kit';
import { expect, it } from 'vitest';
import { BreakGlass, type BreakGlassParts } from './break-glass';
import type { FlattenRequest } from './flattener';

const PLACE = { network: 'testnet', trace_id: 't1' };

it('a break-glass flatten that fails names the networks and symbols that are not flat, and no others', async () => {
  const reports = await invoke(
    () => ['BTCUSDT', 'ETHUSDT'],
    ({ symbol }) => symbol === 'ETHUSDT',
  );
  expect(reports).toEqual([
    ['EXECUTOR_BREAK_GLASS_DENIED', { ...PLACE, message: 'the flatten did not complete' }],
    ['EXECUTOR_FLATTEN_FAILED', { ...PLACE, symbols: ['BTCUSDT'] }],
  ]);
});

it('a break-glass flatten that cannot see anything names the network', async () => {
  const reports = await invoke(
    () => undefined,
    () => true,
  );
  expect(reports[0]).toMatchObject(['EXECUTOR_BREAK_GLASS_DENIED', PLACE]);
  expect(reports.at(-1)).toEqual(['EXECUTOR_FLATTEN_FAILED', { ...PLACE, symbols: 'unknown' }]);
});

it('break-glass says that there was nothing to close only when its first look found nothing', async () => {
  for (const looks of [[[]], [undefined, []]]) {
    const reports = await invoke(
      () => looks.shift(),
      () => true,
    );
    expect(reports.at(-1)).toEqual(['EXECUTOR_FLATTEN_NO_TARGETS', PLACE]);
  }
  const looks = [['BTCUSDT'], []];
  expect(
    await invoke(
      () => looks.shift(),
      () => false,
    ),
  ).toEqual([]);
});

it('break-glass goes on until flat while the latch is set or unreadable, however long that takes', async () => {
  const flattened: string[] = [];
  const reports = await invoke(
    (nowMs) => (nowMs < 10 * 60_000 ? undefined : flattened.length === 0 ? ['BTCUSDT'] : []),
    ({ symbol }) => flattened.push(symbol) > 0,
    () => true,
  );
  expect(flattened).toEqual(['BTCUSDT']);
  const failures = reports.filter(([code]) => code === 'EXECUTOR_FLATTEN_FAILED');
  // At the deadline, and once more five minutes later.
  const failure = ['EXECUTOR_FLATTEN_FAILED', { ...PLACE, symbols: 'unknown' }];
  expect(failures).toEqual([failure, failure]);
});

it('a late break-glass flatten ends when an operator resumes trading', async () => {
  let endedMs = 0;
  await invoke(
    (nowMs) => {
      endedMs = nowMs;
      return ['BTCUSDT'];
    },
    () => false,
    (nowMs) => nowMs < 300_000,
  );
  expect(endedMs).toBeGreaterThanOrEqual(300_000);
});

it('break-glass ends with the process', async () => {
  let looks = 0;
  await invoke(
    () => [`${++looks}USDT`],
    () => false,
    (_nowMs, breakGlass) => {
      breakGlass.close();
      return true;
    },
  );
  expect(looks).toBeGreaterThan(0);
});

/**
 * Until it has ended; by the symbols that each look finds, undefined when the exchange cannot be read.
 * Waiting takes no time.
 */
async function invoke(
  look: (nowMs: number) => readonly string[] | undefined,
  flatten: (request: FlattenRequest) => boolean,
  isHalted: (nowMs: number, breakGlass: BreakGlass) => boolean = () => false,
): Promise<readonly (readonly unknown[])[]> {
  let nowMs = 0;
  const reports: (readonly unknown[])[] = [];
  const positions = async () => {
    const symbols = look(nowMs);
    if (symbols === undefined) return { kind: 'unknown' };
    return { kind: 'ok', value: symbols.map((symbol) => ({ symbol })) };
  };
  const openOrders = async () => ({ kind: 'ok', value: [] });
  const network = { exchange: { network: 'testnet', positions, openOrders }, isIn: () => true };
  const wait = async (delayMs: number) => {
    nowMs += delayMs;
  };
  const breakGlass: BreakGlass = new BreakGlass({
    networks: new Map([['testnet', network]]),
    flatteners: new Map([
      [
        'testnet',
        { flatten: async (request: FlattenRequest) => flatten(request), symbolsBeingEntered: () => [] },
      ],
    ]),
    events: { record: async () => {}, waiting: () => 0 },
    recordAction: async () => {},
    unfinished: { add: () => {}, done: () => {} },
    errors: {
      report: (...report: unknown[]) => reports.push(report),
      guard: (_part: string, work: () => unknown) => work,
    },
    time: { ...systemTime, monotonicMs: () => nowMs, wait },
    isHalted: () => isHalted(nowMs, breakGlass),
  } as unknown as BreakGlassParts);
  const confirmTs = Math.floor(systemTime.nowMs() / 1_000);
  breakGlass.invoke({ confirm_ts: confirmTs, network_scope: 'all', reason: 'a drill' }, 't1');
  await expect.poll(() => breakGlass.isFlattening()).toBe(false);
  return reports;
}
