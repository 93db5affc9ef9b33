import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { QueryObserver, useQueryClient } from '@tanstack/react-query';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { givenBy } from '../features/rendered.fixture';
import { consoleError } from '../lib/errors';
import { ask, type ManagerError, pathOf, useCommand } from './request';

it('a path is filled with encoded parameters and only the query that is set', () => {
  expect(pathOf('/bots/{id}/runs', { id: 'a/b' }, { kind: 'live', cursor: undefined, symbol: '' })).toBe(
    '/bots/a%2Fb/runs?kind=live',
  );
  expect(pathOf('/portfolio')).toBe('/portfolio');
});

describe('a request to a server that never answers', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  it('an unanswered request is given up: a read later than a change, both later than at the server', async () => {
    const limitsMs: number[] = [];
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      limitsMs.push(ms);
      return timeout(1);
    });
    vi.stubGlobal(
      'fetch',
      (_: string, { signal }: { signal: AbortSignal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason));
        }),
    );
    const left = new AbortController();
    for (const init of [{}, { signal: left.signal }, { method: 'POST' }]) {
      await expect(ask('/bff/risk', init)).rejects.toMatchObject({ status: 503 });
    }
    expect(limitsMs).toEqual([35_000, 35_000, 20_000]);
  });
});

describe('an answer', () => {
  let server: Server;
  afterEach(() => {
    vi.unstubAllGlobals();
    server.close();
  });

  /** A console's server that answers like this. */
  async function answering(answer: RequestListener): Promise<void> {
    server = createServer(answer);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const send = fetch;
    vi.stubGlobal('fetch', (path: string, init: RequestInit) =>
      send(`http://127.0.0.1:${port}${path}`, init),
    );
  }

  const messageOf = (method: string) =>
    ask('/bff/risk/halt', { method }).then(
      ({ data }) => `answered ${JSON.stringify(data)}`,
      (error: ManagerError) => error.view.message,
    );

  it('an answer that breaks off is a failure, and of a change one that may have been done', async () => {
    await answering((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{"items":[1,2,', () => response.destroy());
    });
    expect(await messageOf('GET')).toBe('The console itself does not answer.');
    expect(await messageOf('POST')).toMatch(/does not answer\. It may have been done: look before pressing/);
  });

  it('an answer that came too late leaves a change open, a refusal of the manager does not', async () => {
    let code: 'CONSOLE_MANAGER_UNREACHABLE' | 'CONSOLE_FORBIDDEN' = 'CONSOLE_MANAGER_UNREACHABLE';
    await answering((_, response) => {
      response.writeHead(503).end(JSON.stringify(consoleError(code)));
    });
    expect(await messageOf('POST')).toMatch(/manager does not answer\. It may have been done/);
    code = 'CONSOLE_FORBIDDEN';
    expect(await messageOf('POST')).toBe(consoleError(code).message);
  });
});

it('a command is over when the server has answered, while what the page shows is still read again', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ status: 'halted' }));
  const { queries, command } = givenBy(() => ({ queries: useQueryClient(), command: useCommand() }));
  const queryKey = ['manager', '/bff/bots'];
  let reads = 0;
  const observer = new QueryObserver(queries, {
    queryKey,
    queryFn: () => (++reads === 1 ? Promise.resolve('read') : new Promise<string>(() => {})),
  });
  const leave = observer.subscribe(() => {});
  await expect.poll(() => observer.getCurrentResult().data).toBe('read');
  const pressed = command.mutateAsync({ method: 'POST', path: '/bff/risk/halt' }).then(() => 'over');
  const later = new Promise((resolve) => setTimeout(resolve, 500, 'waits for the reads'));
  expect(await Promise.race([pressed, later])).toBe('over');
  expect(queries.isFetching({ queryKey })).toBe(1);
  leave();
  vi.unstubAllGlobals();
  queries.clear();
});
