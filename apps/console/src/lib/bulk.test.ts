import { describe, expect, it } from 'vitest';
import { type BulkBot, bulkOutcome, bulkPlan, bulkRun } from './bulk';

const bot = (botName: string, desiredState: BulkBot['desiredState']): BulkBot => ({
  botId: botName,
  botName,
  strategy: 'psar',
  symbol: botName,
  desiredState,
  quarantinedAt: null,
});

describe('an action on several bots', () => {
  it('touches those that it is allowed for and says of each other one why not', () => {
    const plan = bulkPlan('pause', [bot('a', 'running'), bot('b', 'stopped')]);
    expect(plan.touched.map(({ botName }) => botName)).toEqual(['a']);
    expect(plan.left).toEqual([
      {
        bot: expect.objectContaining({ botName: 'b' }),
        why: 'Only a running bot can be paused; this one is stopped.',
      },
    ]);
  });

  it('a bulk action stops running and paused bots alike', () => {
    expect(bulkPlan('stop', [bot('a', 'running'), bot('b', 'paused')]).left).toEqual([]);
  });

  it('a bulk action names those that the manager refused, and never counts them as done', () => {
    expect(bulkOutcome('paused', [{ botName: 'a', fault: null }])).toBe('1 bot paused.');
    expect(
      bulkOutcome('paused', [
        { botName: 'a', fault: null },
        { botName: 'b', fault: 'it is gone' },
      ]),
    ).toBe('1 bot paused. Not paused: b (it is gone).');
  });
});

it('a bulk action sends for no further bot once somebody has left', async () => {
  const left = new AbortController();
  const sent: string[] = [];
  const bots = ['a', 'b', 'c', 'd', 'e'].map((botName) => ({ botName }));
  const stop = async ({ botName }: { botName: string }) => {
    sent.push(botName);
    await Promise.resolve();
    left.abort();
  };
  expect(await bulkRun(bots, stop, left.signal)).toEqual([{ botName: 'a', fault: null }]);
  expect(sent).toEqual(['a']);
});

it('a bulk action goes on with the others after one was refused', async () => {
  const stop = async ({ botName }: { botName: string }) => {
    if (botName === 'a') throw new Error('It is not running');
  };
  const results = await bulkRun([{ botName: 'a' }, { botName: 'b' }], stop, new AbortController().signal);
  expect(results).toEqual([
    { botName: 'a', fault: 'It is not running' },
    { botName: 'b', fault: null },
  ]);
});
