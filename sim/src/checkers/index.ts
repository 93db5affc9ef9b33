/** Every checker. See docs/safety.md for the invariants they are named after. */
import type { History } from '../history/history';
import type { Checker, Violation } from './checker';
import { oneEntryPerIntent } from './i1-one-entry-per-intent';
import { rowBeforeOrder } from './i2-row-before-order';
import { unknownIsNotFailed } from './i3-unknown-is-not-failed';
import { exitsKeptTheirWord, oneOutcome } from './i4-one-outcome';
import { eventsDelivered } from './i6-events-delivered';
import { onlyForward } from './i7-only-forward';
import { haltMeansHalt } from './i8-halt-means-halt';
import { latchReadLately } from './i9-latch-read-lately';
import { latchKeeps } from './i10-latch-keeps';
import { noStaleFence } from './i11-no-stale-fence';
import { onePrincipal } from './i12-one-principal';
import { capsHold } from './i13-caps-hold';
import { breakersTrip } from './i14-breakers-trip';
import { reconciledFirst } from './i15-reconciled-first';
import { freshBars } from './i16-fresh-bars';
import { underAStop } from './i17-under-a-stop';
import { noOrphans } from './i18-no-orphans';
import { noFlip } from './i19-no-flip';
import { flattenEnds, flattensDone } from './i20-flatten-ends';
import { truthAtRest } from './i21-truth-at-rest';
import { orderlyEnd } from './i22-orderly-end';
import { silentUntilRetryAfter } from './i23-silent-until-retry-after';
import { aliveAndSilent } from './i25-alive-and-silent';

export const CHECKERS: readonly Checker[] = [
  oneEntryPerIntent,
  rowBeforeOrder,
  unknownIsNotFailed,
  oneOutcome,
  exitsKeptTheirWord,
  eventsDelivered,
  onlyForward,
  haltMeansHalt,
  latchReadLately,
  latchKeeps,
  noStaleFence,
  onePrincipal,
  capsHold,
  breakersTrip,
  reconciledFirst,
  freshBars,
  underAStop,
  noOrphans,
  noFlip,
  flattenEnds,
  flattensDone,
  truthAtRest,
  orderlyEnd,
  silentUntilRetryAfter,
  aliveAndSilent,
];

export function violationsOf(history: History): Violation[] {
  return CHECKERS.filter(({ when }) => when !== 'flat' || history.phase === 'flat').flatMap(
    ({ invariant, check, when }) =>
      check(history).map((detail) => ({ invariant, detail, isFinal: when === 'always' })),
  );
}
