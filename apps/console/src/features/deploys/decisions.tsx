/**
 * Bars with the decision of the running release and of the new one side by side; on a phone below their bar.
 */
import { CircleCheck, Hourglass, TriangleAlert } from 'lucide-react';
import { decisionText } from '../../lib/deploys';
import type { ItemOf } from '../../manager/types';
import { Badge } from '../../ui/badge';
import { UtcTime } from '../../ui/time';

type Bar = ItemOf<'/bots/{id}/deploy/bars'>;

export interface DecisionsProps {
  readonly label: string;
  readonly bars: readonly Bar[];
  /** The running release and the new one. */
  readonly releases: readonly [string, string];
}

const COLUMNS = 'grid grid-cols-2 gap-x-4 md:grid-cols-[11rem_11rem_1fr_1fr]';

export function Decisions({ label, bars, releases }: DecisionsProps) {
  const [running, next] = releases;
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      // What is hidden in it must not make the page longer.
      className="relative max-h-96 overflow-auto"
    >
      <div aria-hidden className={`${COLUMNS} hidden border-b py-1 text-faint md:grid`}>
        <span>Bar, UTC</span>
        <span>Verdict</span>
        <span>{running}, running</span>
        <span>{next}, new</span>
      </div>
      <ol>
        {bars.map((bar) => (
          <li key={bar.open_time_ms} className={`${COLUMNS} border-b py-1`}>
            <UtcTime at={bar.open_time_ms} />
            <Verdict bar={bar} />
            <Decision release={running} text={decisionText(bar.blue)} />
            <Decision release={next} text={bar.verdict === 'waiting' ? 'not yet' : decisionText(bar.green)} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Decision({ release, text }: { release: string; text: string }) {
  return (
    <p className="min-w-0 break-words">
      <span className="block text-faint md:sr-only">{release}: </span>
      {text}
    </p>
  );
}

function Verdict({ bar: { verdict, field, is_live: isLive } }: { bar: Bar }) {
  if (verdict === 'waiting') return <Badge icon={Hourglass}>waiting</Badge>;
  if (verdict === 'alike') return <Badge icon={CircleCheck}>{isLive ? 'alike, live' : 'alike'}</Badge>;
  return (
    <Badge tone="warn" icon={TriangleAlert}>
      differs in {field}
    </Badge>
  );
}
