'use client';

import { Button } from '../../ui/button';
import { Page } from '../../ui/page';

/** A page that broke while drawing. The frame and the other pages still work. */
export default function PageError({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  return (
    <Page title="This page broke">
      <div role="alert" className="space-y-3 border-l-2 border-danger bg-surface px-4 py-3">
        <p>
          Something in the console itself went wrong while drawing this page. What was pressed before may have
          been done: look before pressing again.
        </p>
        <p className="font-mono text-xs text-faint">{error.digest ?? error.message}</p>
        <Button onClick={reset}>Draw it again</Button>
      </div>
    </Page>
  );
}
