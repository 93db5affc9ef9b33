/**
 * The four states of a read in one place: skeleton while nothing is there, the error when nothing could be read, the data,
 * and above old data the error that kept it from being renewed.
 */
'use client';

import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ErrorView } from '../lib/errors';
import type { ManagerError } from '../manager/request';
import { ErrorPanel, SkeletonRows } from './states';

interface LoadedProps<T> {
  readonly read: UseQueryResult<T, ManagerError>;
  readonly skeleton?: ReactNode;
  readonly children: (data: T) => ReactNode;
}

/** While nothing answers, the strip says so once for the whole page; a panel each would say it six times more. */
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
