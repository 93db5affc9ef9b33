/**
 * A component as its first rendering shows it to somebody, with what the manager would answer already read.
 */

import type { Role } from '@platform/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime';
import {
  PathnameContext,
  SearchParamsContext,
} from 'next/dist/shared/lib/hooks-client-context.shared-runtime';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { ErrorView } from '../lib/errors';
import { ManagerError } from '../manager/request';
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
  readonly answer?: unknown;
  readonly error?: ManagerError;
  readonly isPaged?: boolean;
  /** When it was answered; now unless given. */
  readonly readAtMs?: number;
  /** Of a read that is kept apart from the others. */
  readonly storedUnder?: readonly unknown[];
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
  path,
  params,
  query,
  isPaged: true,
  answer: { pages: [{ items, next_cursor: null }], pageParams: [null] },
});

/** What was read of something that changes no more. */
export const stored = (key: readonly unknown[], answer: unknown): Known => ({
  path: '/runs',
  params: {},
  query: {},
  storedUnder: ['stored', ...key],
  answer,
});

/** What a read of the manager is refused with. */
export const refused = (
  path: ReadPath,
  view: Partial<ErrorView>,
  { params = {}, query = {}, isPaged = false }: Partial<Known> = {},
): Known => ({
  path,
  params,
  query,
  isPaged,
  error: new ManagerError(500, {
    code: 'MANAGER_QUERY_FAILED',
    severity: 'Error',
    category: 'Infra',
    message: 'It could not be read',
    action: 'Look at the log',
    field: null,
    trace_id: '',
    ...view,
  }),
});

interface Circumstances {
  readonly reads?: readonly Known[];
  /** The query of the address. */
  readonly search?: string;
  readonly role?: Role;
}

function Reads({ reads, children }: { reads: readonly Known[]; children: ReactNode }) {
  const queries = useQueryClient();
  const defaults = queries.getDefaultOptions();
  queries.setDefaultOptions({ ...defaults, queries: { ...defaults.queries, retryOnMount: false } });
  for (const { path, params, query, answer, error, isPaged = false, readAtMs, storedUnder } of reads) {
    const key = managerKey(path, params, query);
    const queryKey = storedUnder ?? (isPaged ? [...key, 'pages'] : key);
    const updatedAt = readAtMs ?? Date.now();
    if (error === undefined) queries.setQueryData(queryKey, answer, { updatedAt });
    else
      queries.getQueryCache().build(queries, { queryKey }).setState({ data: answer, error, status: 'error' });
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

/** What a hook gives a component of a page. */
export function givenBy<T>(useIt: () => T): T {
  const given: T[] = [];
  const Taker = () => {
    given.push(useIt());
    return null;
  };
  markupOf(<Taker />);
  return given[0]!;
}

/** What somebody reads of it, words of one place beside each other. */
export function textOf(element: ReactNode, circumstances: Circumstances = {}): string {
  return readable(markupOf(element, circumstances));
}

function readable(markup: string): string {
  return markup
    .replace(/<style.*?<\/style>/gs, '')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Its buttons that are in view and refused, by what stands on them. */
export function refusedButtons(element: ReactNode, circumstances: Circumstances = {}): string[] {
  return [...markupOf(element, circumstances).matchAll(/<button([^>]*)>(.*?)<\/button>/gs)]
    .filter(([, attributes]) => attributes!.includes('aria-disabled="true"'))
    .map(([, , inside]) => readable(inside!));
}

interface ShownField {
  /** Of a list the label that is chosen. */
  readonly value: string;
  readonly hint: string;
  readonly isFaulty: boolean;
}

/** Its fields by their labels. */
export function fieldsOf(element: ReactNode, circumstances: Circumstances = {}): Record<string, ShownField> {
  const markup = markupOf(element, circumstances);
  const labels = [...markup.matchAll(/<label for="([^"]+)"[^>]*>(.*?)<\/label>/gs)];
  return Object.fromEntries(
    labels.map(([, id, label]) => {
      const [, tag, attributes = ''] =
        new RegExp(`<(input|select)([^>]*id="${id}"[^>]*)>`).exec(markup) ?? [];
      const choices = markup.slice(markup.indexOf(`id="${id}"`)).split('</select>')[0]!;
      const chosen = /<option[^>]* selected=""[^>]*>(.*?)<\/option>/s.exec(choices)?.[1];
      const typed = /value="([^"]*)"/.exec(attributes)?.[1];
      const hint = new RegExp(`id="${id}-hint"[^>]*>(.*?)</p>`, 's').exec(markup)?.[1] ?? '';
      return [
        readable(label!),
        {
          value: readable((tag === 'select' ? chosen : typed) ?? ''),
          hint: readable(hint),
          isFaulty: attributes.includes('aria-invalid="true"'),
        },
      ];
    }),
  );
}
