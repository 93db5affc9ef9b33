/**
 * The four states of a read in one place: skeleton while nothing is there, the error when nothing could be
 * read, the data, and above old data the error that kept it from being renewed.
 */
'use client';

import { type ComponentProps, type ReactNode, useMemo } from 'react';
import type { ErrorView } from '../lib/errors';
import type { ManagerError } from '../manager/request';
import { More } from './more';
import { ErrorPanel, SkeletonRows } from './states';

interface Read<T> {
  readonly data: T | undefined;
  readonly error: ManagerError | null;
  refetch(): Promise<unknown>;
}

interface LoadedProps<T> {
  readonly read: Read<T>;
  readonly skeleton?: ReactNode;
  readonly children: (data: T) => ReactNode;
}

/**
 * While nothing answers, the strip says so once for the whole page; a panel each would say it six times more.
 */
const SAID_BY_THE_STRIP: ReadonlySet<string> = new Set(['CONSOLE_MANAGER_UNREACHABLE', 'CONSOLE_OFFLINE']);

function Failed({ error, retry }: { error: ErrorView; retry: () => void }) {
  if (!SAID_BY_THE_STRIP.has(error.code)) return <ErrorPanel error={error} retry={retry} />;
  return (
    <p role="status" className="text-warn">
      {error.message} This part is read again by itself.
    </p>
  );
}

export function Loaded<T>({ read, skeleton, children }: LoadedProps<T>) {
  const retry = () => void read.refetch();
  if (read.data === undefined) {
    return read.error === null ? (
      (skeleton ?? <SkeletonRows />)
    ) : (
      <Failed error={read.error.view} retry={retry} />
    );
  }
  return (
    <>
      {read.error === null ? null : (
        <div className="mb-3">
          <Failed error={read.error.view} retry={retry} />
        </div>
      )}
      {children(read.data)}
    </>
  );
}

interface Pages<T> {
  readonly pages: readonly { readonly items: readonly T[] }[];
}

interface LoadedPagesProps<T> extends Pick<LoadedProps<Pages<T>>, 'skeleton'> {
  readonly read: Read<Pages<T>> & ComponentProps<typeof More>;
  readonly children: (items: readonly T[]) => ReactNode;
}

/** The same for a list that is read page by page: all of it so far, and below it the way to more. */
export function LoadedPages<T>({ read, skeleton, children }: LoadedPagesProps<T>) {
  const { data } = read;
  const items = useMemo(() => data?.pages.flatMap((page) => page.items) ?? [], [data]);
  return (
    <>
      <Loaded read={read} skeleton={skeleton}>
        {() => children(items)}
      </Loaded>
      <More {...read} />
    </>
  );
}
