/**
 * The four states of a read in one place: skeleton while nothing is there, the error when nothing could be read, the data,
 * and above old data the error that kept it from being renewed.
 */
'use client';

import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ManagerError } from '../manager/request';
import { ErrorPanel, SkeletonRows } from './states';

interface LoadedProps<T> {
  readonly read: UseQueryResult<T, ManagerError>;
  readonly skeleton?: ReactNode;
  readonly children: (data: T) => ReactNode;
}

export function Loaded<T>({ read, skeleton, children }: LoadedProps<T>) {
  const retry = () => void read.refetch();
  if (read.data === undefined) {
    return read.error === null ? (
      (skeleton ?? <SkeletonRows />)
    ) : (
      <ErrorPanel error={read.error.view} retry={retry} />
    );
  }
  return (
    <>
      {read.error === null ? null : (
        <div className="mb-3">
          <ErrorPanel error={read.error.view} retry={retry} />
        </div>
      )}
      {children(read.data)}
    </>
  );
}
