import { describe, expect, it } from 'vitest';
import { type BulkBot, bulkOutcome, bulkPlan } from './bulk';

const bot = (botName: string, desiredState: BulkBot['desiredState']): BulkBot => ({
  ...{ botId: botName, botName, strategy: 'psar', symbol: botName, desiredState, quarantinedAt: null },
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

  it('stops running and paused bots alike', () => {
    expect(bulkPlan('stop', [bot('a', 'running'), bot('b', 'paused')]).left).toEqual([]);
  });

  it('names those that the manager refused, and never counts them as done', () => {
    expect(bulkOutcome('paused', [{ botName: 'a', fault: null }])).toBe('1 bot paused.');
    expect(
      bulkOutcome('paused', [
        { botName: 'a', fault: null },
        { botName: 'b', fault: 'it is gone' },
      ]),
    ).toBe('1 bot paused. Not paused: b (it is gone).');
  });
});
