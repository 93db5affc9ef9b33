/**
 * A change that goes to the manager. Nothing optimistic: the caches are read again after the server confirmed, and the
 * result carries the trace id that the audit log knows.
 */
'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ask, type ManagerError, pathOf, type Received } from './request';
import type { ManagerPath } from './types';

export interface Command {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** As in the manager's contract, e.g. /bots/{id}/start. */
  readonly path: ManagerPath;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

export function useCommand<T = unknown>() {
  const queries = useQueryClient();
  return useMutation<Received<T>, ManagerError, Command>({
    mutationFn: ({ method, path, params, query, body }) =>
      ask<T>(pathOf(path, params, query), {
        method,
        ...(body === undefined
          ? {}
          : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['manager'] }),
  });
}
