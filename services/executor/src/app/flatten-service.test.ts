import { type FlattenScope, scopeText } from '@platform/contracts';
import { systemTime, type Time } from '@platform/service-kit';
import { describe, expect, it } from 'vitest';
import { FlattenService, type FlattenServiceParts } from './flatten-service';
import type { FlattenRequest } from './flattener';
import type { GivenUpFlatten } from './unfinished-flattens';

const CLUSTER = {
  networkScope: 'all',
  scope: { kind: 'cluster', clusterId: 'east' },
  traceId: 't1',
} as const;
const BOT = { networkScope: 'all', scope: { kind: 'bot', botId: 'member' }, traceId: 't1' } as const;
const ALL = { networkScope: 'all', scope: { kind: 'all' }, traceId: 't1' } as const;
const HOLDING = { botId: 'member', quantity: '1' };
const POSITION = { symbol: 'BTCUSDT', positionSide: 'long', quantity: '1' };

it('a flatten of a cluster lets no bot open before its members are known, and none of them after', async () => {
  let tellBots = (_bots: readonly string[]) => {};
  const bots = new Promise<readonly string[]>((resolve) => {
    tellBots = resolve;
  });
  const { service } = openFlattens({ commands: { botsOfCluster: () => bots } });
  const isEmptying = (botId: string) => service.isEmptying('testnet', 'BTCUSDT', botId);
  expect(isEmptying('member')).toBe(false);
  const flat = service.untilFlat(CLUSTER);
  expect([isEmptying('member'), isEmptying('stranger')]).toEqual([true, true]);
  tellBots(['member']);
  await expect.poll(() => isEmptying('stranger')).toBe(false);
  expect(isEmptying('member')).toBe(true);
  service.close();
  expect(await flat).toBe(false);
  expect(isEmptying('member')).toBe(false);
});

describe('a flatten of a bot that holds nothing', () => {
  const entry = { botId: 'member', leg: 'entry', status: 'unknown', filledQuantity: '0' };

  it.each(['submitting', 'unknown', 'new'] as const)(
    'a flatten of a bot that holds nothing goes on while an entry of it is %s',
    async (status) => {
      const book = { holdings: [], orders: [{ ...entry, status }] };
      const answers = [false, true];
      const { service } = openFlattens({ book, flatten: () => answers.shift()!, time: hurriedTime() });
      expect(await service.untilFlat(BOT)).toBe(true);
      expect(answers).toEqual([]);
    },
  );

  it('a flatten of a bot that holds nothing is done at once when it has no entry of its own on its way', async () => {
    const orders = [
      { ...entry, botId: 'stranger' },
      { ...entry, leg: 'sl', status: 'new' },
    ];
    const { service, asked } = openFlattens({ book: { holdings: [], orders } });
    expect(await service.untilFlat(BOT)).toBe(true);
    expect(asked()).toBe(0);
  });

  it('a flatten of a bot is not done while the books do not show where the bot has orders', async () => {
    const looks: (number | undefined)[] = [];
    const symbols = async (priority: string, patienceMs?: number) => {
      expect(priority).toBe('exit');
      looks.push(patienceMs);
      if (patienceMs !== undefined) return [];
      if (looks.length === 1) throw new Error('the database is away');
      return ['BTCUSDT'];
    };
    const book = { holdings: [], orders: [entry] };
    const { service, asked } = openFlattens({ book, symbols, flatten: () => true });
    expect(await service.untilFlat(BOT)).toBe(true);
    expect([looks.length, asked()]).toEqual([2, 1]);
  });
});

describe('a flatten that is tried again', () => {
  /** How often it says that there is nothing to close, by what the exchange shows at each look. */
  async function emptyReports(looks: Look[], { isShownBefore = false } = {}): Promise<number> {
    const { service, reports } = openFlattens({
      positions: () => looks.shift()!,
      flatten: () => looks.length === 0,
      time: hurriedTime(),
    });
    await service.untilFlat(ALL, isShownBefore ? await service.targets(ALL) : undefined);
    return reports.filter(({ code }) => code === 'EXECUTOR_FLATTEN_NO_TARGETS').length;
  }

  it('a repeated flatten says once that there is nothing to close, by its first look alone', async () => {
    expect(await emptyReports([[], [], []])).toBe(1);
    expect(await emptyReports(['unreadable', [], []])).toBe(1);
    expect(await emptyReports([[POSITION], [], []])).toBe(0);
  });

  it('a repeated flatten goes by the look that was answered to the operator, when there was one', async () => {
    expect(await emptyReports([[], [], []], { isShownBefore: true })).toBe(1);
    expect(await emptyReports([[POSITION], [], []], { isShownBefore: true })).toBe(0);
  });
});

describe('a flatten that does not become flat', () => {
  const failures = (reports: readonly Report[]) =>
    reports.filter(({ code }) => code === 'EXECUTOR_FLATTEN_FAILED').map(({ context }) => context);

  it('a flatten that fails names the networks and symbols that are not flat, and no others', async () => {
    const { service, reports } = openFlattens({
      symbols: async () => ['BTCUSDT', 'ETHUSDT', 'SOLUSDT'],
      flatten: ({ symbol }) => symbol === 'ETHUSDT',
      time: hurriedTime(),
      isHalted: false,
    });
    expect(await service.untilFlat(ALL)).toBe(false);
    const symbols = ['BTCUSDT', 'SOLUSDT'];
    expect(failures(reports)).toEqual([{ network: 'testnet', symbols, trace_id: 't1' }]);
  });

  it('a flatten that does not become flat is reported every five minutes for as long as it is tried', async () => {
    const time = hurriedTime();
    const { service, reports } = openFlattens({ flatten: () => time.monotonicMs() > 3_600_000, time });
    expect(await service.untilFlat(ALL)).toBe(true);
    expect(failures(reports)).toHaveLength(12);
  });

  it('a flatten that is given up is watched further, until one of its scope goes through', async () => {
    const answers = { isFlat: false };
    const { service, unfinished } = openFlattens({
      flatten: () => answers.isFlat,
      time: hurriedTime(),
      isHalted: false,
    });
    expect(await service.untilFlat(BOT)).toBe(false);
    expect(unfinished).toEqual(['testnet bot:member']);
    answers.isFlat = true;
    expect(await service.untilFlat(BOT)).toBe(true);
    expect(unfinished).toEqual(['testnet bot:member', 'done testnet bot:member']);
  });

  it('a flatten that the process ends with is not given up', async () => {
    const { service, unfinished } = openFlattens();
    const flat = service.untilFlat(BOT);
    service.close();
    expect(await flat).toBe(false);
    expect(unfinished).toEqual([]);
  });

  it('a flatten that sees nothing any more names what it saw last, or says that it never saw anything', async () => {
    const looks: Look[] = [[POSITION]];
    const blinded = { positions: () => looks.shift() ?? 'unreadable', time: hurriedTime(), isHalted: false };
    for (const symbols of [['BTCUSDT'], 'unknown']) {
      const { service, reports } = openFlattens(blinded);
      expect(await service.untilFlat(ALL)).toBe(false);
      expect(failures(reports)).toEqual([{ network: 'testnet', symbols, trace_id: 't1' }]);
    }
  });
});

/** Waiting takes no time and is counted all the same. */
function hurriedTime(): Time {
  let nowMs = 0;
  const wait = async (delayMs: number) => {
    nowMs += delayMs;
  };
  return { ...systemTime, monotonicMs: () => nowMs, wait };
}

interface Report {
  readonly code: string;
  readonly context: object;
}

/** What the exchange shows as positions. */
type Look = readonly object[] | 'unreadable';

interface Given {
  readonly book: object;
  readonly commands: object;
  symbols(priority: string, patienceMs?: number): Promise<readonly string[]>;
  positions(): Look;
  /** Whether the symbol is flat afterwards. */
  flatten(request: FlattenRequest): boolean;
  readonly time: Time;
  readonly isHalted: boolean;
}

/**
 * One network with one symbol; as long as nothing else is given, with a holding of `member` that cannot be
 * closed.
 */
function openFlattens(given: Partial<Given> = {}) {
  const {
    book = { holdings: [HOLDING], orders: [] },
    commands = {},
    symbols = async () => ['BTCUSDT'],
    positions = () => [POSITION],
    flatten = () => false,
    time = systemTime,
    isHalted = true,
  } = given;
  let asked = 0;
  const reports: Report[] = [];
  const read = async () => {
    const look = positions();
    return look === 'unreadable' ? { kind: 'unknown' } : { kind: 'ok', value: look };
  };
  const network = {
    exchange: { network: 'testnet', positions: read },
    isIn: () => true,
    symbols,
    desk: () => ({ run: (work: () => Promise<boolean>) => work() }),
  };
  const flattener = {
    symbolsBeingEntered: () => new Set<string>(),
    flatten: async (request: FlattenRequest) => {
      asked += 1;
      return flatten(request);
    },
  };
  const unfinished: string[] = [];
  const parts = {
    networks: new Map([['testnet', network]]),
    flatteners: new Map([['testnet', flattener]]),
    books: { load: async () => book },
    commands,
    unfinished: {
      add: ({ network, scope }: GivenUpFlatten) => unfinished.push(`${network} ${scopeText(scope)}`),
      done: (network: string, scope: FlattenScope) => unfinished.push(`done ${network} ${scopeText(scope)}`),
    },
    errors: { report: (code: string, context: object) => reports.push({ code, context }) },
    time,
    isHalted: () => isHalted,
  };
  const service = new FlattenService(parts as unknown as FlattenServiceParts);
  return { service, reports, unfinished, asked: () => asked };
}
