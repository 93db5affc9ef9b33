import { connectivity, correlation, drawdown, macro, vpin } from '@platform/risk-rules';
import { drawdownMemory } from './drawdown-memory';
import { createWatcher, type Watcher } from './watcher';

/** All five. */
export function createWatchers(isTransient: (error: unknown) => boolean): readonly Watcher[] {
  return [
    createWatcher({
      rule: drawdown,
      observe: ({ observe }) => observe.drawdown(),
      isTransient,
      remember: drawdownMemory,
    }),
    createWatcher({ rule: connectivity, observe: ({ observe }) => observe.connectivity(), isTransient }),
    createWatcher({ rule: vpin, observe: ({ observe }) => observe.vpin(), isTransient }),
    createWatcher({ rule: macro, observe: ({ observe }) => observe.macro(), isTransient }),
    createWatcher({ rule: correlation, observe: ({ observe }) => observe.correlation(), isTransient }),
  ];
}
