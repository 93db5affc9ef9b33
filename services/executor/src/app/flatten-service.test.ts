import { systemTime } from '@platform/service-kit';
import { describe, expect, it } from 'vitest';
import { FlattenService, type FlattenServiceParts } from './flatten-service';

const CLUSTER = {
  networkScope: 'all',
  scope: { kind: 'cluster', clusterId: 'east' },
  traceId: 't1',
} as const;

describe('a flatten of a cluster', () => {
  it('lets nothing be opened before it is known which bots the cluster has, and nothing of theirs after', async () => {
    const { service, tellBots } = openFlattens();
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
});

/** One network with one holding of `member` that cannot be closed, and a cluster whose bots are named when the test says so. */
function openFlattens() {
  let tellBots = (_bots: readonly string[]) => {};
  const bots = new Promise<readonly string[]>((resolve) => {
    tellBots = resolve;
  });
  const held = { symbol: 'BTCUSDT', side: 'long', quantity: '1' };
  const network = {
    venue: { network: 'testnet', positions: async () => ({ kind: 'ok', value: [held] }) },
    isIn: () => true,
    symbols: async () => ['BTCUSDT'],
    desk: () => ({ run: (work: () => Promise<boolean>) => work() }),
  };
  const parts = {
    networks: new Map([['testnet', network]]),
    flatteners: new Map([['testnet', { flatten: async () => false }]]),
    books: { load: async () => ({ holdings: [{ botId: 'member', quantity: '1' }] }) },
    commands: { botsOfCluster: () => bots },
    errors: { report: () => {} },
    time: systemTime,
    isHalted: () => true,
  };
  return { service: new FlattenService(parts as unknown as FlattenServiceParts), tellBots };
}
