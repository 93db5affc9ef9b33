import { simulatedTitle } from '../../lib/simulated';
import type { ItemOf } from '../../manager/types';
import { Sparkline } from '../../ui/sparkline';

/** The last day of a bot; of one that has hardly begun, its simulated days in a quiet colour. */
export function LastDay({ bot: { botName, sparkline, simulated } }: { bot: ItemOf<'/bff/bots'> }) {
  if (sparkline.length < 2 && simulated !== null) {
    return (
      <span title={simulatedTitle(simulated)}>
        <Sparkline values={simulated.sparkline} label={`Simulated equity of ${botName}`} isQuiet />
      </span>
    );
  }
  return <Sparkline values={sparkline} label={`Equity of ${botName} over the last day`} />;
}
