'use client';

import { fillOf } from '../../lib/breakers';
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

const urgency = (state: BreakerState) =>
  state.status === 'tripped' ? 2 : (fillOf(state.value, state.threshold) ?? -1);

/** Every breaker in every scope; choosing one shows what it did before. */
export function AllBreakers({ states, bots }: AllBreakersProps) {
  const [chosen] = useUrlState('breaker');
  if (states.length === 0) {
    return <Empty title="The risk service has not judged anything yet" command="./platform logs risk" />;
  }
  const ordered = [...states].sort((a, b) => urgency(b) - urgency(a));
  const current = states.find(({ breaker }) => breaker === chosen)?.breaker;
  return (
    <>
      <ul className="grid gap-x-8 gap-y-3 sm:grid-cols-2 xl:grid-cols-4">
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
