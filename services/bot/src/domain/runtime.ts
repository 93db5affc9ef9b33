/** The states of a bot process. Nothing is emitted outside `live`, and what has ended stays ended. */

export type RuntimeState = 'leasing' | 'warming' | 'live' | 'draining' | 'ended';

const NEXT: Readonly<Record<RuntimeState, readonly RuntimeState[]>> = {
  leasing: ['warming', 'draining', 'ended'],
  warming: ['live', 'draining', 'ended'],
  live: ['draining', 'ended'],
  draining: ['ended'],
  ended: [],
};

export class Runtime {
  private current: RuntimeState = 'leasing';

  get state(): RuntimeState {
    return this.current;
  }

  /** True when the step is one of the machine's; any other leaves the state as it is. */
  advance(to: RuntimeState): boolean {
    if (!NEXT[this.current].includes(to)) return false;
    this.current = to;
    return true;
  }
}
