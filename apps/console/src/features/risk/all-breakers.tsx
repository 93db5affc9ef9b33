'use client';

import { fillOf, nearestToTrip } from '../../lib/breakers';
import type { ItemOf } from '../../manager/types';
import { Empty } from '../../ui/states';
import { setUrl, useUrlState } from '../../ui/url-state';
import { BreakerGauge, type BreakerState } from './breaker-gauge';
import { BreakerHistory } from './breaker-history';
import { scopeName } from './scope-name';

interface AllBreakersProps {
  readonly states: readonly BreakerState[];
  readonly bots: readonly ItemOf<'/bff/bots'>[];
}

const NEAREST = 'nearest';

const urgency = (state: BreakerState) =>
  state.status === 'tripped' ? 2 : (fillOf(state.value, state.threshold) ?? -1);

/**
 * Of each breaker the scope nearest to its limit, or every scope; choosing one shows what the breaker did
 * before.
 */
export function AllBreakers({ states, bots }: AllBreakersProps) {
  const [chosen] = useUrlState('breaker');
  const [scopes] = useUrlState('scopes', NEAREST);
  if (states.length === 0) {
    return <Empty title="The risk service has not judged anything yet" command="./platform logs risk" />;
  }
  const shown = scopes === NEAREST ? nearestToTrip(states) : states;
  const ordered = [...shown].sort((a, b) => urgency(b) - urgency(a));
  const current = states.find(({ breaker }) => breaker === chosen)?.breaker;
  return (
    <>
      <ul className="grid gap-x-8 gap-y-3 sm:grid-cols-2 xl:grid-cols-5">
        {ordered.map((state) => (
          <li key={`${state.breaker} ${state.scope}`}>
            <button
              type="button"
              aria-pressed={state.breaker === current}
              aria-label={`History of the ${state.breaker} breaker`}
              onClick={() => setUrl({ breaker: state.breaker === current ? '' : state.breaker })}
              className="w-full rounded-md p-2 text-left hover:bg-surface aria-pressed:bg-raised"
            >
              <BreakerGauge state={state} scope={scopeName(state.scope, bots)} />
            </button>
          </li>
        ))}
      </ul>
      {current === undefined ? null : <BreakerHistory breaker={current} />}
    </>
  );
}

export function ScopesToggle() {
  const [scopes, setScopes] = useUrlState('scopes', NEAREST);
  const isNearest = scopes === NEAREST;
  return (
    <button
      type="button"
      onClick={() => setScopes(isNearest ? 'all' : NEAREST)}
      className="text-accent underline underline-offset-2"
    >
      {isNearest ? 'Show every scope' : 'Show only the nearest'}
    </button>
  );
}
