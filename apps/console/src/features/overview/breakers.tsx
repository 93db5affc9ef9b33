'use client';

import Link from 'next/link';
import { nearestToTrip } from '../../lib/breakers';
import { useManager } from '../../manager/use-manager';
import { Loaded } from '../../ui/loaded';
import { Panel } from '../../ui/page';
import { Empty, Skeleton } from '../../ui/states';
import { BreakerGauge } from '../risk/breaker-gauge';
import { scopeName } from '../risk/scope-name';

/** Of each breaker the scope that is nearest to tripping. */
export function Breakers() {
  const risk = useManager('/bff/risk', { pollMs: 5_000 });
  const bots = useManager('/bff/bots', { pollMs: 5_000 });
  return (
    <Panel title="Breakers" aside={<Link href="/risk">All scopes</Link>}>
      <Loaded read={risk} skeleton={<Skeleton className="h-20 w-full" />}>
        {({ breakers }) =>
          breakers.length === 0 ? (
            <Empty title="The risk service has not judged anything yet" command="./platform logs risk" />
          ) : (
            <div className="grid gap-x-8 gap-y-5 sm:grid-cols-2 xl:grid-cols-5">
              {nearestToTrip(breakers).map((state) => (
                <BreakerGauge
                  key={state.breaker}
                  state={state}
                  scope={scopeName(state.scope, bots.data?.items ?? [])}
                />
              ))}
            </div>
          )
        }
      </Loaded>
    </Panel>
  );
}
