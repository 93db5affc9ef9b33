import type { BotsHistory } from '../history/history';
import { type Checker, groupBy } from './checker';

const BAR_MS = 60_000;
const STALE_BARS = 2;

export const freshBars: Checker = {
  invariant: 'I16',
  claim: 'a bot asks for entries on a fresh bar alone, and decides on every bar once, without a gap',
  when: 'always',
  check({ database: { bots } }) {
    return bots === null ? [] : [...stale(bots), ...gaps(bots), ...diverged(bots)];
  },
};

function stale({ asked }: BotsHistory): string[] {
  return asked
    .filter(
      ({ side, committedMs, barOpenTimeMs }) =>
        side !== 'flat' && committedMs - barOpenTimeMs > STALE_BARS * BAR_MS,
    )
    .map(({ intentId, committedMs, barOpenTimeMs }) => {
      const oldMs = committedMs - barOpenTimeMs;
      return `entry ${intentId} was asked for on a bar that opened ${oldMs} ms before`;
    });
}

/**
 * A row that continues another one's digest follows it by one bar; a bot that cannot continue begins a new
 * chain.
 */
function gaps({ decisions }: BotsHistory): string[] {
  return [...groupBy(decisions, ({ botId }) => botId)].flatMap(([botId, rows]) =>
    rows.flatMap(({ openTimeMs, previousDigest }) => {
      const before = rows.find(({ digest }) => digest === previousDigest);
      const stepMs = before === undefined ? BAR_MS : openTimeMs - before.openTimeMs;
      return stepMs === BAR_MS ? [] : [`bot ${botId} decided across a gap of ${stepMs} ms at ${openTimeMs}`];
    }),
  );
}

function diverged({ divergences }: BotsHistory): string[] {
  return divergences === 0 ? [] : [`${divergences} audits found another decision than the bot's`];
}
