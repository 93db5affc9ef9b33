/**
 * The volume that the manager keeps its state on. It is a mount of its own that shrinks: to fill a real one
 * would take the room of everybody on this machine.
 */
import { join } from 'node:path';
import { canMount, mountSmallDisk, resizeSmallDisk } from '@platform/testkit';
import { atOnce, type Drill, late, type RaisedAlert } from './drill';

/** Costs nothing: only what is written to it takes memory. */
const AMPLE = '64g';

const placeIn = (home: string) => join(home, 'manager');

/** Undefined where this user may not mount. It goes with this process at the latest. */
export function mountVolume(home: string): { unmount(): void } | undefined {
  if (!canMount()) return undefined;
  const { unmount } = mountSmallDisk(placeIn(home), AMPLE);
  process.prependOnceListener('exit', unmount);
  return {
    unmount: () => {
      process.off('exit', unmount);
      unmount();
    },
  };
}

const shrunk = (what: string, size: string, raised: RaisedAlert): Drill => ({
  what,
  raises: [raised],
  needsVolume: true,
  break: async ({ home }) => {
    const place = placeIn(home);
    resizeSmallDisk(place, size);
    return () => resizeSmallDisk(place, AMPLE);
  },
});

export const fillingDisk = shrunk('little room is left on the disk', '4g', late('DiskFilling'));

export const fullDisk = shrunk('hardly any room is left on the disk', '512m', atOnce('DiskFull'));
