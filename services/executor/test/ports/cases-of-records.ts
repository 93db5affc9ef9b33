/** What the ports promise of what is only recorded: accounts as they were seen, and events. */
import { expect } from 'vitest';
import { AMBER, idOf, NETWORK, type PortCase, SYMBOL } from './fixture';

const FIGURES = {
  walletUsd: '1000',
  unrealisedPnlUsd: '0',
  marginUsedUsd: '0',
  availableUsd: '1000',
  fundingDueUsd: null,
  fundingDueAtMs: null,
};

export const CASES_OF_RECORDS: readonly PortCase[] = [
  [
    'of each account the last look is kept: what stands in its way, or that nothing does',
    async ({ ports, accountProblems }) => {
      await ports.recordAccount(NETWORK, 'hedge', undefined, 'the key may not trade');
      await ports.recordAccount('prod', 'hedge', FIGURES, null);
      expect(await accountProblems()).toEqual(
        new Map([
          [NETWORK, 'the key may not trade'],
          ['prod', null],
        ]),
      );
      await ports.recordAccount(NETWORK, 'hedge', FIGURES, null);
      expect((await accountProblems()).get(NETWORK)).toBeNull();
    },
  ],
  [
    'events are written in their order, with bot and trace, and none waits then',
    async (under) => {
      const { events } = under.ports;
      await under.addBot(AMBER.botId, AMBER.strategy, 'trend');
      await events.record('ReconcileComplete', { quantity: '2' });
      await events.flattenStep({
        network: NETWORK,
        symbol: SYMBOL,
        step: 'cancelled',
        traceId: idOf(7),
        botId: AMBER.botId,
      });
      expect(events.waiting()).toBe(0);
      expect(await under.eventsWritten()).toEqual([
        { kind: 'ReconcileComplete', botId: null, traceId: null, metadata: { quantity: '2' } },
        {
          kind: 'FlattenStepComplete',
          botId: AMBER.botId,
          traceId: idOf(7),
          metadata: { network: NETWORK, symbol: SYMBOL, step: 'cancelled', trace_id: idOf(7) },
        },
      ]);
    },
  ],
];
