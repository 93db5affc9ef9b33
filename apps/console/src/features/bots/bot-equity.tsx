'use client';

import { useManager } from '../../manager/use-manager';
import { Loaded } from '../../ui/loaded';
import { Skeleton } from '../../ui/states';
import { TradedEquity } from '../portfolio/traded-equity';

export function BotEquity({ botId }: { botId: string }) {
  const performance = useManager('/performance', {
    query: { bot_id: botId, resolution: '1m' },
    pollMs: 30_000,
  });
  return (
    <Loaded read={performance} skeleton={<Skeleton className="h-90 w-full" />}>
      {({ equity }) => (
        <TradedEquity
          equity={equity}
          label="Equity of this bot with its drawdown"
          botId={botId}
          height={360}
        />
      )}
    </Loaded>
  );
}
