'use client';

import { spansOf } from '../../lib/runbook';
import { runbooks } from '../../lib/runbooks.generated';

/** What to do about an alert; nothing for one that is not the platform's. */
export function Runbook({ alert }: { alert: string }) {
  const runbook = Object.hasOwn(runbooks, alert) ? runbooks[alert] : undefined;
  if (runbook === undefined) return null;
  return (
    <section aria-label={`Runbook of ${alert}`} className="max-w-3xl space-y-2 border-l-2 pl-3">
      <Sentence text={runbook.meaning} />
      <ol className="list-decimal space-y-1 pl-5">
        {runbook.steps.map((step) => (
          <li key={step}>
            <Sentence text={step} />
          </li>
        ))}
      </ol>
      <div className="text-muted">
        Over when: <Sentence text={runbook.over} />
      </div>
    </section>
  );
}

function Sentence({ text }: { text: string }) {
  const spans = spansOf(text).map((span, index) => ({ ...span, key: `${index} ${span.text}` }));
  return (
    <span className="break-words">
      {spans.map(({ key, kind, text: words }) =>
        kind === 'code' ? (
          <code key={key} className="rounded bg-raised px-1 font-mono text-xs">
            {words}
          </code>
        ) : (
          <span key={key}>{words}</span>
        ),
      )}
    </span>
  );
}
