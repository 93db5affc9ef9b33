/** A component as its first rendering shows it to somebody, with what the manager would answer already read. */
import { useQueryClient } from '@tanstack/react-query';
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime';
import {
  PathnameContext,
  SearchParamsContext,
} from 'next/dist/shared/lib/hooks-client-context.shared-runtime';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Role } from '../lib/roles';
import type { Answer, ReadPath } from '../manager/types';
import { managerKey } from '../manager/use-manager';
import { Providers } from './frame/providers';

/** Only what a component looks at has to be given. */
type Part<T> = T extends readonly (infer U)[]
  ? readonly Part<U>[]
  : T extends object
    ? { readonly [K in keyof T]?: Part<T[K]> }
    : T;

export interface Known {
  readonly path: ReadPath;
  readonly params: object;
  readonly query: object;
  readonly answer: unknown;
  readonly isPaged?: boolean;
}

/** What a read of the manager answers. */
export const known = <P extends ReadPath>(
  path: P,
  answer: Part<Answer<P>>,
  { params = {}, query = {} }: { readonly params?: object; readonly query?: object } = {},
): Known => ({ path, params, query, answer });

/** The same of a list that is read page by page, with its first page read. */
export const knownPages = <P extends ReadPath>(
  path: P,
  items: readonly object[],
  { params = {}, query = {} }: { readonly params?: object; readonly query?: object } = {},
): Known => ({
  ...{ path, params, query, isPaged: true },
  answer: { pages: [{ items, next_cursor: null }], pageParams: [null] },
});

interface Circumstances {
  readonly reads?: readonly Known[];
  /** The query of the address. */
  readonly search?: string;
  readonly role?: Role;
}

function Reads({ reads, children }: { reads: readonly Known[]; children: ReactNode }) {
  const queries = useQueryClient();
  for (const { path, params, query, answer, isPaged = false } of reads) {
    const key = managerKey(path, params, query);
    queries.setQueryData(isPaged ? [...key, 'pages'] : key, answer);
  }
  return children;
}

/** Markup of the component. */
export function markupOf(element: ReactNode, circumstances: Circumstances = {}): string {
  const { reads = [], search = '', role = 'operator' } = circumstances;
  return renderToStaticMarkup(
    <SearchParamsContext.Provider value={new URLSearchParams(search)}>
      <PathnameContext.Provider value="/">
        <AppRouterContext.Provider value={{} as never}>
          <Providers viewer={{ name: 'somebody', role }}>
            <Reads reads={reads}>{element}</Reads>
          </Providers>
        </AppRouterContext.Provider>
      </PathnameContext.Provider>
    </SearchParamsContext.Provider>,
  );
}

/** What somebody reads of it, words of one place beside each other. */
export function textOf(element: ReactNode, circumstances: Circumstances = {}): string {
  return markupOf(element, circumstances)
    .replace(/<style.*?<\/style>/gs, '')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"')
    .replace(/\s+/g, ' ')
    .trim();
}
