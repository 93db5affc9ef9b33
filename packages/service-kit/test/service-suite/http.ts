/**
 * What every service answers, whatever it does: guards, bad input, health, documentation, metrics,
 * configuration.
 */
import { bodyTooLargeCode, errorRegistry, invalidRequestCode } from '@platform/contracts';
import type { ServiceHandle } from '@platform/service-kit';
import { eventually, sendRaw, TEST_PASSWORD } from '@platform/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Environs } from './environs';
import { guardSuite } from './guard';
import { call, get, labelOf, pathOf, tokenHeaders } from './requests';
import { BREAK_GLASS_TOKEN, routesOf, type Subject, startSubject, TOKEN } from './subject';

const TRACE_ID = '01923456-789a-7000-8000-0000000000aa';
const ONE_MIB = 1024 * 1024;

export function httpSuite<Config>(subject: Subject<Config>, environs: Environs): void {
  const { service } = subject;
  const withBody = routesOf(service).find((route) => route.body !== undefined)!;
  let handle: ServiceHandle;

  beforeAll(async () => {
    handle = await startSubject(subject, environs.environment());
  });
  afterAll(async () => {
    await handle?.close();
  });

  guardSuite(subject, environs, () => handle.url);

  describe('bad input', () => {
    it('is answered with the field to blame when the body is not JSON', async () => {
      const answer = await call(handle.url, withBody, tokenHeaders(withBody), '{"a":');
      expect(answer.status).toBe(400);
      expect(answer.json()).toMatchObject({ code: withBody.invalid, field: 'body' });
    });

    it('is refused with 413 above what any route takes', async () => {
      const answer = await call(handle.url, withBody, tokenHeaders(withBody), `"${'x'.repeat(ONE_MIB - 1)}"`);
      expect(answer.status).toBe(413);
      expect(answer.json()).toMatchObject({ code: bodyTooLargeCode(service), field: 'body' });
    });

    it('is refused with 415 when it is not JSON by its own account', async () => {
      const headers = { ...tokenHeaders(withBody), 'content-type': 'text/xml' };
      const answer = await call(handle.url, withBody, headers, '<a/>');
      expect(answer.status).toBe(415);
      expect(answer.json()).toMatchObject({ code: 'SHARED_UNSUPPORTED_MEDIA_TYPE', field: 'content-type' });
    });

    it('is answered 408 when it does not arrive in time', async () => {
      const { server } = handle.app;
      const { requestTimeout, headersTimeout } = server;
      Object.assign(server, { requestTimeout: 300, headersTimeout: 200 });
      try {
        const token = Object.entries(tokenHeaders(withBody)).map(([name, value]) => `${name}: ${value}`);
        const slow = ['content-type: application/json', ...token, 'content-length: 100'];
        const slowBody = { method: withBody.method, target: pathOf(withBody), headers: slow };
        for (const request of [
          slowBody,
          { target: '/healthz', headers: ['x-half: a head'], isUnfinished: true },
        ]) {
          const answer = await sendRaw(handle.url, request);
          expect(answer.status).toBe(408);
          expect(answer.head).toMatch(/^x-trace-id: /im);
          expect(JSON.parse(answer.body)).toMatchObject({ code: invalidRequestCode(service), field: 'body' });
        }
      } finally {
        Object.assign(server, { requestTimeout, headersTimeout });
      }
    });

    it('keeps its body when it offers to speak another protocol', async () => {
      const token = Object.entries(tokenHeaders(withBody)).map(([name, value]) => `${name}: ${value}`);
      const headers = ['content-type: application/json', `x-trace-id: ${TRACE_ID}`, ...token];
      const request = { method: withBody.method, target: pathOf(withBody), body: '{"no_such_field":1}' };
      const plain = await sendRaw(handle.url, { ...request, headers });
      const offer = ['connection: upgrade, http2-settings', 'upgrade: h2c', 'http2-settings: AAMAAABk'];
      const upgraded = await sendRaw(handle.url, { ...request, headers: [...headers, ...offer] });
      expect({ ...upgraded, head: '' }).toEqual({ ...plain, head: '' });
    });

    it.each(['GET', 'POST', 'DELETE'] as const)(
      'on an unknown path is a 404 with the error body (%s)',
      async (method) => {
        const body = method === 'POST' ? '{' : undefined;
        const answer = await call(handle.url, { method, path: '/no/such/path' }, {}, body);
        expect(answer.status).toBe(404);
        expect(Object.keys(answer.json()).sort()).toEqual(
          ['category', 'code', 'field', 'message', 'severity', 'trace_id'].sort(),
        );
        expect(answer.json().code).toBe('SHARED_NOT_FOUND');
      },
    );

    it('is never answered with an internal text or a code outside the registry, on any route', async () => {
      for (const route of routesOf(service)) {
        const body = route.body === undefined ? undefined : '[]';
        const answer = await call(handle.url, route, tokenHeaders(route), body);
        expect([labelOf(route), answer.status]).not.toEqual([labelOf(route), 500]);
        if (answer.status >= 400) expect(errorRegistry).toHaveProperty(answer.json().code);
      }
    });
  });

  describe('every answer', () => {
    it('carries the version and the trace id of the caller, or a new one', async () => {
      const given = await call(handle.url, { method: 'GET', path: '/healthz' }, { 'x-trace-id': TRACE_ID });
      expect(given.headers.get('x-trace-id')).toBe(TRACE_ID);
      expect(given.headers.get('x-platform-version')).toBe(subject.version);
      const made = await call(
        handle.url,
        { method: 'GET', path: '/healthz' },
        { 'x-trace-id': 'not a uuid' },
      );
      expect(made.headers.get('x-trace-id')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
    });
  });

  describe('operations', () => {
    it('is healthy and ready with its database and bus', async () => {
      expect((await get(handle.url, '/healthz')).status).toBe(200);
      const ready = await eventually(async () => {
        const answer = await get(handle.url, '/readyz');
        expect(answer.status).toBe(200);
        return answer.json();
      });
      expect(ready['checks']).toEqual(
        expect.arrayContaining([
          { name: 'database', ok: true, detail: null },
          { name: 'bus', ok: true, detail: null },
        ]),
      );
    });

    it('shows its configuration without a secret', async () => {
      const answer = await get(handle.url, '/config');
      expect(answer.json()['database_url']).toBe('***');
      for (const secret of [TEST_PASSWORD, TOKEN, BREAK_GLASS_TOKEN])
        expect(answer.text).not.toContain(secret);
    });

    it('exposes that it is up and counts errors by code', async () => {
      await get(handle.url, '/no/such/path');
      const { text, headers } = await get(handle.url, '/metrics');
      expect(headers.get('content-type')).toContain('text/plain');
      expect(text).toMatch(new RegExp(`^platform_${service}_up 1$`, 'm'));
      expect(text).toMatch(/^platform_errors_total\{code="SHARED_NOT_FOUND"\} [1-9]/m);
    });

    it('documents each of its routes as OpenAPI 3.1 under its version', async () => {
      expect((await get(handle.url, '/docs')).headers.get('content-type')).toContain('text/html');
      const document = (await get(handle.url, '/docs/json')).json() as unknown as {
        openapi: string;
        info: { version: string };
        paths: Record<string, Record<string, unknown>>;
      };
      expect(document.openapi).toMatch(/^3\.1/);
      expect(document.info.version).toBe(subject.version);
      for (const { method, path } of routesOf(service)) {
        expect(document.paths[path.replace(/:(\w+)/g, '{$1}')]).toHaveProperty(method.toLowerCase());
      }
    });
  });
}
