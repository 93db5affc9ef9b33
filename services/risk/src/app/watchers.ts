import { connectivity, correlation, drawdown, macro, vpin } from '@platform/risk-rules';
import { drawdownMemory } from './drawdown-memory';
import { createWatcher, type Watcher, type WatcherOptions } from './watcher';

type Shared = Pick<WatcherOptions<never, never>, 'isTransient' | 'monotonicMs'>;

/** All five. */
export function createWatchers(shared: Shared): readonly Watcher[] {
  return [
    createWatcher({
      rule: drawdown,
      observe: ({ observe }) => observe.drawdown(),
      remember: drawdownMemory,
      ...shared,
    }),
    createWatcher({ rule: connectivity, observe: ({ observe }) => observe.connectivity(), ...shared }),
    createWatcher({ rule: vpin, observe: ({ observe }) => observe.vpin(), ...shared }),
    createWatcher({ rule: macro, observe: ({ observe }) => observe.macro(), ...shared }),
    createWatcher({ rule: correlation, observe: ({ observe }) => observe.correlation(), ...shared }),
  ];
}
