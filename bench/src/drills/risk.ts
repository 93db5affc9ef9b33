/** Breakers, by the risk service's own fire drill: it sees a value beyond the threshold, the rest is real. */
import { atOnce, type Drill } from './drill';
import { drillBreaker } from './services';

export const drilledBreaker: Drill = {
  what: 'a macro shock',
  raises: [atOnce('BreakerTripped', { breaker: 'macro' })],
  break: async (stack) => {
    await drillBreaker(stack, 'macro');
    // Trading is resumed before the next round.
    return () => undefined;
  },
};
