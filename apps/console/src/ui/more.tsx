'use client';

import { Button } from './button';

interface MoreProps {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly fetchNextPage: () => Promise<unknown>;
}

/** The next page of a list with cursors; nothing after the last one. */
export function More({ hasNextPage, isFetchingNextPage, fetchNextPage }: MoreProps) {
  if (!hasNextPage) return null;
  return (
    <div className="flex justify-center py-3">
      <Button onClick={() => void fetchNextPage()} disabled={isFetchingNextPage}>
        {isFetchingNextPage ? 'Reading…' : 'Show more'}
      </Button>
    </div>
  );
}
